package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilInterrupted is a context that ends with the first interrupt, with the
// first request to end, and when nobody reads the output any more: so that
// files which are being written can be taken back. The second signal has its
// usual meaning again.
func untilInterrupted(ctx context.Context) (context.Context, func()) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
