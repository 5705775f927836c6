package budget

import (
	"bytes"
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync"
	"time"

	"evsim/internal/say"
)

// Meter holds the memory of the whole process to a limit: it has the collector
// work harder near the limit, and where that does not do it ends the contexts
// that it gave. A process has one at a time, since both are the process's.
type Meter struct {
	limit  int64
	usual  int64 // the collector's limit before
	stop   chan struct{}
	ended  sync.WaitGroup
	mu     sync.Mutex
	within map[int]context.CancelCauseFunc
	next   int
}

// Of the limit, in percent: what the collector tries to keep to, and where work
// is ended. Between, the collector takes up to half of the processors' time
// (runtime/debug, SetMemoryLimit), so they are not far apart. What lies above
// is for what work takes until it has ended.
const (
	collectAt = 88
	endAt     = 95
)

// lookEvery is how often the memory is looked at. In this time two processors
// can take some 10 MB.
const lookEvery = 3 * time.Millisecond

// NewMeter begins to hold the process to a number of bytes. Close ends that.
func NewMeter(limit int64) *Meter {
	m := &Meter{limit: limit, usual: debug.SetMemoryLimit(-1), stop: make(chan struct{}), within: make(map[int]context.CancelCauseFunc)}
	m.ended.Go(m.watch)
	return m
}

// tell tells the collector its limit.
func (m *Meter) tell() {
	besides := max(0, Taken()-heap()) // the program itself, which the collector does not count
	debug.SetMemoryLimit(max(m.limit/100*collectAt-besides, 1))
}

// Close gives the process back what it may take. Contexts that the meter gave
// stay as they are.
func (m *Meter) Close() {
	close(m.stop)
	m.ended.Wait()
	debug.SetMemoryLimit(m.usual)
}

// Within is a context that ends when the process has taken its memory; its
// cause then is [ErrSpent]. The caller calls leave when the work is over.
func (m *Meter) Within(ctx context.Context) (within context.Context, leave func()) {
	if m.full() {
		debug.FreeOSMemory() // what earlier work left may still be there
	}
	ctx, cancel := context.WithCancelCause(ctx)
	ctx = context.WithValue(ctx, meterKey{}, held{m, cancel})
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.next
	m.next++
	m.within[n] = cancel
	return ctx, func() {
		m.mu.Lock()
		delete(m.within, n)
		m.mu.Unlock()
		cancel(nil)
	}
}

// watch ends all work that is going on whenever the process has taken its
// memory. What is over before the first look needs no collector that knows of
// the limit: telling it takes as long as a short run.
func (m *Meter) watch() {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	told := false
	for {
		select {
		case <-m.stop:
			return
		case <-tick.C:
			if !told {
				m.tell()
				told = true
			}
			if m.full() {
				m.end()
			}
		}
	}
}

func (m *Meter) full() bool { return Taken() >= m.limit/100*endAt }

// meterKey is the key of the held of a context.
type meterKey struct{}

// held is what a context that a meter gave knows of it.
type held struct {
	*Meter
	end context.CancelCauseFunc
}

// HasRoom reports whether the process may take so many bytes more, at once: who
// is about to take much asks, since a watch sees it too late. Where there is no
// room the context ends, as it does when the memory is taken. Of a context that
// no meter gave there is always room.
func HasRoom(ctx context.Context, bytes int64) bool {
	h, ok := ctx.Value(meterKey{}).(held)
	if !ok || h.fits(bytes) {
		return true
	}
	debug.FreeOSMemory() // garbage may stand where the room is
	if h.fits(bytes) {
		return true
	}
	h.end(h.spent())
	return false
}

// Room is HasRoom of a context, for sim.Config; nil where there is always room.
func Room(ctx context.Context) func(bytes int64) bool {
	if _, ok := ctx.Value(meterKey{}).(held); !ok {
		return nil
	}
	return func(bytes int64) bool { return HasRoom(ctx, bytes) }
}

func (m *Meter) fits(bytes int64) bool { return Taken()+bytes <= m.limit }

func (m *Meter) spent() error {
	return spent{say.Of("the limit of %s of memory was reached", Bytes(m.limit))}
}

func (m *Meter) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, cancel := range m.within {
		cancel(m.spent())
	}
	clear(m.within)
}

// Taken is how many bytes the process has, as the system counts them where
// that can be asked (proc(5), statm: the resident pages), or else as Go's
// runtime does, without the program itself.
func Taken() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err == nil {
		if fields := bytes.Fields(text); len(fields) > 1 {
			if pages, err := strconv.ParseInt(string(fields[1]), 10, 64); err == nil {
				return pages * int64(os.Getpagesize())
			}
		}
	}
	return heap()
}

// heap is how many bytes Go's runtime has of the system.
func heap() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
}

// stacks is how many bytes the stacks of all goroutines have, as far as they have grown.
func stacks() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
