package tidy

import (
	"go/ast"
	"path"
	"slices"
	"strconv"
	"strings"
)

// rooms are the module's packages and what each may import of the others.
var rooms = map[string][]string{
	"clock":                         nil,
	"sim":                           {"internal/say", "clock"},
	"ecma":                          {"sim"},
	"model":                         {"internal/say", "clock", "sim", "ecma"},
	"program":                       {"internal/say", "clock", "sim", "model", "internal/likely", "internal/proof"},
	"internal/likely":               {"clock"},
	"internal/testmain":             nil,
	"internal/chance":               {"clock", "explore", "internal/budget", "internal/fault", "internal/likely", "model", "program", "sim"},
	"internal/proof":                {"clock", "sim"},
	"scenario":                      {"internal/say", "clock", "sim", "model", "program", "scenario/diagnostic", "scenario/expect", "scenario/script", "scenario/interp", "scenario/syntax"},
	"scenario/diagnostic":           {"internal/say", "sim", "internal/escape"},
	"scenario/expect":               {"internal/say", "clock", "sim", "model", "program", "internal/proof", "internal/suggest", "scenario/diagnostic"},
	"scenario/script":               {"internal/say", "clock", "sim", "model", "program", "scenario/expect", "internal/proof"},
	"scenario/interp":               {"clock", "sim", "ecma", "model", "program", "scenario/script"},
	"scenario/syntax":               {"internal/say", "clock", "sim", "model", "program", "internal/escape", "internal/likely", "internal/suggest", "scenario/diagnostic", "scenario/expect", "scenario/script"},
	"internal/states":               {"clock", "sim"},
	"internal/trace":                {"internal/say", "clock", "sim", "internal/states", "internal/escape"},
	"scenario/schema":               {"internal/say", "scenario/syntax"},
	"scenario/layout":               {"internal/say", "sim", "scenario/diagnostic", "scenario/syntax"},
	"internal/viewer":               {"internal/say", "clock", "sim", "internal/trace", "internal/escape"},
	"internal/stepper":              {"internal/say", "clock", "sim", "internal/states", "internal/trace"},
	"explore":                       {"internal/say", "clock", "sim", "model", "internal/budget", "internal/fault", "internal/proof", "program"},
	"scenario/lint":                 {"internal/say", "sim", "model", "scenario", "explore", "program", "scenario/expect", "scenario/script", "scenario/syntax"},
	"internal/report":               {"internal/say", "clock", "sim", "internal/trace", "internal/diff", "internal/escape", "program", "scenario/diagnostic"},
	"scenario/snapshot":             {"internal/say", "sim", "model", "scenario", "internal/diff", "program", "scenario/diagnostic", "scenario/expect", "scenario/script"},
	"internal/cover":                {"clock", "sim", "model", "docs", "internal/escape", "program"},
	"docs":                          nil,
	"internal/articles":             nil,
	"why":                           {"internal/say", "clock", "sim", "model", "explore", "docs", "program", "internal/budget", "internal/suggest"},
	"internal/observe":              {"internal/say", "clock", "sim", "model", "scenario", "internal/escape", "internal/observe/shim", "program", "scenario/script"},
	"internal/observe/shim":         nil,
	"internal/observe/fuzz":         {"clock", "sim", "model", "scenario", "internal/observe", "internal/replace", "program"},
	"internal/observe/fuzz/compare": {"clock", "sim", "model", "internal/observe", "internal/observe/fuzz", "internal/replace"},
	"internal/observe/nodes":        {"internal/say", "internal/observe"},
	"internal/observe/browser":      {"internal/say", "internal/observe"},
	"internal/observe/evidence":     {"internal/say", "internal/budget", "clock", "sim", "model", "scenario", "explore", "internal/observe", "internal/observe/nodes", "internal/observe/browser", "program", "scenario/script"},
	"internal/observe/suites":       {"sim", "model", "program", "js"},
	"cmd/evsim":                     {"internal/early", "internal/say", "clock", "sim", "ecma", "model", "scenario", "internal/states", "internal/trace", "internal/viewer", "internal/stepper", "scenario/schema", "scenario/layout", "scenario/lint", "scenarios", "explore", "docs", "internal/articles", "why", "internal/report", "internal/chance", "internal/likely", "internal/observe", "internal/observe/nodes", "internal/observe/evidence", "internal/budget", "internal/diff", "internal/folder", "internal/replace", "scenario/snapshot", "internal/watch", "internal/cover", "internal/document", "internal/code", "internal/lab/apart", "internal/lab", "internal/lab/answer", "internal/lab/sheet", "internal/escape", "internal/fault", ".", "internal/changes", "internal/licences", "internal/proof", "internal/summary", "js", "program", "scenario/diagnostic", "scenario/expect", "scenario/script", "scenario/syntax"},
	"internal/document":             {"internal/say", "internal/chance", "internal/budget", "internal/summary", "clock", "sim", "ecma", "model", "explore", "docs", "why", "internal/trace", "internal/viewer", "internal/escape", "program"},
	"evsimtest":                     {"model", "program", "scenario", "explore", "internal/document", "internal/folder", "internal/report"},
	"js":                            {"internal/say", "clock", "sim", "ecma", "model", "internal/escape", "internal/folder", "program"},
	"scenarios":                     nil,
	"internal/code":                 {"internal/say", "js", "scenario", "scenario/diagnostic"},
	"internal/lab":                  {"internal/code", "internal/fault", "internal/lab/answer", "internal/lab/apart", "model", "scenario", "scenarios", "internal/viewer"},
	"internal/lab/apart":            {"internal/say", "internal/lab/answer"},
	"internal/prose":                {"internal/escape"},
	"internal/lab/sheet":            {"internal/escape", "internal/lab/answer"},
	"internal/lab/answer":           {"internal/escape", "internal/prose", "internal/trace", "internal/say", "internal/summary", "clock", "sim", "model", "scenario", "explore", "docs", "why", "scenario/lint", "scenario/schema", "internal/viewer", "internal/document", "scenarios", "internal/folder", "program", "scenario/diagnostic", "scenario/script", "scenario/syntax"},
	"internal/watch":                {"internal/say"},
	"internal/budget":               {"internal/say"},
	"internal/closures":             {"internal/say", "clock", "sim", "ecma", "model", "program"},
	"internal/diff":                 nil,
	"internal/drive":                {"internal/escape"},
	"internal/fault":                nil,
	"internal/early":                nil,
	"internal/escape":               nil,
	"internal/folder":               {"internal/say"},
	"internal/say":                  nil,
	"internal/replace":              nil,
	"internal/cputime":              nil,
	"internal/bench":                {"internal/bench/interleave", "internal/cputime", "internal/replace"},
	"internal/bench/interleave":     {"explore", "internal/proof", "model", "program", "scenario", "sim"},
	"internal/bench/parse":          {"scenario"},
	"internal/mutate":               {"docs"},
	"internal/mutate/verdict":       {"explore", "program", "scenario"},
	"internal/same":                 nil,
	".":                             nil,
	"internal/changes":              {"internal/say"},
	"internal/licences":             nil,
	"internal/release":              {"internal/escape", "internal/observe/shim", "internal/replace"},
	"internal/site":                 {"internal/code", "internal/escape", "internal/lab", "internal/lab/answer", "internal/licences", "internal/replace", "internal/site/book", "internal/viewer", "scenarios"},
	"internal/site/book":            {"internal/articles", "internal/escape", "internal/viewer"},
	"internal/site/engine":          {"internal/code", "internal/lab/answer"},
	"internal/suggest":              nil,
	"internal/summary":              {"internal/escape", "internal/say", "explore", "program", "why"},
	"internal/tidy":                 nil,
}

