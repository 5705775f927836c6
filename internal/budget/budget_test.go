package budget

import (
	"context"
	"errors"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Budget{
		"":                              {},
		"paths=1000000":                 {Paths: 1_000_000},
		"time=1m30s":                    {Time: 90 * time.Second},
		"memory=500MB":                  {Memory: 500_000_000},
		"memory=1kB":                    {Memory: 1000},
		"paths=1 time=1ns memory=2GB":   {Paths: 1, Time: 1, Memory: 2_000_000_000},
		"paths=1 paths=2":               {Paths: 2}, // the last one counts
		"time=1s time=none paths=1":     {Paths: 1},
		"memory=1GB memory=none":        {},
		"paths=1 paths=none":            {},
		"none":                          {Memory: -1},
		"cost=none":                     {Memory: -1},
		"memory=1000000TB":              {Memory: 1_000_000_000_000_000_000},
		"memory=2000000TB":              {Memory: -1},
		"memory=99999999999999999999MB": {Memory: -1},
		"paths=0":                       {Memory: -1},
		"paths=99999999999999999999":    {Memory: -1},
		"time=0s":                       {Memory: -1},
		"time=-1s":                      {Memory: -1},
		"memory=0MB":                    {Memory: -1},
		"memory=-1MB":                   {Memory: -1},
		"memory=1":                      {Memory: -1},
		"cost=1":                        {Memory: -1},
		"paths":                         {Memory: -1},
	} {
		got, err := Parse(strings.Fields(text))
		if (err != nil) != (want.Memory < 0) || err == nil && got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{1: "1 bytes", 1000: "1kB", 1500: "1500 bytes", 2_000_000: "2MB", 1_500_000_000: "1500MB", 3e12: "3TB"} {
		if got := Bytes(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("memory=2GB")
	f.Add("time=1h")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := Parse([]string{text})
		if err == nil && (b.Paths < 0 || b.Time < 0 || b.Memory < 0) {
			t.Errorf("%q is %+v", text, b)
		}
	})
}

func TestTimeIsOver(t *testing.T) {
	ctx, done := Budget{Time: 20 * time.Millisecond}.Within(context.Background())
	defer done()
	<-ctx.Done()
	if err := context.Cause(ctx); !errors.Is(err, ErrSpent) || err.Error() != "the limit of 20ms was reached" {
		t.Error(err)
	}
}

// TestWhoIsInterruptedSpentNothing: a context that its caller ends is not one
// that a limit ended.
func TestWhoIsInterruptedSpentNothing(t *testing.T) {
	outer, cancel := context.WithCancel(context.Background())
	ctx, done := Budget{Time: time.Hour, Memory: 1 << 40}.Within(outer)
	defer done()
	cancel()
	if <-ctx.Done(); errors.Is(context.Cause(ctx), ErrSpent) {
		t.Error(context.Cause(ctx))
	}
}

// TestMemoryIsHeld takes memory, as fast as it can be taken, until the budget
// says that it is enough: the process then has what was promised, within a
// tenth. Of garbage it may make as much as it likes.
func TestMemoryIsHeld(t *testing.T) {
	limit := Taken() + 200_000_000
	usual := debug.SetMemoryLimit(-1)
	ctx, done := Budget{Memory: limit}.Within(context.Background())
	for range 20_000 { // 1.3 GB
		garbage(1 << 16)
	}
	if ctx.Err() != nil {
		t.Error("garbage: ", context.Cause(ctx))
	}
	var kept [][]byte
	for most := 0; ctx.Err() == nil && most < 2*int(limit); most += 1 << 16 {
		kept = append(kept, garbage(1<<16))
	}
	got := Taken()
	if err := context.Cause(ctx); !errors.Is(err, ErrSpent) || !strings.Contains(err.Error(), "of memory was reached") {
		t.Error(err)
	}
	if got < limit*9/10 || got > limit*11/10 {
		t.Errorf("%d bytes are taken, of %d, with %d pieces", got, limit, len(kept))
	}
	done()
	if now := debug.SetMemoryLimit(-1); now != usual {
		t.Errorf("the collector's limit was %d and is %d", usual, now)
	}
}

// garbage is memory that was written to: the system counts no other.
func garbage(size int) []byte {
	out := make([]byte, size)
	for i := 0; i < size; i += 512 {
		out[i] = 1
	}
	return out
}

// TestWhatComesLaterHasRoom: a meter that ended some work lets other work begin
// once the memory is free again.
func TestWhatComesLaterHasRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector's own memory counts too")
	}
	limit := Taken() + 100_000_000
	m := NewMeter(limit)
	defer m.Close()
	for range 3 {
		ctx, leave := m.Within(context.Background())
		var kept [][]byte
		for ctx.Err() == nil && len(kept) < 10_000 {
			kept = append(kept, garbage(1<<16))
		}
		if len(kept) < 500 || !errors.Is(context.Cause(ctx), ErrSpent) {
			t.Errorf("ended after %d pieces: %v", len(kept), context.Cause(ctx))
		}
		leave()
	}
}

