package document

import (
	"strconv"
	"strings"

	"evsim/internal/escape"
)

// Command is the command line that shows a run in text.
type Command struct {
	File, Policy string
	Case         string   // "": none
	Set, Unknown []string // flags
	Seed         uint64   // 0: low ends
	Replay       string   // a token; "": none
}

// String is the command as a shell takes it.
func (c Command) String() string {
	words := []string{"evsim run", FileArgument(c.File), "--policy", c.Policy}
	if c.Case != "" {
		words = append(words, "--case", Quoted(c.Case))
	}
	for _, set := range c.Set {
		words = append(words, "--set", Quoted(set))
	}
	if len(c.Unknown) > 0 {
		words = append(words, "--unknown", strings.Join(c.Unknown, ","))
	}
	if c.Seed != 0 {
		words = append(words, "--seed", strconv.FormatUint(c.Seed, 10))
	}
	if c.Replay != "" {
		words = append(words, "--replay", c.Replay)
	}
	return strings.Join(words, " ")
}

// replaying is the command that shows the run of a token: what was drawn for
// other runs is no part of it.
func (c Command) replaying(token string) Command {
	c.Seed, c.Replay = 0, token
	return c
}

// FileArgument is a file as a command takes it: what begins as flags do is none,
// and standard input, as messages name it, is a dash.
func FileArgument(file string) string {
	switch {
	case file == "<stdin>":
		return "-"
	case strings.HasPrefix(file, "-"):
		return Quoted("./" + file)
	}
	return Quoted(file)
}

// Quoted is a word as a shell takes it.
func Quoted(word string) string { return escape.Shell(word) }