// mayTest reports whether a room's tests may import another: above the rooms that
// a program runs on, tests write their programs down as scenarios; and they may
// drive a browser, and share their main function.
func mayTest(room, other string) bool {
	return other == room || other == "internal/drive" || other == "internal/testmain" || (other == "program" || ofScenario(other)) && !slices.Contains(append(rooms["program"], "ecma", "program"), room)
}

// ofScenario reports whether a room belongs to the language of scenarios.
func ofScenario(room string) bool { return room == "scenario" || strings.HasPrefix(room, "scenario/") }

// aboutYAML are the rooms outside of that family whose business are files in
// YAML too. Every other room knows programs, in whatever language.
var aboutYAML = map[string]string{
	"cmd/evsim":                 "reads the files that it is given",
	"evsimtest":                 "the same, for tests in Go",
	"internal/bench/interleave": "writes scenarios that Spin has too",
	"internal/bench/parse":      "measures the parser",
	"internal/mutate/verdict":   "holds a scenario against what it expects, with a mutant in the model",
	"internal/code":             "reads code as scenarios",
	"internal/lab":              "its tests ask about scenarios",
	"internal/lab/answer":       "reads what is written on the lab's page",
	"internal/observe":          "writes scenarios as JavaScript",
	"internal/observe/fuzz":     "writes random scenarios, and makes them smaller",
	"internal/observe/evidence": "reads the scenarios that were observed",
	"internal/report":           "shows what is wrong with a file",
}