// TestStacksAreHeld: work whose calls nest too deeply is late, long before its memory is
// taken.
func TestStacksAreHeld(t *testing.T) {
	ctx, leave := Budget{}.Within(context.Background())
	defer leave()
	ended := make(chan error, 1)
	done := Late{Stack: 50_000_000}.Watch(ctx, func(why error) { ended <- why })
	defer done()
	over := make(chan struct{})
	go func() {
		nest(1<<20, over)
	}()
	if why := <-ended; !errors.Is(why, ErrSpent) || why.Error() != "calls nest too deeply: their stack takes more than 50MB" {
		t.Error(why)
	}
	close(over)
}

// TestSpentWorkHasItsGrace: a run that has asked nobody for as long as it may is given up
// before its budget is spent; from then on it has its grace to end in order.
func TestSpentWorkHasItsGrace(t *testing.T) {
	lasts := func() time.Duration { return 10 * lookEvery }
	late := Late{Grace: time.Hour, Longest: lasts(), Lasts: lasts}
	spentNow, leave := Budget{Time: 1}.Within(context.Background())
	defer leave()
	<-spentNow.Done()
	ended := make(chan error, 1)
	done := late.Watch(spentNow, func(why error) { ended <- why })
	select {
	case why := <-ended:
		t.Error(why)
	case <-time.After(20 * lookEvery):
	}
	done()
	goesOn, leave := Budget{Time: time.Hour}.Within(context.Background())
	defer leave()
	done = late.Watch(goesOn, func(why error) { ended <- why })
	defer done()
	if why := <-ended; why.Error() != "one run took 30ms" {
		t.Error(why)
	}
}

// nest calls itself so often, and then waits.
func nest(calls int, until chan struct{}) int {
	if calls == 0 {
		<-until
		return 0
	}
	return nest(calls-1, until) + 1
}

// TestRoomIsAskedFor: who asks for more than there is has none, and the context
// ends; who asks for less has it. A context without a meter has always room.
func TestRoomIsAskedFor(t *testing.T) {
	if !HasRoom(context.Background(), 1<<60) || Room(context.Background()) != nil {
		t.Error("there is no room where nothing is limited")
	}
	debug.FreeOSMemory() // what other tests left
	ctx, done := Budget{Time: time.Hour, Memory: Taken() + 200_000_000}.Within(context.Background())
	defer done()
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	room := Room(inner)
	if !room(50_000_000) || ctx.Err() != nil {
		t.Error("no room for a part: ", context.Cause(ctx))
	}
	if room(400_000_000) {
		t.Error("there is room for more than there is")
	}
	if err := context.Cause(inner); !errors.Is(err, ErrSpent) || !strings.Contains(err.Error(), "of memory was reached") {
		t.Error(err)
	}
}

// TestWhoseTimeIsOver: what is explored alone, or last, has all that is left of
// the limit; what others come after has a share.
func TestWhoseTimeIsOver(t *testing.T) {
	b := Budget{Time: 20 * time.Millisecond}
	for _, test := range []struct {
		explorations int
		want         string
	}{
		{1, "the limit of 20ms was reached"},
		{2, "its share of the limit of 20ms was reached"},
	} {
		ctx, done := b.Share(15*time.Millisecond, test.explorations).Within(context.Background())
		<-ctx.Done()
		if err := context.Cause(ctx); !errors.Is(err, ErrSpent) || err.Error() != test.want {
			t.Errorf("of %d: %v, want %s", test.explorations, err, test.want)
		}
		done()
	}
}
