package main

import (
	"io"
	"strings"
	"testing"
)

// TestCommandsByName holds the table against the commands' own names: one that
// was listed under another would be made whenever it is not wanted.
func TestCommandsByName(t *testing.T) {
	a := newApp(strings.NewReader(""), io.Discard, io.Discard)
	for _, c := range commands {
		if name := c.make(a).Name(); name != c.name {
			t.Errorf("%s is listed as %s", name, c.name)
		}
		if made := len(a.command([]string{c.name}).Commands()); made != 1 {
			t.Errorf("%d commands are made for %s", made, c.name)
		}
	}
	if made, want := len(a.command(nil).Commands()), len(commands)+1; made != want {
		t.Errorf("%d commands are made for help, of %d", made, want)
	}
}
