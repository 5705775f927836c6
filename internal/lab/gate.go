package lab

import (
	"context"
	"net/http"
	"time"

	"evsim/internal/lab/answer"
)

// gate lets so many requests work at a time and so many more wait.
type gate struct {
	admitted chan struct{}
	working  chan struct{}
	wait     time.Duration
}

func newGate(atOnce, waiting int, wait time.Duration) gate {
	return gate{make(chan struct{}, atOnce+waiting), make(chan struct{}, atOnce), wait}
}

// enter waits for its turn; who has entered must leave.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	busy := answer.Refuse(http.StatusServiceUnavailable, "try again in a moment", "too many requests at once")
	select {
	case g.admitted <- struct{}{}:
	default:
		return nil, busy
	}
	leave = func() { <-g.working; <-g.admitted }
	select {
	case g.working <- struct{}{}:
		return leave, nil
	default:
	}
	timer := time.NewTimer(g.wait)
	defer timer.Stop()
	select {
	case g.working <- struct{}{}:
		return leave, nil
	case <-timer.C:
		err = busy
	case <-ctx.Done():
		err = ctx.Err()
	}
	<-g.admitted
	return nil, err
}
