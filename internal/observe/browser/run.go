package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"

	"evsim/internal/observe"
)

// A browser may take so long to start, and then to run one page, beyond what
// the page itself needs.
const (
	patienceToStart = 60 * time.Second
	defaultPatience = 15 * time.Second
)

// Run runs every page so many times, each time in a document of its own, and
// returns the logs by page and run.
func (b Browser) Run(ctx context.Context, pages []Page, times int) ([][]Log, error) {
	s := newServer(pages, times)
	s.patience = b.patience()
	if s.jobs == 0 {
		return make([][]Log, len(pages)), nil
	}
	at, stop, err := serve(s)
	if err != nil {
		return nil, err
	}
	defer stop()
	elsewhere, stopElsewhere, err := serve(s)
	if err != nil {
		return nil, err
	}
	defer stopElsewhere()
	s.elsewhere = elsewhere
	err = b.with(ctx, func(ctx context.Context, env []string) error {
		for {
			err := b.visit(ctx, at+"/", env, s)
			if !errors.Is(err, errHung) {
				return err
			}
			s.giveUp()
		}
	})
	if err != nil {
		return nil, err
	}
	return s.byPage(), nil
}

// serve serves a handler on this machine, until it is stopped, at a URL of an origin
// of its own.
func serve(h http.Handler) (url string, stop func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	web := &http.Server{Handler: h, ReadHeaderTimeout: defaultPatience}
	go web.Serve(listener) // until Close
	return "http://" + listener.Addr().String(), web.Close, nil
}

// visit starts the browser, with a profile that nobody has used, and kills it
// once every job has reported or one takes too long.
func (b Browser) visit(ctx context.Context, url string, env []string, s *server) error {
	profile, err := os.MkdirTemp("", "evsim-browser-")
	if err != nil {
		return err
	}
	defer removeAll(profile)
	args, more, err := b.kind().command(profile, url)
	if err != nil {
		return err
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	c := exec.CommandContext(inner, b.Path, args...)
	c.Env = append(append(os.Environ(), homes(profile)...), append(env, more...)...)
	c.WaitDelay = time.Second
	said := &tail{}
	c.Stdout, c.Stderr = said, said
	observe.Group(c)
	if err := c.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	err = s.watch(ctx, ended)
	cancel()
	if errors.Is(err, errEnded) {
		return fmt.Errorf("%s: %w\n%s", b.Path, err, said)
	}
	<-ended
	if errors.Is(err, errSilent) {
		return fmt.Errorf("%s: %w\n%s", b.Path, err, said)
	}
	return err
}

// homes let the browser keep what it keeps in the profile.
func homes(profile string) []string {
	return []string{
		"HOME=" + profile, "TMPDIR=" + profile, "XDG_CONFIG_HOME=" + profile, "XDG_CACHE_HOME=" + profile, "XDG_DATA_HOME=" + profile,
		"XDG_RUNTIME_DIR=" + profile, "XDG_STATE_HOME=" + profile,
	}
}

// What keeps a browser from reporting: errEnded and errSilent are its own
// fault, errHung that of one page.
var (
	errEnded  = errors.New("the browser ended by itself")
	errSilent = fmt.Errorf("it showed no page within %v", patienceToStart)
	errHung   = errors.New("a page never came to rest")
)

// watch waits until every job has reported.
func (s *server) watch(ctx context.Context, ended <-chan error) error {
	for wait := patienceToStart; ; wait = s.patience {
		job, more := s.current()
		if !more {
			return nil
		}
		late := time.NewTimer(wait + s.pages[job%len(s.pages)].Rest + overdue)
		select {
		case <-s.progress:
		case <-ctx.Done():
			return ctx.Err()
		case <-ended:
			return errEnded
		case <-late.C:
			if s.shown(job) {
				return errHung
			}
			return errSilent
		}
		late.Stop()
	}
}

// removeAll removes a profile. What was killed may write its last for a moment.
func removeAll(profile string) {
	for range 10 {
		if os.RemoveAll(profile) == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// tail keeps the end of what is written to it. It is written to by one
// goroutine of os/exec, and read when that has ended, or for a message only.
type tail struct{ bytes.Buffer }

const maxTail = 4 << 10

// Write keeps p, and forgets what came long before.
func (t *tail) Write(p []byte) (int, error) {
	t.Buffer.Write(p)
	if t.Len() > 2*maxTail {
		t.Next(t.Len() - maxTail)
	}
	return len(p), nil
}

// String is the last lines.
func (t *tail) String() string { return strings.TrimSpace(t.Buffer.String()) }
