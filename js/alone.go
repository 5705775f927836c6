package js

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"evsim/internal/say"
	"evsim/sim"
)

// nowhere is the folder in which code stands that is in no file. Nothing is
// looked for there.
const nowhere = "/evsim-code-of-no-file"

// LoadText makes a program of a text that stands alone. It may import evsim's
// own modules, and no file or folder of the machine is looked at, whatever the
// text says. The name says what the text is by its ending, as that of a file
// does. What is wrong is a [Problems].
func LoadText(name string, text []byte) (*Program, error) {
	entry, err := filepath.Abs(filepath.Join(nowhere, filepath.Base(name)))
	if err != nil {
		return nil, fmt.Errorf("cannot name %s: %w", name, err)
	}
	l := &loader{entry: entry, text: text, root: filepath.Dir(entry), alone: true, sources: make(map[string][]byte)}
	if problems := l.lookElsewhere(); problems != nil {
		return nil, problems
	}
	return l.load(&Program{title: filepath.Base(name), path: entry})
}

// aloneHint says what code that stands alone may import.
func aloneHint() say.Text {
	return say.Of("here code stands alone; it may import %s", strings.Join(ownModules[:], ", "))
}

// resolveAlone refuses what is no module of evsim's own.
func resolveAlone(args api.OnResolveArgs) (api.OnResolveResult, error) {
	return refusal(say.Of("`%s` cannot be imported", args.Path), aloneHint())
}

// loadAlone is the text.
func (l *loader) loadAlone(args api.OnLoadArgs) (api.OnLoadResult, error) {
	kind, known := loaders[filepath.Ext(args.Path)]
	if args.Path != l.entry || !known {
		return api.OnLoadResult{Errors: refused{message: say.Of("%s does not have the extension of a JavaScript or TypeScript file", filepath.Base(args.Path))}.messages()}, nil
	}
	text := l.amended(filepath.Base(args.Path), string(l.text))
	l.sources[filepath.Base(args.Path)] = l.text
	return api.OnLoadResult{Contents: &text, Loader: kind}, nil
}

// What has the bundler look at folders and files without asking: a name that is
// put together, which it takes for a pattern of files, and a source map by the
// address of a file.
var (
	madeUp = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(?:import(?:\.\w+)?\([^)]|require\(["'` + "`" + `(])`)
	})
	plainName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:import(?:\.\w+)?|require)\((?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')[,)]`)
	})
	fileMap = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)sourceMappingURL=\s*file:`) })
	calling = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(?:import|require)\b`) })
)

// lookElsewhere refuses code that would have the bundler look at the machine.
// The code is printed first, so that comments and spaces hide nothing.
func (l *loader) lookElsewhere() Problems {
	if at := fileMap().FindIndex(l.text); at != nil {
		return Problems{{Pos: l.placeOf(at[0]), Width: 1, Message: "a source map of a file is not read here", Hint: "leave the comment out"}}
	}
	kind, known := loaders[filepath.Ext(l.entry)]
	if !known {
		return nil // loadAlone says so
	}
	printed := api.Transform(string(l.text), api.TransformOptions{Loader: kind, MinifyWhitespace: true, TsconfigRaw: "{}", LogLevel: api.LogLevelSilent})
	code := string(printed.Code)
	for _, at := range madeUp().FindAllStringIndex(code, -1) {
		if plainName().MatchString(code[at[0]:]) {
			continue
		}
		problem := Problem{Width: 1, Message: "what is imported must be a name in quotes", Hint: aloneHint()}
		if at := calling().FindIndex(l.text); at != nil {
			problem.Pos = l.placeOf(at[0])
		}
		return Problems{problem}
	}
	return nil
}

// placeOf is the place of an offset of the text.
func (l *loader) placeOf(offset int) sim.Pos {
	before := string(l.text[:offset])
	last := before[strings.LastIndexByte(before, '\n')+1:]
	return sim.Pos{Line: int32(strings.Count(before, "\n") + 1), Col: int32(len([]rune(last)) + 1)}
}
