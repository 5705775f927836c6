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

// UnmarshalText reads a pace such as "1x", "0.5x" or "10x"
// (encoding.TextUnmarshaler). Zero, negative and other numbers, and ones without
// the x, are errors.
func (p *Pace) UnmarshalText(text []byte) error {
	number, ok := strings.CutSuffix(string(text), "x")
	if !ok || number == "" || strings.Trim(number, "0123456789.") != "" {
		return fmt.Errorf("%q is no pace: it is a number and x, such as 1x or 0.5x", text)
	}
	pace, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || math.IsInf(pace, 0):
		return fmt.Errorf("%q is no pace: it is a number and x, such as 1x or 0.5x", text)
	case pace == 0:
		return fmt.Errorf("at a pace of %s nothing ever happens", text)
	}
	*p = Pace(pace)
	return nil
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

// Play lets real time pass as virtual time does, from now on: wait returns when an
// instant has come, at once when it has passed, or with the context's error when
// that is done before. It is not safe for use by several goroutines at once.
func Play(pace Pace) (wait func(ctx context.Context, at Instant) error) {
	return newPlayer(bclock.New(), pace).wait
}

// player is the real time that a simulation began at, and its pace.
type player struct {
	wall  bclock.Clock
	pace  Pace
	start time.Time // the real time of the Instant 0
}

// newPlayer is a player whose virtual time starts now, by the wall's clock.
func newPlayer(wall bclock.Clock, pace Pace) *player {
	return &player{wall: wall, pace: pace, start: wall.Now()}
}

func (p *player) wait(ctx context.Context, at Instant) error {
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

// Follow moves a mock clock along virtual time, so that Go code which takes a
// clock of github.com/benbjohnson/clock lives on a simulation's time: its timers,
// tickers and deadlines come when the simulation reaches them. The mock's present
// time is the Instant 0.
//
// Call reach with the time of each event of a run. What is set at one instant
// has fired before anything that the simulation does at a later one. An instant
// that is not after the last one does nothing.
func Follow(mock *bclock.Mock) (reach func(at Instant)) {
	var now Instant
	return func(at Instant) {
		if at > now {
			mock.Add(Span(at - now).Duration())
			now = at
		}
	}
}
