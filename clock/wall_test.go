package clock_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"evsim/clock"
	"evsim/sim"

	bclock "github.com/benbjohnson/clock"
)

func parsePace(text string) (p clock.Pace, err error) {
	err = p.UnmarshalText([]byte(text))
	return p, err
}

func TestParsePace(t *testing.T) {
	for text, want := range map[string]clock.Pace{"1x": 1, "0.5x": 0.5, ".5x": 0.5, "10x": 10, "1.x": 1, "0.001x": 0.001} {
		if got, err := parsePace(text); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "1", "0x", "0.0x", "-1x", "+1x", "1xx", "fastx", "1.2.3x", ".x", "NaNx", "Infx", "1e3x", "0x1p4x", "1 x", "1X"} {
		if got, err := parsePace(text); err == nil {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
}

// steps is a mock that notes how far it is asked to wait, and lets that much
// time pass at once.
type steps struct {
	*bclock.Mock
	asked []time.Duration
}

func (s *steps) Timer(d time.Duration) *bclock.Timer {
	s.asked = append(s.asked, d)
	timer := s.Mock.Timer(d)
	s.Add(d)
	return timer
}

func TestPlayerWaitsForWhatIsLeft(t *testing.T) {
	wall := &steps{Mock: bclock.NewMock()}
	wall.Add(time.Hour) // a player's time starts when it is made
	wait := clock.PlayOn(wall, 0.5)
	wall.Add(time.Millisecond) // spent elsewhere
	for _, ms := range []int64{0, 1, 1, 4} {
		if err := wait(t.Context(), clock.Instant(ms*int64(clock.Millisecond))); err != nil {
			t.Fatal(err)
		}
	}
	if want := []time.Duration{time.Millisecond, 6 * time.Millisecond}; !slices.Equal(wall.asked, want) {
		t.Errorf("waited %v, want %v", wall.asked, want)
	}
}

func TestPlayerStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	wait := clock.PlayOn(bclock.NewMock(), 1) // nobody moves this clock
	stopped := make(chan error)
	go func() { stopped <- wait(ctx, clock.Never) }()
	cancel()
	if err := <-stopped; !errors.Is(err, context.Canceled) {
		t.Errorf("the wait ended with %v", err)
	}
	if err := wait(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("a wait after it with %v", err)
	}
}

func TestPlayerAtTheSlowestPace(t *testing.T) {
	wall := &steps{Mock: bclock.NewMock()}
	pace, err := parsePace("0.000000001x")
	if err != nil {
		t.Fatal(err)
	}
	if err := clock.PlayOn(wall, pace)(t.Context(), clock.Never); err != nil {
		t.Fatal(err)
	}
	if want := []time.Duration{math.MaxInt64}; !slices.Equal(wall.asked, want) {
		t.Errorf("waited %v", wall.asked)
	}
}

// host is a script that does nothing: only the loop sleeps.
type host struct{}

func (host) Call(sim.Callback) sim.Completion        { return sim.Normal }
func (host) Describe(sim.Callback) (string, sim.Pos) { return "", sim.Pos{} }

// following is a sink that lets a mock clock keep up with a run.
type following func(clock.Instant)

func (f following) Emit(e sim.Event) { f(e.At) }

func TestFollowerFiresAsTheSimulationPasses(t *testing.T) {
	mock := bclock.NewMock()
	born := mock.Now()
	ticker := mock.Ticker(3 * time.Millisecond)
	var fired atomic.Int64
	mock.AfterFunc(5*time.Millisecond, func() { fired.Add(1) })

	l := sim.New(sim.Config{
		Clock: clock.New(clock.Setup{}, 0, 0, nil), Host: host{},
		Sink: following(clock.Follow(mock)), Wants: sim.AllKinds,
	})
	var ticks []time.Duration
	for _, until := range []clock.Span{2, 3, 4, 4, 5, 9} {
		l.Sleep(clock.Instant(until * clock.Millisecond))
		if got := mock.Since(born); got != clock.Span(l.Now()).Duration() {
			t.Errorf("the mock is at %v, the simulation at %v", got, l.Now())
		}
		select {
		case at := <-ticker.C:
			ticks = append(ticks, at.Sub(born))
		default:
		}
		if until < 5 && fired.Load() != 0 {
			t.Errorf("at %d ms the function has run", until)
		}
	}
	if want := []time.Duration{3 * time.Millisecond, 6 * time.Millisecond}; !slices.Equal(ticks, want) {
		t.Errorf("ticks at %v, want %v", ticks, want)
	}
	if fired.Load() != 1 {
		t.Errorf("the function ran %d times", fired.Load())
	}
}

func TestFollowerNeverGoesBack(t *testing.T) {
	mock := bclock.NewMock()
	reach := clock.Follow(mock)
	reach(7)
	reach(3)
	reach(7)
	if got := mock.Now().UnixNano(); got != 7 {
		t.Errorf("the mock is at %d", got)
	}
}

// Code that takes a clock of the library times out on the simulation's time.
func ExampleFollow() {
	mock := bclock.NewMock()
	ctx, cancel := mock.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()

	reach := clock.Follow(mock)
	for _, at := range []clock.Instant{0, 9_999_999, 10_000_000} { // of a run's events
		reach(at)
		fmt.Println(at, ctx.Err())
	}
	// Output:
	// 0 <nil>
	// 9999999 <nil>
	// 10000000 context deadline exceeded
}