// lookUp are the tests that import a room above their own, and why.
var lookUp = map[string]map[string]string{
	"internal/say/catalogue_test.go":     {"internal/tidy": "finds every text of the source"},
	"internal/observe/run_test.go":       {"internal/observe/evidence": "asks whether the model can do what was seen", "internal/observe/nodes": "finds releases of Node"},
	"internal/articles/articles_test.go": {"docs": "holds the rules and lessons that rows name against those there are"},
	"internal/articles/run_test.go":      {"explore": "runs what the rows name", "model": "the same", "scenario": "the same"},
	"internal/document/reasons_test.go":  {"internal/states": "gives every line of the project's scenarios a reason"},
	"internal/closures/closures_test.go": {
		"explore": "what it depends on knows no scenarios", "why": "the same", "internal/report": "the same", "internal/document": "the same",
		"internal/states": "the same", "internal/stepper": "the same"},
	"internal/lab/sheet/sheet_test.go":          {"internal/code": "has lessons in code"},
	"internal/site/course_test.go":              {"docs": "opens each lesson of the course"},
	"js/failure_test.go":                        {"explore": "searches where the engine fails"},
	"js/fuzz_test.go":                           {"explore": "holds runs against every order"},
	"js/fetch_test.go":                          {"explore": "asks which orders the text of an answer has"},
	"js/history_test.go":                        {"explore": "holds searches with and without states against each other"},
	"js/staged_test.go":                         {"explore": "proves what a program does over every order"},
	"js/bench_test.go":                          {"explore": "measures"},
	"internal/observe/evidence/code_test.go":    {"js": "runs files of code on real Node"},
	"js/exported_test.go":                       {"internal/observe": "runs random scenarios as JavaScript", "internal/observe/fuzz": "the same", "scenario": "the same"},
	"js/oracle_test.go":                         {"explore": "holds what real runtimes logged against every order"},
	"js/programs_test.go":                       {"internal/observe/nodes": "asks releases of Node what programs print"},
	"js/builtins_test.go":                       {"internal/observe/nodes": "walks the objects of releases of Node", "internal/observe/browser": "walks those of browsers"},
	"js/inspect_test.go":                        {"internal/observe/nodes": "asks releases of Node what they print"},
	"explore/closures_test.go":                  {"internal/closures": "explores a program whose state nobody can see"},
	"why/ports_test.go":                         {"ecma": "has programs of its own"},
	"why/posts_test.go":                         {"ecma": "has programs of its own"},
	"why/programs_test.go":                      {"internal/observe/fuzz": "explains random programs"},
	"internal/observe/fuzz/pages_test.go":       {"explore": "judges what Chromium logs", "internal/observe/evidence": "runs programs in Chromium"},
	"internal/observe/fuzz/pages_timed_test.go": {"explore": "judges what browsers log", "internal/observe/evidence": "runs programs in browsers"},
	"clock/wall_test.go":                        {"sim": "plays the events of a loop at the pace of real time"},
	"model/bench_test.go":                       {"internal/cputime": "measures"},
	"explore/bench_test.go":                     {"internal/cputime": "measures"},
	"scenario/syntax/yaml_test.go":              {"internal/cputime": "measures"},
	"internal/viewer/chromium_test.go":          {"model": "shows the project's scenarios in a browser", "internal/states": "the same", "internal/document": "the same"},
	"internal/trace/scenarios_test.go":          {"model": "draws every scenario of the project"},
	"internal/viewer/driven_test.go":            {"internal/document": "the same"},
	"internal/viewer/nodes_test.go":             {"model": "the same", "internal/document": "the same"},
	"internal/states/cursor_test.go":            {"model": "goes with scenarios_test.go"},
	"internal/states/scenarios_test.go":         {"model": "steps through every scenario of the project"},
	"scenario/snapshot/snapshot_test.go":        {"explore": "brings files up to date with every order that they allow"},
	"scenario/snapshot/example_test.go":         {"explore": "the same"},
}

