// Package apart answers requests in processes of their own, which end when the
// work in them does not, or takes too much memory. It is for code: a scenario is
// bounded by counting, and what an engine of JavaScript does within one
// expression is not.
package apart

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"evsim/internal/lab/answer"
)

// variable of the environment makes a process one that answers.
const variable = "EVSIM_LAB_APART"

// most bounds a process: bytes of memory.
const most = 512 << 20

// Wanted reports whether this process was started to answer.
func Wanted() bool { return os.Getenv(variable) != "" }

// request is what a process is asked.
type request struct {
	Method, Path string
	Body         []byte
}

// Serve answers what comes in, one after the other, until nothing comes. It calls
// end, which is to end the process as [OutOfMemory], where too much is taken.
func Serve(in io.Reader, out io.Writer, answers *answer.Answerer, end func()) error {
	confine(most, end)
	from, to := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var r request
		err := from.Decode(&r)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read a request: %w", err)
		}
		if err := to.Encode(answers.Answer(context.Background(), r.Method, r.Path, r.Body)); err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
	}
}

// Workers are processes that answer. Its methods may be called by many
// goroutines at once.
type Workers struct {
	Grace time.Duration // how long after its time a request may yet be answered

	program string
	limits  answer.Limits

	mutex sync.Mutex
	idle  []*worker
	over  bool
}

// New is workers that are processes of this program, which calls [Serve] where
// they are [Wanted].
func New(limits answer.Limits) (*Workers, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	return &Workers{Grace: 800 * time.Millisecond, program: program, limits: limits}, nil
}

// Close ends the processes that do nothing; those at work end with their work.
func (w *Workers) Close() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.over = true
	for _, one := range w.idle {
		one.end()
	}
	w.idle = nil
}

// Answer has a process answer, and ends it where no answer comes.
func (w *Workers) Answer(ctx context.Context, method, path string, body []byte) answer.Answer {
	longest := max(w.limits.Check, w.limits.Run, w.limits.Explore) + w.Grace
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	one, err := w.free()
	if err != nil {
		return answer.Failed(err)
	}
	stop := context.AfterFunc(ctx, one.kill)
	a, err := one.ask(request{method, path, body})
	if !stop() || err != nil {
		one.end()
		return refused(ctx, one, longest)
	}
	w.keep(one)
	return a
}

// refused says why a process did not answer.
func refused(ctx context.Context, one *worker, longest time.Duration) answer.Answer {
	const hint = "let the script do less"
	switch {
	case ctx.Err() != nil:
		return answer.Refuse(statusNoRoom, hint, "the code took longer than the allowed %v", longest).Answer()
	case one.lacked():
		return answer.Refuse(statusNoRoom, hint, "the code took more than the allowed %d MB of memory", most>>20).Answer()
	}
	return answer.Refuse(statusNoRoom, hint, "the code ended the program that ran it").Answer()
}

// statusNoRoom is Insufficient Storage: the page says it as a refusal.
const statusNoRoom = 507

// free is a process that does nothing, an old one or a new one.
func (w *Workers) free() (*worker, error) {
	w.mutex.Lock()
	if n := len(w.idle); n > 0 {
		one := w.idle[n-1]
		w.idle = w.idle[:n-1]
		w.mutex.Unlock()
		return one, nil
	}
	w.mutex.Unlock()
	return start(w.program)
}

// reused is how many requests one process answers, so that what one of them left
// behind does not stay for ever.
const reused = 100

func (w *Workers) keep(one *worker) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if one.asked++; one.asked >= reused || w.over || len(w.idle) >= w.limits.AtOnce {
		one.end()
		return
	}
	w.idle = append(w.idle, one)
}

// worker is one process.
type worker struct {
	command *exec.Cmd
	to      io.WriteCloser
	from    *json.Decoder
	said    firstBytes
	asked   int
	ended   sync.Once
}

func start(program string) (*worker, error) {
	one := &worker{command: exec.Command(program)}
	one.command.Env = append(os.Environ(), variable+"=1")
	one.command.Stderr = &one.said
	to, err := one.command.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start a process: %w", err)
	}
	from, err := one.command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start a process: %w", err)
	}
	if err := one.command.Start(); err != nil {
		return nil, fmt.Errorf("start a process: %w", err)
	}
	one.to, one.from = to, json.NewDecoder(from)
	return one, nil
}

func (one *worker) ask(r request) (a answer.Answer, err error) {
	if err := json.NewEncoder(one.to).Encode(r); err != nil {
		return a, err
	}
	return a, one.from.Decode(&a)
}

func (one *worker) kill() { _ = one.command.Process.Kill() }

// end ends the process, and waits until it has ended.
func (one *worker) end() {
	one.ended.Do(func() {
		_ = one.to.Close()
		one.kill()
		_ = one.command.Wait() // that it was killed is no news
	})
}

// lacked reports whether a process that ended had no memory left: it looked and
// said so, the runtime did, or the system ended it.
func (one *worker) lacked() bool {
	code := one.command.ProcessState.ExitCode()
	return code == OutOfMemory || code == -1 || slices.ContainsFunc(outOfMemory, func(words string) bool { return bytes.Contains(one.said.text, []byte(words)) })
}

// outOfMemory is what Go's runtime says as it ends for want of memory: for
// values, for stacks, or for threads.
var outOfMemory = []string{"out of memory", "cannot allocate memory", "stack overflow", "errno=12", "errno=11", "newosproc", "pthread_create"}

// firstBytes keeps the beginning of what is written.
type firstBytes struct{ text []byte }

// Write keeps some of it (io.Writer).
func (f *firstBytes) Write(text []byte) (int, error) {
	const kept = 4096
	f.text = append(f.text, text[:min(len(text), max(0, kept-len(f.text)))]...)
	return len(text), nil
}
