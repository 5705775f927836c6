package mutate_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"evsim/docs"
	"evsim/internal/mutate"
	"evsim/internal/testmain"
)

var search = flag.Bool("search", false, "look for the scenario that kills each mutant, and write testdata/killers.txt")

// unbroken are the rules that no mutant breaks, and why.
var unbroken = map[string]string{
	"node.ports":                "code alone has ports, and mutants are held against scenarios: the programs ports-* of package js hold it",
	"node.signal-closes":        "code alone takes listeners away: TestSignalsOfClosedHandles of package js holds it",
	"web.post-delay":            "code alone has tasks with a delay: the snippet b314-post-task-delays of package js holds it",
	"web.turns-stay":            "code alone aborts and moves tasks: the snippet b313-post-task-turns of package js holds it",
	"node.signal-holds":         "code alone takes listeners away: TestSignalsOfClosedHandles of package js holds it",
	"node.readfile-promises":    "code alone has fs.promises: TestReadFileTrips of package js holds it",
	"generator.tail-calls":      "code alone returns calls: the snippets b318-tail-calls and b319-tail-calls-strict of package js hold it",
	"generator.continue-closes": "code alone has continue: the snippet a07-for-await-continue of package js holds it",
	"generator.sync-closes":     "code alone has iterators of its own: the snippet a05-sync-iterator-that-throws of package js holds it",
}

// Every rule is broken by a mutant, and every mutant breaks a rule.
func TestEveryRuleIsBroken(t *testing.T) {
	broken, names := map[string]bool{}, map[string]bool{}
	for _, m := range mutate.Mutants() {
		if names[m.Name] || len(m.Rules) == 0 {
			t.Errorf("mutant %q: stands twice, or breaks nothing", m.Name)
		}
		names[m.Name] = true
		for _, id := range m.Rules {
			if _, ok := docs.Lookup(id); !ok {
				t.Errorf("mutant %q breaks %s, which is not a rule", m.Name, id)
			}
			broken[id] = true
		}
	}
	for _, r := range docs.Rules() {
		if why := unbroken[r.ID]; !r.Question() && broken[r.ID] == (why != "") {
			t.Errorf("%s: broken %v, and said to be unbroken because %q", r.ID, broken[r.ID], why)
		}
	}
}

// TestEditsNameFunctions: an edit of a function that is not there, or of a text
// that does not stand in it once, is refused; and a function is found by its
// name, whatever file it is in.
func TestEditsNameFunctions(t *testing.T) {
	at := t.TempDir()
	if err := os.MkdirAll(filepath.Join(at, "model", "deep"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"model/a.go":      "package model\n\nfunc (n *Node) run() { n.a(); n.b() }\n\nfunc New() { c() }\n",
		"model/deep/b.go": "package deep\n\nfunc New() { c() }\n\nfunc (l list[T]) add() { c() }\n",
		"model/a_test.go": "package model\n\nfunc helper() { c() }\n",
	} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		edit mutate.Edit
		says string // "": it is done
	}{
		{mutate.Edit{Func: "Node.run", Old: "n.a()", New: "n.c($M)"}, ""},
		{mutate.Edit{Func: "list.add", Old: "c()", New: "c($M)"}, ""},
		{mutate.Edit{Func: "deep.New", Old: "c()", New: "c($M)"}, ""},
		{mutate.Edit{Func: "New", Old: "c()", New: "c($M)"}, "there are 2 functions New"},
		{mutate.Edit{Func: "Node.walk", Old: "n.a()", New: ""}, "there are 0 functions Node.walk"},
		{mutate.Edit{Func: "helper", Old: "c()", New: ""}, "there are 0 functions helper"},
		{mutate.Edit{Func: "Node.run", Old: "n.", New: ""}, "this stands 2 times in Node.run"},
		{mutate.Edit{Func: "Node.run", Old: "c()", New: ""}, "this stands 0 times in Node.run"},
	} {
		overlay, err := mutate.Overlay(at, t.TempDir(), []mutate.Mutant{{Name: "m", Edits: []mutate.Edit{test.edit}}})
		if test.says != "" {
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%+v: %v, want %q", test.edit, err, test.says)
			}
			continue
		}
		if err != nil {
			t.Errorf("%+v: %v", test.edit, err)
			continue
		}
		list, err := os.ReadFile(overlay)
		if err != nil || !bytes.Contains(list, []byte("broken.go")) {
			t.Errorf("%+v: %s, %v", test.edit, list, err)
		}
		text := ""
		for _, name := range []string{"model_a.go", "model_deep_b.go"} {
			if one, err := os.ReadFile(filepath.Join(filepath.Dir(overlay), name)); err == nil {
				text += string(one)
			}
		}
		if !strings.Contains(text, `c(Broken("m"))`) {
			t.Errorf("%+v: written is\n%s", test.edit, text)
		}
	}
}