// room is what one dependency's importer must look like.
type room struct {
	dependency string
	says       string
	holds      func(file string) bool
	tests      int // how many tests may import it besides
}

var dependencyRooms = []room{
	{"gopkg.in/yaml.v3", "scenario/syntax/yaml.go", func(file string) bool { return file == "scenario/syntax/yaml.go" }, 1},
	{"github.com/benbjohnson/clock", "clock/wall*.go, and the example of a scenario", isWall, 0},
	{"github.com/google/go-cmp/", "tests", isTest, 0},
	{"github.com/rogpeppe/go-internal/testscript", "tests", isTest, 0},
	{"github.com/dop251/goja", "js", func(file string) bool { return path.Dir(file) == "js" }, 0},
	{"github.com/evanw/esbuild/", "js, and tests of viewer, observe and internal/escape", func(file string) bool {
		return path.Dir(file) == "js" || isTest(file) && slices.Contains([]string{"internal/viewer", "internal/observe", "internal/escape"}, path.Dir(file))
	}, 0},
	{"github.com/yuin/goldmark", "internal/site/book/markdown.go for documents, internal/prose for texts of others", func(file string) bool {
		return file == "internal/site/book/markdown.go" || file == "internal/prose/prose.go"
	}, 0},
	{"golang.org/x/net/html", "tests", isTest, 0},
	{"mvdan.cc/sh/v3", "tests", isTest, 0},
	{"github.com/chromedp/", "internal/observe/browser/virtual.go, internal/drive and tests of pages", isChromium, 0},
	{"charm.land/bubbletea/", "internal/stepper", func(file string) bool { return path.Dir(file) == "internal/stepper" }, 0},
	{"charm.land/lipgloss/", "internal/stepper", func(file string) bool { return path.Dir(file) == "internal/stepper" }, 0},
	{"github.com/charmbracelet/x/", "tests", isTest, 0},
	{"github.com/spf13/cobra", "cmd/evsim", isCommand, 0},
	{"github.com/spf13/pflag", "cmd/evsim", isCommand, 0},
	{"github.com/santhosh-tekuri/jsonschema/v6", "tests", isTest, 0},
	{"golang.org/x/term", "cmd/evsim", isCommand, 0},
	{"golang.org/x/text/", "cmd/evsim/spoken.go and js/inspect_text.go", func(file string) bool { return file == "cmd/evsim/spoken.go" || file == "js/inspect_text.go" }, 0},
	{"golang.org/x/mod/semver", "internal/changes", func(file string) bool { return path.Dir(file) == "internal/changes" }, 0},
	{"golang.org/x/sys/", "internal/replace/unnamed_linux.go", func(file string) bool { return file == "internal/replace/unnamed_linux.go" }, 0},
	{"github.com/CycloneDX/cyclonedx-go", "internal/release/materials.go", func(file string) bool { return file == "internal/release/materials.go" }, 0},
	{"github.com/bmatcuk/doublestar/v4", "cmd/evsim/glob.go", func(file string) bool { return file == "cmd/evsim/glob.go" }, 0},
	{"gonum.org/v1/gonum/mathext", "internal/likely/interval.go", func(file string) bool { return file == "internal/likely/interval.go" }, 0},
	{"github.com/fsnotify/fsnotify", "internal/watch/watch.go", func(file string) bool { return file == "internal/watch/watch.go" }, 0},
	{"github.com/aymanbagabas/go-udiff", "internal/diff/diff.go", func(file string) bool { return file == "internal/diff/diff.go" }, 0},
}

