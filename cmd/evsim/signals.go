package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilInterrupted is a context that ends with the first interrupt, with the
// first request to end, and when nobody reads the output any more: so that
// files which are being written can be taken back. A second interrupt has its
// usual meaning again; that nobody reads is an error of each further write.
func untilInterrupted(ctx context.Context) (context.Context, func()) {
	ctx, cancel := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, cancel)
	unread := make(chan os.Signal, 1)
	signal.Notify(unread, syscall.SIGPIPE)
	go func() {
		select {
		case <-unread:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		cancel()
		signal.Stop(unread)
	}
}
