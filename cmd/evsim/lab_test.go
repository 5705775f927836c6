package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evsim/internal/viewer"
)

func TestReachable(t *testing.T) {
	for addr, want := range map[string]struct {
		url  string
		open bool
	}{
		"127.0.0.1:80": {"http://127.0.0.1:80/", false}, "[::1]:80": {"http://[::1]:80/", false}, "192.0.2.1:80": {"http://192.0.2.1:80/", true},
		"[::]:80": {"http://localhost:80/", true}, "0.0.0.0:80": {"http://localhost:80/", true},
	} {
		urls, open := reachable(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(addr)))
		if urls[0] != want.url || open != want.open {
			t.Errorf("%s: %q, open to others %v", addr, urls, open)
		}
		for _, url := range urls[1:] {
			if at, err := netip.ParseAddrPort(strings.Trim(strings.TrimPrefix(url, "http:"), "/")); err != nil || at.Addr().IsUnspecified() || at.Addr().IsLoopback() {
				t.Errorf("%s: nobody else gets to %s (%v)", addr, url, err)
			}
		}
	}
}

// TestLab serves the page, with the scenarios of a folder, until it is told to
// end.
func TestLab(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "mine.yaml"), []byte("evsim: 1\nname: Mine\nscript: {log: a}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, in := io.Pipe()
	code := make(chan status, 1)
	go func() { code <- newApp(nil, in, t.Output()).execute(ctx, []string{"lab", folder}) }()
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url = strings.TrimSpace(url)
	get := func(path string) string {
		r, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatal(r.Status, err)
		}
		return string(body)
	}
	if page := get(""); !strings.Contains(page, `<div id="lab">`) {
		t.Error(page)
	}
	var gallery struct{ Yours []struct{ ID string } }
	if err := json.Unmarshal([]byte(get("api/gallery")), &gallery); err != nil || len(gallery.Yours) != 1 || gallery.Yours[0].ID != "mine.yaml" {
		t.Errorf("%+v, %v", gallery, err)
	}
	if script, style := get("lab.js"), get("lab.css"); script != viewer.LabScript() || style != viewer.LabStyle() {
		t.Error("the page's script or style sheet is another")
	}
	cancel()
	if got := <-code; got != done {
		t.Errorf("exit code %d", got)
	}
}

// TestLabPort: the lab is at the same port each time; where that is taken it says
// at which it is, and a port that was asked for is not replaced.
func TestLabPort(t *testing.T) {
	var told strings.Builder
	a := newApp(nil, io.Discard, &told)
	first, err := a.labListener(labOptions{port: labPort})
	if err != nil {
		t.Skip(err) // another program has all of them
	}
	defer first.Close()
	told.Reset()
	second, err := a.labListener(labOptions{port: labPort})
	if err != nil {
		t.Skip(err)
	}
	defer second.Close()
	at, other := first.Addr().(*net.TCPAddr), second.Addr().(*net.TCPAddr)
	if !at.IP.IsLoopback() || !other.IP.IsLoopback() || other.Port <= labPort || other.Port >= labPort+labPorts || other.Port == at.Port {
		t.Errorf("it listens at %v, then at %v", at, other)
	}
	if want := fmt.Sprintf("port %d is not free, so the lab is at port %d", labPort, other.Port); !strings.Contains(told.String(), want) {
		t.Errorf("it says %q, want %q in it", told.String(), want)
	}
	for _, o := range []labOptions{{port: other.Port}, {listen: other.String()}} {
		if third, err := a.labListener(o); err == nil {
			third.Close()
			t.Errorf("%+v: it listens at %v, which is taken", o, third.Addr())
		}
	}
}
