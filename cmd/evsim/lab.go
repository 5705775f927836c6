package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"evsim/lab"
	"evsim/viewer"
)

// labOptions are the flags of lab.
type labOptions struct {
	listen string
	open   bool
}

// leaveAfter is how long requests may go on once the lab was interrupted.
const leaveAfter = 3 * time.Second

// lab serves the page on which scenarios are written, until it is interrupted.
func (a *app) lab(ctx context.Context, dir string, o labOptions) (err error) {
	host, _, err := net.SplitHostPort(o.listen)
	if err != nil {
		return fmt.Errorf("--listen %s: want HOST:PORT, such as 127.0.0.1:8080", o.listen)
	}
	config := lab.Config{Limits: lab.Default(), Script: viewer.LabScript(), Style: viewer.LabStyle(), Names: []string{host}}
	if dir != "" {
		if config.Folder, err = lab.OpenFolder(dir); err != nil {
			return fmt.Errorf("cannot read %s: %w", dir, reason(errors.Unwrap(err)))
		}
		defer config.Folder.Close()
	}
	h, err := lab.New(config)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	listener, err := net.Listen("tcp", o.listen)
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	url := "http://" + reachable(listener.Addr().String()) + "/"
	if err := a.writeAll(url + "\n"); err != nil {
		listener.Close()
		return err
	}
	if o.open {
		a.browse(ctx, url)
	}
	server := lab.Patient().Server(h)
	server.ErrorLog = log.New(a.stderr, "evsim: ", 0)
	return lab.Serve(ctx, server, listener, leaveAfter)
}

// reachable is an address at which this machine reaches what listens at addr:
// one that stands for every address is none to go to.
func reachable(addr string) string {
	at, err := netip.ParseAddrPort(addr)
	if err != nil || !at.Addr().IsUnspecified() {
		return addr
	}
	return net.JoinHostPort("localhost", strconv.Itoa(int(at.Port())))
}

// browse opens the page in the user's browser; it tells when it cannot.
func (a *app) browse(ctx context.Context, url string) {
	command := map[string][]string{
		"darwin":  {"open"},
		"windows": {"rundll32", "url.dll,FileProtocolHandler"},
	}[runtime.GOOS]
	if command == nil {
		command = []string{"xdg-open"}
	}
	opener := exec.CommandContext(ctx, command[0], append(command[1:], url)...)
	if err := opener.Start(); err != nil {
		a.complain(fmt.Errorf("cannot open a browser: %w", err))
		return
	}
	go func() { _ = opener.Wait() }() // what becomes of it is the user's to see
}
