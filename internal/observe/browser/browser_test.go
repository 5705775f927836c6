package browser_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"evsim/internal/observe/browser"
)

// installed is a browser of this machine.
func installed(t *testing.T, name string) browser.Browser {
	t.Helper()
	if os.Getenv("EVSIM_BROWSERS") == "" {
		t.Skip("browsers take their time, and on a busy machine too much of it: set EVSIM_BROWSERS=1 to start them")
	}
	b, err := browser.Find(name, "")
	if err != nil {
		t.Skip(err)
	}
	version, err := b.Version(context.Background())
	if err != nil {
		t.Skip(err)
	}
	t.Logf("%s %s", name, version)
	return b
}

var pages = []browser.Page{
	{Script: `
const lines = [];
const log = (text) => lines.push(text);
setTimeout(() => { log('timer'); }, 0);
Promise.resolve().then(() => { log('job'); });
log('script');
`, Rest: 50 * time.Millisecond},
	{Script: `// It logs nothing.
throw new Error('and fails');
`},
	{Script: `
const lines = [];
fetch('https://example.com/slow').then(() => { lines.push('slow'); });
fetch('/quick').then(() => { lines.push('quick'); });
fetch('/none').catch((error) => { lines.push(error instanceof TypeError); lines[lines.length - 1] = String(lines[lines.length - 1]); });
`, Rest: 1700 * time.Millisecond, Answers: []browser.Answer{
		{URL: "https://example.com/slow", After: 1500 * time.Millisecond}, {URL: "/quick"}, {URL: "/none", Fails: true, After: 200 * time.Millisecond},
	}},
}

var want = [][]string{{"script", "job", "timer"}, {}, {"quick", "true", "slow"}}

// Every browser runs every page the same number of times, each in a document
// of its own.
func TestRun(t *testing.T) {
	for _, name := range browser.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := installed(t, name)
			began := time.Now()
			logs, err := b.Run(context.Background(), pages, 3)
			if err != nil {
				t.Fatal(err)
			}
			for i, runs := range logs {
				if len(runs) != 3 {
					t.Errorf("page %d: %d runs", i, len(runs))
				}
				for _, log := range runs {
					if !slices.Equal(log.Lines, want[i]) || log.State != browser.Rested {
						t.Errorf("page %d: %q, %v, not %q", i, log.Lines, log.State, want[i])
					}
				}
			}
			t.Logf("%d runs in %v", 3*len(pages), time.Since(began).Round(time.Millisecond))
		})
	}
}

// A page that hangs costs its own runs only.
func TestRunOfAPageThatHangs(t *testing.T) {
	b := installed(t, "chromium")
	b.Patience = 3 * time.Second
	logs, err := b.Run(context.Background(), []browser.Page{pages[0], {Script: "for (;;);"}, pages[0]}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if logs[1][0].State != browser.Hung || !slices.Equal(logs[0][0].Lines, want[0]) || !slices.Equal(logs[2][0].Lines, want[0]) {
		t.Errorf("%v", logs)
	}
}

// A page whose log is late is waited for, and one that never gets its last line
// says so.
func TestRunOfPagesThatAreShort(t *testing.T) {
	b := installed(t, "chromium")
	late := browser.Page{Script: "const lines = ['a']; setTimeout(() => { lines.push('b'); }, 2000);", Lines: 2}
	short := late
	short.Lines = 3
	logs, err := b.Run(context.Background(), []browser.Page{late, short}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, state := range []browser.State{browser.Rested, browser.Short} {
		if got := logs[i][0]; !slices.Equal(got.Lines, []string{"a", "b"}) || got.State != state {
			t.Errorf("%q, %v, not %v", got.Lines, got.State, state)
		}
	}
}

// A browser that is no longer wanted ends at once and leaves nothing behind.
func TestRunIsInterrupted(t *testing.T) {
	for _, name := range browser.Names() {
		t.Run(name, func(t *testing.T) {
			b := installed(t, name)
			dir, err := os.MkdirTemp("", "evsim-") // a name that is short enough for sockets
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(dir)
			t.Setenv("TMPDIR", dir)
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
			defer cancel()
			began := time.Now()
			_, err = b.Run(ctx, []browser.Page{{Script: "for (;;);"}}, 1)
			if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 30*time.Second {
				t.Errorf("%v after %v", err, time.Since(began))
			}
			left, _ := filepath.Glob(filepath.Join(dir, "*"))
			if left != nil {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestFind(t *testing.T) {
	if _, err := browser.Find("lynx", ""); err == nil || !strings.Contains(err.Error(), "there are chromium, firefox, webkit") {
		t.Error(err)
	}
	if _, err := browser.Find("firefox", "/no/such/fox"); err == nil || err.Error() != "firefox=/no/such/fox: no such program" {
		t.Error(err)
	}
	t.Setenv("PATH", "")
	if _, err := browser.Find("chromium", ""); err == nil || !strings.HasPrefix(err.Error(), "chromium is not installed: none of chromium, ") {
		t.Error(err)
	}
}
