package js

import (
	"regexp"
	"strings"
	"sync"

	"evsim/internal/say"
)

// bundlerFormats are what the bundler says most often of code; the first that fits
// says it.
var bundlerFormats = []say.Format{
	"Expected %s but found %s",
	"The symbol %s has already been declared",
	"The symbol %s was originally declared here:",
	"Unterminated template literal",
	"Unterminated string literal",
	"Unterminated regular expression",
	"Could not resolve %s",
	"No matching export in %s for import %s",
	"Multiple exports with the same name %s",
	"Cannot assign to %s because it is a constant",
	"%s was declared a constant here:",
	"Cannot assign to import %s",
	"Invalid assignment target",
	"%s can only be used inside an \"async\" function",
	"Consider adding the \"async\" keyword here:",
	"With statements cannot be used in %s",
	"Delete of a bare identifier cannot be used in %s",
	"Legacy octal literals cannot be used in %s",
	"Legacy octal escape sequences cannot be used in %s",
	"Declarations with the name %s cannot be used in %s",
	"%s is a reserved word and cannot be used in %s",
	"This file is considered to be an ECMAScript module because of the %s keyword here:",
	"This file is considered to be an ECMAScript module because the file name ends in %s.",
	"Private name %s must be declared in an enclosing class",
	"Wrap this declaration in a block statement to use it here.",
	"The name %s was originally exported here:",
	"All code inside a class is implicitly in strict mode",
	"Strict mode is triggered by the \"use strict\" directive here:",
	"Top-level return cannot be used inside an ECMAScript module",
	"Cannot use %s here:",
	"Cannot use a declaration in a single-statement context",
	"The constant %s must be initialized",
	"Invalid regular expression flag %s",
	"Syntax error %s",
	"Unexpected %s",
}

// bundlerWords are what stands in the places of these formats and is no code.
var bundlerWords = map[string]say.Text{
	"end of file":          "end of file",
	"an ECMAScript module": "an ECMAScript module",
	"strict mode":          "strict mode",
	"identifier":           "identifier",
	"string":               "string",
}

// bundlerPatterns are the formats as patterns of texts.
var bundlerPatterns = sync.OnceValue(func() []*regexp.Regexp {
	out := make([]*regexp.Regexp, len(bundlerFormats))
	for i, format := range bundlerFormats {
		out[i] = regexp.MustCompile("(?s)^" + strings.ReplaceAll(regexp.QuoteMeta(format.String()), "%s", "(.+)") + "$")
	}
	return out
})

// ofBundler is a message or a note of the bundler.
func ofBundler(text string) say.Text {
	for i, pattern := range bundlerPatterns() {
		found := pattern.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		args := make([]any, len(found)-1)
		for n, part := range found[1:] {
			args[n] = part
			if word, known := bundlerWords[part]; known {
				args[n] = word
			}
		}
		return say.Of(bundlerFormats[i], args...)
	}
	return say.Of("the bundler says: %s", text)
}
