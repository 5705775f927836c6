package observe

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evsim/scenario"
)

// Runtime is a Node binary.
type Runtime struct {
	Path    string
	Timeout time.Duration // of one run; 0: ten seconds
	Lines   int           // a run is stopped when it has logged so many; 0: never
}

const defaultTimeout = 10 * time.Second

// maxOutput bounds what is kept of a run's output, in bytes.
const maxOutput = 4 << 20

// Observation is one log of a scenario, and how the run ended.
type Observation struct {
	Log    []string
	Code   int    // the exit code, or 128 and the signal that ended it; -1: killed, because it took too long or logged enough
	Errors string // what the runtime wrote to stderr: warnings, and the exception that ended it

	Unsettled bool // a page was not loaded or not visible, and browsers have other rules then
}

// Observed is an observation and how many runs made it.
type Observed struct {
	Observation
	Runs int
}

// Version is what the binary says that it is, such as 22.12.0.
func (r Runtime) Version(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, r.Path, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("%s --version: %w", r.Path, err)
	}
	return strings.TrimPrefix(strings.TrimSpace(string(out)), "v"), nil
}

// RunVirtual runs a scenario under the virtual clock, with every range at its
// low end: one run says all, to the nanosecond.
func (r Runtime) RunVirtual(ctx context.Context, s *scenario.Scenario) (Observation, error) {
	library, err := Library(ctx)
	if err != nil {
		return Observation{}, err
	}
	env := []string{
		"LD_PRELOAD=" + library,
		"NODE_NO_WARNINGS=1", // writing one to stderr is work for the loop that the scenario does not speak of
		fmt.Sprint("EVSIM_PHASE_NS=", int64(s.World.Clock.Phase.Low)),
		poolOf(s),
	}
	path, done, err := r.write(s, VirtualNode)
	if err != nil {
		return Observation{}, err
	}
	defer done()
	return r.run(ctx, job{env: env, arguments: append(undisturbed(), path)})
}

// undisturbed is the flags that keep V8 from waking the loop: by the end of
// work in the background, and by the task that it posts to collect garbage when
// the space of new objects is nearly full (ScavengeJob, MinorGCJob), which a
// megabyte soon is. These, in megabytes, no scenario fills.
func undisturbed() []string {
	return []string{"--single-threaded", "--min-semi-space-size=64", "--max-semi-space-size=64"}
}

// Run runs a scenario so many times in real time, and returns the distinct
// observations, the most frequent first.
func (r Runtime) Run(ctx context.Context, s *scenario.Scenario, times int) ([]Observed, error) {
	job, done, err := r.job(ctx, s)
	if err != nil {
		return nil, err
	}
	defer done()
	var all []Observed
	for range times {
		o, err := r.run(ctx, job)
		if err != nil {
			return nil, err
		}
		all = count(all, o)
	}
	slices.SortStableFunc(all, func(a, b Observed) int { return b.Runs - a.Runs })
	return all, nil
}

func count(all []Observed, o Observation) []Observed {
	for i := range all {
		if all[i].Code == o.Code && slices.Equal(all[i].Log, o.Log) {
			all[i].Runs++
			return all
		}
	}
	return append(all, Observed{o, 1})
}

// write exports the scenario into a directory of its own.
func (r Runtime) write(s *scenario.Scenario, target Target) (path string, done func(), err error) {
	script, err := Export(s, target)
	if err != nil {
		return "", nil, err
	}
	dir, err := os.MkdirTemp("", "evsim-")
	if err != nil {
		return "", nil, err
	}
	path = filepath.Join(dir, FileName(s))
	if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
		os.RemoveAll(dir)
		return "", nil, err
	}
	return path, func() { os.RemoveAll(dir) }, nil
}

// job is a call of the binary.
type job struct {
	env       []string
	arguments []string
	folder    string // "": the caller's
}

// job is the call for one run in real time: of a scenario as it is exported, or
// of code as it is.
func (r Runtime) job(ctx context.Context, s *scenario.Scenario) (job, func(), error) {
	if s.Code != nil {
		return r.codeJob(ctx, s)
	}
	path, done, err := r.write(s, Node)
	return job{env: []string{poolOf(s)}, arguments: []string{path}}, done, err
}

func poolOf(s *scenario.Scenario) string {
	return fmt.Sprint("UV_THREADPOOL_SIZE=", cmp.Or(s.World.Pool, 4))
}

// run runs a script once. Nothing of the caller's environment reaches it but
// where programs are found.
func (r Runtime) run(ctx context.Context, j job) (Observation, error) {
	timeout := r.Timeout
	if timeout == 0 {
		timeout = defaultTimeout
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	node := exec.CommandContext(limited, r.Path, j.arguments...)
	node.Env, node.Dir = append(j.env, "PATH="+os.Getenv("PATH")), j.folder
	node.WaitDelay = time.Second
	Group(node)
	stdout, stderr := &keeper{}, &keeper{}
	if r.Lines > 0 {
		stdout.lines, stdout.enough = r.Lines, cancel
	}
	node.Stdout, node.Stderr = stdout, stderr
	err := node.Run()
	if ctx.Err() != nil {
		return Observation{}, ctx.Err()
	}
	o := Observation{Log: logLines(stdout.String()), Errors: stderr.String()}
	var exit *exec.ExitError
	switch {
	case limited.Err() != nil:
		o.Code = -1
	case errors.As(err, &exit):
		o.Code = exitCode(exit.ProcessState)
	case err != nil:
		return Observation{}, fmt.Errorf("running %s: %w", r.Path, err)
	}
	return o, nil
}

// logLines takes a run's output apart, and undoes the escapes of the
// exported script.
func logLines(out string) []string {
	if out == "" {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	unescape := strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r")
	for i := range lines {
		lines[i] = unescape.Replace(lines[i])
	}
	return lines
}

// keeper keeps the beginning of what is written to it, and says when that has
// so many lines. It is no buffer itself: io.Copy would go past Write then.
type keeper struct {
	kept   bytes.Buffer
	lines  int
	enough func() // nil: it says nothing
}

// String is what was kept.
func (k *keeper) String() string { return k.kept.String() }

// Write keeps p, or as much of it as there is room for.
func (k *keeper) Write(p []byte) (int, error) {
	k.kept.Write(p[:min(len(p), max(0, maxOutput-k.kept.Len()))])
	if k.lines -= bytes.Count(p, []byte("\n")); k.lines <= 0 && k.enough != nil {
		k.enough()
	}
	return len(p), nil
}