func isTest(file string) bool { return strings.HasSuffix(file, "_test.go") }

// isChromium reports whether a file drives Chromium.
func isChromium(file string) bool {
	return file == "internal/observe/browser/virtual.go" || path.Dir(file) == "internal/drive" || isTest(file) && slices.Contains([]string{"internal/viewer", "internal/lab", "internal/site", "internal/site/book"}, path.Dir(file))
}

func isCommand(file string) bool { return path.Dir(file) == "cmd/evsim" }

// isWall reports whether a file is the edge to real time, or the example that
// moves a mock clock along a scenario. The example stands above package clock, so
// that testing clock does not compile all that lies between for a second time.
func isWall(file string) bool {
	ok, _ := path.Match("clock/wall*.go", file)
	return ok || file == "scenario/example_clock_test.go"
}

func imported(spec *ast.ImportSpec) string {
	name, _ := strconv.Unquote(spec.Path.Value)
	return name
}

// arrow holds the module's own imports against the rooms. A package's tests
// may also import the package.
func arrow(t *Tree, f *File) []Finding {
	may, ok := rooms[f.Dir()]
	if !ok {
		return []Finding{t.find(f.Package, "package %s is not in the plan of the module: add it to rooms, with what it may import", f.Dir())}
	}
	var found []Finding
	for _, spec := range f.Imports {
		dir, own := strings.CutPrefix(imported(spec), Module+"/")
		allowed := slices.Contains(may, dir) || f.Test() && mayTest(f.Dir(), dir) || lookUp[f.Path][dir] != ""
		if own && !f.Test() && ofScenario(dir) && !ofScenario(f.Dir()) && aboutYAML[f.Dir()] == "" {
			found = append(found, t.find(spec.Pos(), "%s imports %s: only what is about YAML does, see aboutYAML; others import program", f.Dir(), dir))
			continue
		}
		if own && !allowed {
			found = append(found, t.find(spec.Pos(), "%s imports %s, and may import only %v", f.Dir(), dir, may))
		}
	}
	return found
}

// dependencies holds the imports of other modules against their rooms.
func dependencies(t *Tree) []Finding {
	var found []Finding
	tests := map[string]int{}
	for _, f := range t.Files {
		for _, spec := range f.Imports {
			name := imported(spec)
			first, _, _ := strings.Cut(name, "/")
			if !strings.Contains(first, ".") {
				continue // the standard library, or the module's own
			}
			i := slices.IndexFunc(dependencyRooms, func(r room) bool { return strings.HasPrefix(name+"/", strings.TrimSuffix(r.dependency, "/")+"/") })
			if i < 0 {
				found = append(found, t.find(spec.Pos(), "%s has no room: a dependency is imported in one place, listed in dependencyRooms", name))
				continue
			}
			if r := dependencyRooms[i]; !r.holds(f.Path) {
				if tests[r.dependency]++; !f.Test() || tests[r.dependency] > r.tests {
					found = append(found, t.find(spec.Pos(), "%s is imported in %s only", name, r.says))
				}
			}
		}
	}
	return found
}
