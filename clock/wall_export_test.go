package clock

import (
	"context"

	bclock "github.com/benbjohnson/clock"
)

// PlayOn is Play by another clock than the machine's.
func PlayOn(wall bclock.Clock, pace Pace) (wait func(context.Context, Instant) error) {
	return newPlayer(wall, pace).wait
}
