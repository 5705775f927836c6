package clock

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	bclock "github.com/benbjohnson/clock"
)

// This file is the edge to real time, and the only one that knows the library
// which stands for it. Its mock sleeps a millisecond of real time with each
// step, so it follows a simulation and never drives one.

// Pace is how much virtual time passes in one unit of real time: at 2 a
// simulation plays twice as fast as it would run.
type Pace float64

// ParsePace reads a pace such as "1x", "0.5x" or "10x". Zero, negative and
// other numbers, and ones without the x, are errors.
func ParsePace(text string) (Pace, error) {
	number, ok := strings.CutSuffix(text, "x")
	if !ok || number == "" || strings.Trim(number, "0123456789.") != "" {
		return 0, fmt.Errorf("%q is no pace: it is a number and x, such as 1x or 0.5x", text)
	}
	pace, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || math.IsInf(pace, 0):
		return 0, fmt.Errorf("%q is no pace: it is a number and x, such as 1x or 0.5x", text)
	case pace == 0:
		return 0, fmt.Errorf("at a pace of %s nothing ever happens", text)
	}
	return Pace(pace), nil
}

// real is how long a span of virtual time takes; the longest duration there is
// when it takes longer than that.
func (p Pace) real(d Span) time.Duration {
	took := float64(d) / float64(p)
	if took >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(took)
}

// Player lets real time pass as virtual time does. It is not safe for use by
// several goroutines at once.
type Player struct {
	wall  bclock.Clock
	pace  Pace
	start time.Time // the real time of the Instant 0
}

// NewPlayer is a Player whose virtual time starts now, by the wall's clock.
func NewPlayer(wall bclock.Clock, pace Pace) *Player {
	return &Player{wall: wall, pace: pace, start: wall.Now()}
}

// Play is a Player on the machine's clock.
func Play(pace Pace) *Player { return NewPlayer(bclock.New(), pace) }

// Wait returns when the instant at has come, at once when it has passed, or
// with the context's error when that is done before.
func (p *Player) Wait(ctx context.Context, at Instant) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	// From the start each time: what one wait is late by does not add up.
	left := p.pace.real(Span(at)) - p.wall.Since(p.start)
	if left <= 0 {
		return nil
	}
	timer := p.wall.Timer(left)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Follower moves a mock clock along virtual time, so that Go code which takes
// a clock of github.com/benbjohnson/clock lives on a simulation's time: its
// timers, tickers and deadlines come when the simulation reaches them.
//
// Call Reach with the time of each event of a run. What is set at one instant
// has fired before anything that the simulation does at a later one.
type Follower struct {
	mock *bclock.Mock
	now  Instant
}

// Follow is a Follower for which the mock's present time is the Instant 0.
func Follow(mock *bclock.Mock) *Follower { return &Follower{mock: mock} }

// Reach moves the mock to the instant at, and fires on the way what is due. An
// instant that is not after the last one does nothing.
func (f *Follower) Reach(at Instant) {
	if at <= f.now {
		return
	}
	f.mock.Add(Span(at - f.now).Duration())
	f.now = at
}
