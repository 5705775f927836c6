package lab

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Patience is how long the server waits for clients.
type Patience struct {
	Header time.Duration // for the header of a request
	Read   time.Duration // for a whole request
	Write  time.Duration // from the end of the header until the answer is taken
	Idle   time.Duration // between two requests of one connection
}

// Patient is the usual patience.
func Patient() Patience {
	return Patience{Header: 5 * time.Second, Read: 15 * time.Second, Write: 45 * time.Second, Idle: 60 * time.Second}
}

// maxHeader bounds the header of a request, in bytes.
const maxHeader = 16 << 10

// Server is a server with this patience.
func (p Patience) Server(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, MaxHeaderBytes: maxHeader,
		ReadHeaderTimeout: p.Header, ReadTimeout: p.Read, WriteTimeout: p.Write, IdleTimeout: p.Idle,
	}
}

// Serve answers requests until ctx ends. Requests under way may take so long
// more; it returns when all of them have ended.
func Serve(ctx context.Context, s *http.Server, listener net.Listener, leave time.Duration) error {
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	s.BaseContext = func(net.Listener) context.Context { return work }
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	return shutDown(ctx, s, stop, leave)
}

// shutDown lets requests end by themselves for a moment, then ends their work,
// and then their connections.
func shutDown(ctx context.Context, s *http.Server, stop func(), leave time.Duration) error {
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), leave)
	defer cancel()
	timer := time.AfterFunc(leave/8, stop) // the rest is for answers to be written
	defer timer.Stop()
	if err := s.Shutdown(late); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("shut down: %w", err)
	}
	return s.Close()
}
