//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"evsim/internal/testmain"
)

// bounds are what a command may take, and what it is told to take.
type bounds struct {
	time   time.Duration
	memory int64
}

// child is a command line as a process of its own.
func (b bounds) child(words ...string) (*exec.Cmd, error) {
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return &exec.Cmd{Path: own, Args: append([]string{"evsim-within"}, words...),
		Env: append(os.Environ(), "EVSIM_WITHIN_TIME="+b.time.String(), fmt.Sprint("EVSIM_WITHIN_MEMORY=", b.memory), "CI=")}, nil
}

// bombCommands are what is done with each file: FILE, its POLICY, and a limit of
// TIME where the command has none of its own.
const bombCommands = `
check FILE
fmt FILE
lint FILE
run FILE --format log
run FILE --format ndjson --seed 1
explore FILE
test FILE --budget BUDGET
test FILE --budget BUDGET --update --dry-run
why FILE a b
diff FILE --observed log.txt
export FILE --to node
report FILE
report FILE --explore
trace FILE
trace FILE --format svg --policy POLICY
trace FILE --format mermaid
trace FILE --format perfetto
step FILE
observe FILE --runtime node=0.0.1
`

// TestExploreEndsInTheEngine explores code that stays in one call of the engine,
// a regular expression that tries too much.
func TestExploreEndsInTheEngine(t *testing.T) {
	if os.Getenv("EVSIM_BOMBS") == "" {
		t.Skip("it takes eleven seconds, which a search has to end in order: set EVSIM_BOMBS=1")
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("regex.js", []byte("setTimeout(() => console.log(/^(a+)+\\1$/.test('a'.repeat(64) + 'b')), 0);\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	usualBounds.hold(t, strings.Fields("explore regex.js --policy node22 --budget time=1s"))
}

// TestExploreEndsInOneRun explores code of which one run does not end, with no limit
// of time: it ends when that has taken what all runs of another command may take.
func TestExploreEndsInOneRun(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("regex.js", []byte("setTimeout(() => console.log(/^(a+)+\\1$/.test('a'.repeat(64) + 'b')), 0);\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := bounds{time.Second, usual.Memory}.child("explore", "regex.js", "--policy", "node22", "--budget", "time=none")
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	c.Stderr = &said
	err = c.Run()
	const want = "evsim: stopped in the call at regex.js:1:42: one run took 1s, and it could not end cleanly\n"
	if c.ProcessState.ExitCode() != int(limited) || said.String() != want {
		t.Errorf("%v, %q, want %q", err, said.String(), want)
	}
}

// TestDeepCodeEnds: code that nests so deeply that a parser takes too much stack ends
// the command long before its memory is taken, which says where.
func TestDeepCodeEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector's own memory counts too")
	}
	t.Chdir(t.TempDir())
	for name, c := range map[string]struct{ code, where string }{
		"file.js": {strings.Repeat("(", million) + "1" + strings.Repeat(")", million), "file.js: stopped while reading it"},
		"eval.js": {"eval('('.repeat(1e6) + '1' + ')'.repeat(1e6));", "stopped in the call at eval.js:1:6"},
		"json.js": {"JSON.parse('['.repeat(5e6) + ']'.repeat(5e6));", "stopped in the call at json.js:1:6"},
	} {
		if err := os.WriteFile(name, []byte(c.code), 0o666); err != nil {
			t.Fatal(err)
		}
		child, err := usualBounds.child("run", name, "--policy", "node22")
		if err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		child.Stderr = &said
		err = child.Run()
		if want := "evsim: " + c.where + ": calls nest too deeply: their stack takes more than 250MB"; !strings.HasPrefix(said.String(), want) || child.ProcessState.ExitCode() != int(limited) {
			t.Errorf("%v, %q, want %q", err, said.String(), want)
		}
		if usage, ok := child.ProcessState.SysUsage().(*syscall.Rusage); !ok || int64(usage.Maxrss)*1024 > promised.memory*3/4 {
			t.Errorf("%s: %+v", name, usage)
		}
	}
}

// TestEndSaysAfterWhat: where work ends that is in no call which is known to take long,
// it is said where it last asked whether it may go on.
func TestEndSaysAfterWhat(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("array.js", []byte("const a = [];\nfor (;;) a.push(a, a, a, a);\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := bounds{usual.Time, 100_000_000}.child("run", "array.js", "--policy", "node22")
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	c.Stderr = &said
	if err = c.Run(); c.ProcessState.ExitCode() != int(limited) || !strings.Contains(said.String(), "array.js:2:") && !strings.Contains(said.String(), "stopped at 2:") {
		t.Errorf("%v, %q", err, said.String())
	}
}

// TestEndSaysWhichFile: where work ends before it asked for the first time, in a call that
// nobody could tell by its name, the file is said.
func TestEndSaysWhichFile(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("fill.js", []byte("const f = [].fill;\nf.call({ length: 2 ** 53 - 1 }, 1);\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := bounds{200 * time.Millisecond, usual.Memory}.child("run", "fill.js", "--policy", "node22")
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	c.Stderr = &said
	if err = c.Run(); c.ProcessState.ExitCode() != int(limited) || !strings.HasPrefix(said.String(), "evsim: stopped after fill.js:1:1: the limit of 200ms was reached") {
		t.Errorf("%v, %q", err, said.String())
	}
}

// TestUnendedLineEnds: what a program writes to one line that does not end takes no more
// than there is: a copy of it that is larger is asked for.
func TestUnendedLineEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector's own memory counts too")
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("line.js", []byte("const text = 'x'.repeat(4e7);\nfor (;;) process.stdout.write(text);\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const most = 300_000_000
	c, err := bounds{usual.Time, most}.child("run", "line.js", "--policy", "node22")
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	c.Stderr = &said
	err = c.Run()
	if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); !ok || int64(usage.Maxrss)*1024 > most || !strings.Contains(said.String(), "in a loop or a function: the limit of 300MB of memory was reached") {
		t.Errorf("%v, %q, %+v", err, said.String(), usage)
	}
}

// usualBounds are those in use.
var usualBounds = bounds{usual.Time, usual.Memory}

// stopsWhy reports whether a text says what an exit code of 3 is told with. It reads
// gigabytes, for which a regular expression is slow.
func stopsWhy(text []byte) bool {
	return slices.ContainsFunc([]string{"limit", "nest so deeply", "not complete", "not proved", "stopped", "memory", "there was no time"},
		func(words string) bool { return bytes.Contains(text, []byte(words)) })
}

// end is the end of what was written, and whether any of it says why a command stopped:
// the orders of one policy that come after it can be longer than what is kept.
type end struct {
	last bytes.Buffer
	why  bool
}

func (e *end) Write(text []byte) (int, error) {
	e.why = e.why || stopsWhy(text)
	if e.last.Len() > 1<<20 {
		e.last.Next(e.last.Len() - 1<<16)
	}
	return e.last.Write(text)
}

func (e *end) String() string { return e.last.String() }

// TestBombs holds every command to its bounds on files that ask for more than
// there is. One file and small bounds by default, and three more, which take twenty
// seconds, with EVSIM_SWEEPS=1; EVSIM_BOMBS=1 does all of them with the bounds in
// use, and EVSIM_BOMBS=5s with less time, of those files that EVSIM_BOMB names, if
// it is set.
func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("the bounds are those of the build that users have: the race detector's takes ten times as long")
	}
	all := slices.Concat(loops(), texts(), broad(), forms())
	b := bounds{100 * time.Millisecond, 200_000_000}
	names := []string{"long orders"}
	if testmain.Sweeps() {
		names = append(names, "repeated timer", "long equal lines", "brackets")
	}
	if asked := os.Getenv("EVSIM_BOMBS"); asked != "" {
		b, names = bounds{usual.Time, usual.Memory}, nil
		if most, err := time.ParseDuration(asked); err == nil {
			b.time = most
		}
	}
	if only := os.Getenv("EVSIM_BOMB"); only != "" {
		names = strings.Split(only, ",")
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("log.txt", []byte("a\nb\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, bomb := range all {
		if names == nil || slices.Contains(names, bomb.name) {
			t.Run(bomb.name, func(t *testing.T) { explode(t, bomb, b) })
		}
	}
}

func explode(t *testing.T, bomb bomb, b bounds) {
	file := strings.ReplaceAll(bomb.name, " ", "-") + ".yaml"
	if err := os.WriteFile(file, []byte(bomb.text()), 0o666); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(file)
	policy := bomb.policy
	if policy == "" {
		policy = "node22"
	}
	budget := fmt.Sprintf("time=%v,memory=%dMB", b.time, b.memory/1_000_000)
	for line := range strings.Lines(strings.TrimSpace(bombCommands)) {
		words := strings.Fields(strings.NewReplacer("FILE", file, "POLICY", policy, "BUDGET", budget).Replace(line))
		b.hold(t, words)
	}
	if left, err := filepath.Glob(".*"); err != nil || len(left) > 0 {
		t.Errorf("there is left %q, %v", left, err)
	}
}

// hold runs a command line and looks at what it took and what it said.
func (b bounds) hold(t *testing.T, words []string) {
	t.Helper()
	c, err := b.child(words...)
	if err != nil {
		t.Fatal(err)
	}
	var out, errs end
	c.Stderr = &errs
	if words[0] != "run" { // which writes what the script logs
		c.Stdout = &out
	}
	begin := time.Now()
	err = c.Run()
	took := time.Since(begin)
	usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		t.Fatal("no usage: ", err)
	}
	memory, code, line := int64(usage.Maxrss)*1024, c.ProcessState.ExitCode(), strings.Join(words, " ")
	said := strings.TrimSpace(errs.String())
	t.Logf("%-60s code %d, %5.1f s, %4d MB  %.120q", line, code, took.Seconds(), memory/1_000_000, said)
	if memory > promised.memory {
		t.Errorf("%s: %d MB", line, memory/1_000_000)
	}
	if took > promised.time {
		t.Errorf("%s: %v", line, took)
	}
	switch {
	case code < 0 || code > 3:
		t.Errorf("%s: exit code %d: %.2000s", line, code, said)
	case code == 3 && !out.why && !stopsWhy([]byte(said+out.String())), code == 2 && said == "":
		t.Errorf("%s: exit code %d, and nothing says why: %.300q", line, code, said)
	case strings.Contains(said, "evsim itself failed"), strings.Contains(said, "goroutine "):
		t.Errorf("%s: %.2000s", line, said)
	}
}

// promised is what no command takes more of, with any bounds up to those in use:
// how far beyond small bounds it goes is a matter of how busy the machine is.
var promised = bounds{time.Minute, 1_000_000_000}
