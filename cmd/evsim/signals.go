package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// promptly is how long a command may go on after an interrupt; then the process
// ends, and what it was writing is taken back.
const promptly = 300 * time.Millisecond

// untilInterrupted is a context that ends with the first interrupt, with the
// first request to end, and when nobody reads the output any more: so that
// files which are being written can be taken back. A second interrupt has its
// usual meaning again; that nobody reads is an error of each further write.
//
// Of a command that is to end patience says how long it may take; 0 is as long
// as it needs. The caller calls stop when the command is over.
func (a *app) untilInterrupted(ctx context.Context, patience time.Duration) (within context.Context, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	interrupts, unreads := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt, syscall.SIGTERM)
	signal.Notify(unreads, syscall.SIGPIPE)
	over := make(chan struct{})
	go func() {
		code := interrupted
		select {
		case <-interrupts:
			signal.Stop(interrupts)
		case <-unreads:
			code = unread
		case <-over:
			return
		}
		cancel()
		if patience == 0 {
			return
		}
		select {
		case <-time.After(patience):
			a.abandon(code, nil)
		case <-over:
		}
	}()
	return ctx, func() {
		close(over)
		signal.Stop(interrupts)
		signal.Stop(unreads)
		cancel()
	}
}
