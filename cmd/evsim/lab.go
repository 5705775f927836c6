package main

import (
	"context"
	"errors"
	"log"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"evsim/internal/code"
	"evsim/internal/lab"
	"evsim/internal/lab/answer"
	away "evsim/internal/lab/apart"
	"evsim/internal/say"
	"evsim/internal/viewer"
)

// labOptions are the flags of lab.
type labOptions struct {
	listen string // empty: on this machine, at port
	port   int
	open   bool
	frames []string
	sheet  string // a file to write, in place of serving
}

// leaveAfter is how long requests may go on once the lab was interrupted.
const leaveAfter = 3 * time.Second

// lab serves the page on which scenarios are written, until it is interrupted.
func (a *app) lab(ctx context.Context, dir string, o labOptions) (err error) {
	host := "127.0.0.1"
	if o.listen != "" {
		if host, _, err = net.SplitHostPort(o.listen); err != nil {
			return say.Errorf("--listen %s: want HOST:PORT, such as 127.0.0.1:8080", o.listen)
		}
	}
	config := lab.Config{Config: answer.Config{Limits: answer.Default()}, Script: viewer.LabScript(), Style: viewer.LabStyle(), Report: viewer.EmptyReport(), Names: []string{host}, Frames: o.frames}
	config.Tell = func(line string) { a.complain(errors.New(line)) }
	if dir != "" {
		folder, err := answer.OpenFolder(dir)
		if err != nil {
			return say.Errorf("cannot read %s: %w", dir, reason(errors.Unwrap(err)))
		}
		defer folder.Close()
		config.Folder = folder
	}
	if o.sheet != "" {
		return a.sheet(ctx, config.Config, o.sheet)
	}
	workers, err := away.New(config.Limits)
	if err != nil {
		return err
	}
	defer workers.Close()
	config.Apart = workers
	h, err := lab.New(config)
	if wrong := (*lab.NoOrigin)(nil); errors.As(err, &wrong) {
		return say.Errorf("--frame %s: want the origin of a page, such as https://course.example", wrong.Name)
	} else if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	listener, err := a.labListener(o)
	if err != nil {
		return err
	}
	urls, open := reachable(listener.Addr())
	if open {
		a.complain(say.Errorf("the lab is open to the network: anybody who can reach this machine can use it and read the folder that it shows; without --listen only this machine can"))
	}
	if err := a.writeAll(strings.Join(urls, "\n") + "\n"); err != nil {
		listener.Close()
		return err
	}
	if o.open {
		a.browse(ctx, urls[0])
	}
	server := lab.Patient().Server(h)
	server.ErrorLog = log.New(a.stderr, "evsim: ", 0)
	return lab.Serve(ctx, server, listener, leaveAfter)
}

// answerApart makes this process one that answers what the lab is asked about
// code.
func answerApart() {
	answers, err := answer.New(answer.Config{Limits: answer.Default(), Code: code.Text})
	if err == nil {
		err = away.Serve(os.Stdin, os.Stdout, answers, func() { os.Exit(away.OutOfMemory) })
	}
	if err != nil {
		newApp(os.Stdin, os.Stdout, os.Stderr).complain(err)
		os.Exit(int(unusable))
	}
}

// reachable is the addresses at which what listens at addr is reached, the one
// for this machine first, and whether others reach it too. An address that
// stands for every address is none to go to.
func reachable(addr net.Addr) (urls []string, open bool) {
	at, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return []string{"http://" + addr.String() + "/"}, true
	}
	if !at.Addr().IsUnspecified() {
		return []string{"http://" + at.String() + "/"}, !at.Addr().IsLoopback()
	}
	port := strconv.Itoa(int(at.Port()))
	urls = []string{"http://" + net.JoinHostPort("localhost", port) + "/"}
	all, _ := net.InterfaceAddrs() // without them, this machine's own is told
	for _, one := range all {
		prefix, err := netip.ParsePrefix(one.String())
		if ip := prefix.Addr(); err == nil && !ip.IsLoopback() && !ip.IsLinkLocalUnicast() && (ip.Is4() || at.Addr().Is6()) {
			urls = append(urls, "http://"+net.JoinHostPort(ip.String(), port)+"/")
		}
	}
	return urls, true
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
		a.complain(say.Errorf("cannot open a browser: %w", err))
		return
	}
	go func() { _ = opener.Wait() }() // what becomes of it is the user's to see
}
