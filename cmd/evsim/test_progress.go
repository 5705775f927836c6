package main

import (
	"io"
	"sync"
	"time"

	"evsim/explore"
	"evsim/internal/report"
	"evsim/internal/say"
)

// progress is a line on a terminal that says how far a run is. Explorations
// tell it from goroutines of their own.
type progress struct {
	w           io.Writer
	on          bool
	mu          sync.Mutex
	shown       bool
	lang        *say.Language
	done, total int
	failed      int
	last        time.Time
}

// progressEvery is how often the line changes at most.
const progressEvery = 100 * time.Millisecond

// add counts a file.
func (p *progress) add(f *report.File) {
	if !p.on {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	var sum report.Summary
	sum.Add(f)
	p.failed += sum.Failed + sum.Broken
	p.show("")
}

// explored tells how far the exploration of a scenario is.
func (p *progress) explored(file, policy string, e explore.Progress) {
	if !p.on {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.show(say.Of("; %s %s: %s, %s", report.Shown(file), policy, say.Counted("1 path", "%d paths", e.Paths), say.Counted("1 order", "%d orders", e.Orders)))
}

// show writes the line anew, unless it changed just now.
func (p *progress) show(more say.Text) {
	if now := time.Now(); !p.shown || now.Sub(p.last) >= progressEvery {
		p.erase()
		p.last, p.shown = now, true
		p.lang.Fprintf(p.w, "%d of %s, %d failed%s", p.done, say.Counted("1 file", "%d files", p.total), p.failed, more)
	}
}

// besides writes to the terminal that shows the progress too.
type besides struct {
	io.Writer
	progress *progress
}

// Write makes room first; the next progress is shown below.
func (b *besides) Write(text []byte) (int, error) {
	b.progress.mu.Lock()
	defer b.progress.mu.Unlock()
	b.progress.erase()
	return b.Writer.Write(text)
}

// clear makes room for other output.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
}

func (p *progress) erase() {
	if p.shown {
		p.shown = false
		io.WriteString(p.w, "\r\x1b[K") // ECMA-48: carriage return, erase in line
	}
}