const root = "../.."

// build makes the binary that has every mutant and says what a scenario expects
// of it.
func build(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	at, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := mutate.Overlay(at, folder, mutate.Mutants())
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(folder, "mutants.exe")
	cmd := exec.Command("go", "build", "-overlay", overlay, "-o", binary, "./internal/mutate/verdict")
	cmd.Dir = at
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

// errEndless is the verdict on a mutant that takes a minute: the scenarios tell
// it from the model, but a test that runs so long is one that nobody runs.
var errEndless = errors.New("it takes a minute")

// verdict is what a scenario says of a mutant: nil when all holds.
func verdict(t *testing.T, binary, mutant, file string) error {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, binary, file)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), mutate.Variable+"="+mutant)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if ctx.Err() != nil {
		return errEndless
	}
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return errors.New(string(out))
	}
	if err != nil {
		t.Errorf("mutant %q: %v\n%s", mutant, err, out)
	}
	return nil
}

// killers is the scenario that kills each mutant, as -search found it.
func killers(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/killers.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		name, file, _ := strings.Cut(s.Text(), "\t")
		out[name] = file
	}
	return out
}

// TestKillersAreThere: of every mutant a scenario is known to kill it, and every mutant's
// edits can be made. TestMutantsDie runs them.
func TestKillersAreThere(t *testing.T) {
	kills := killers(t)
	for _, m := range mutate.Mutants() {
		if _, err := os.Stat(filepath.Join("../..", kills[m.Name])); kills[m.Name] == "" || err != nil {
			t.Errorf("mutant %q: %q, %v", m.Name, kills[m.Name], err)
		}
	}
	if _, err := mutate.Overlay("../..", t.TempDir(), mutate.Mutants()); err != nil {
		t.Error(err)
	}
}

// each does something with each of a list, a few at a time.
func each[T any](t *testing.T, list []T, do func(T)) {
	t.Helper()
	slots := make(chan bool, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for _, one := range list {
		slots <- true
		all.Go(func() {
			defer func() { <-slots }()
			do(one)
		})
	}
	all.Wait()
}

// Of every mutant at least one scenario says that it is wrong. Run with -search
// where a scenario that did so has changed.
func TestMutantsDie(t *testing.T) {
	if !testmain.Sweeps() && !*search || testing.Short() {
		t.Skip("it builds the model anew, which takes a tenth of the time of all tests: CI does, with EVSIM_SWEEPS=1")
	}
	binary := build(t)
	kills := killers(t)
	if *search {
		kills = find(t, binary, kills)
	}
	each(t, slices.Compact(slices.Sorted(maps.Values(kills))), func(file string) {
		if err := verdict(t, binary, "", file); err != nil {
			t.Errorf("the model without a mutant fails: %v", err)
		}
	})
	each(t, mutate.Mutants(), func(m mutate.Mutant) {
		file := kills[m.Name]
		if file == "" {
			t.Errorf("mutant %q: no scenario is known that kills it: run this test with -search", m.Name)
			return
		}
		switch verdict(t, binary, m.Name, file) {
		case nil:
			t.Errorf("mutant %q, which breaks %v, survives %s", m.Name, m.Rules, file)
		case errEndless:
			t.Errorf("mutant %q: with it %s does not end: break %v in a way that does", m.Name, file, m.Rules)
		}
	})
}

// find looks for the killers among all scenarios, for each mutant the one that is
// known first.
func find(t *testing.T, binary string, known map[string]string) map[string]string {
	var files []string
	err := filepath.WalkDir(root+"/scenarios", func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".yaml" {
			files = append(files, strings.TrimPrefix(filepath.ToSlash(path), root+"/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var mutex sync.Mutex
	found := map[string]string{}
	each(t, mutate.Mutants(), func(m mutate.Mutant) {
		first := slices.DeleteFunc([]string{known[m.Name]}, func(file string) bool { return !slices.Contains(files, file) })
		killer := killer(t, binary, m.Name, slices.Concat(first, files))
		t.Log(m.Name + "\t" + killer)
		if killer != "" {
			mutex.Lock()
			defer mutex.Unlock()
			found[m.Name] = killer
		}
	})
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(&text, "%s\t%s\n", name, found[name])
	}
	if err := os.WriteFile("testdata/killers.txt", []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return found
}

// killer is the first scenario that kills a mutant; "" if none does. One with
// which the mutant takes a minute is passed over.
func killer(t *testing.T, binary, name string, files []string) string {
	for _, file := range files {
		if err := verdict(t, binary, name, file); err != nil && !errors.Is(err, errEndless) {
			return file
		}
	}
	return ""
}

func Example() {
	m := mutate.Mutants()[0]
	fmt.Println(m.Name, m.Rules)
	// Output: jobs run at once [run.whole]
}
