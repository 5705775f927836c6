package main

import (
	"net"
	"strconv"

	"evsim/internal/say"
)

const (
	labPort  = 3939 // a browser keeps drafts for each port, so the lab stays at one
	labPorts = 20   // so many are tried from it on
)

// labListener listens where the lab is asked to, or else on this machine, at the
// usual port or the next free one.
func (a *app) labListener(o labOptions) (net.Listener, error) {
	if o.listen != "" {
		return heard(o.listen)
	}
	if o.port != labPort {
		return heard(here(o.port))
	}
	first, err := heard(here(labPort))
	if err == nil {
		return first, nil
	}
	for port := labPort + 1; port < labPort+labPorts; port++ {
		if listener, other := heard(here(port)); other == nil {
			a.complain(say.Errorf("port %d is not free, so the lab is at port %d: it does not show drafts that were written at another port", labPort, port))
			return listener, nil
		}
	}
	return nil, err
}

func here(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

func heard(at string) (net.Listener, error) {
	listener, err := net.Listen("tcp", at)
	if err != nil {
		return nil, say.Errorf("cannot listen: %w", err)
	}
	return listener, nil
}
