package main

import (
	"strings"

	"evsim/internal/say"

	"golang.org/x/text/language"
)

// This file is the only one that knows which library compares languages.

// spoken is the language that the user's environment asks for, by the variables
// of POSIX in their order. Anything but Chinese is English.
func spoken(getenv func(string) string) *say.Language {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := getenv(name); locale != "" {
			l, _ := speaking(locale)
			return l
		}
	}
	return nil
}

// speaking is the language of a locale such as zh_CN.UTF-8, and whether it is
// one of those that there are. Reading one takes no catalogue of another.
func speaking(locale string) (l *say.Language, known bool) {
	locale, _, _ = strings.Cut(locale, ".")
	locale, _, _ = strings.Cut(locale, "@")
	if locale == "C" || locale == "POSIX" || locale == "en" || strings.HasPrefix(locale, "en_") {
		return nil, true
	}
	tag, err := language.Parse(locale)
	if err != nil {
		return nil, false
	}
	matcher := language.NewMatcher([]language.Tag{language.English, language.SimplifiedChinese})
	switch _, index, sure := matcher.Match(tag); {
	case sure == language.No:
		return nil, false
	case index == 1:
		return say.Chinese(), true
	}
	return nil, true
}

// askedFor is the language that a command line asks for, before it is read: the
// texts of its commands are made first.
func askedFor(args []string, usual *say.Language) *say.Language {
	for i, arg := range args {
		locale, written := strings.CutPrefix(arg, "--lang=")
		switch {
		case arg == "--":
			return usual
		case arg == "--lang" && i+1 < len(args):
			locale = args[i+1]
		case !written:
			continue
		}
		if l, known := speaking(locale); known {
			usual = l
		}
	}
	return usual
}

// langFlag is the flag that sets the language (pflag.Value).
type langFlag app

func (f *langFlag) String() string { return f.lang.Tag() }

// Type names what the flag takes.
func (f *langFlag) Type() string { return "language" }

// Set is called with what the user wrote.
func (f *langFlag) Set(text string) error {
	l, known := speaking(text)
	if !known {
		return say.Errorf("it is en or zh")
	}
	f.lang = l
	return nil
}
