package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"strings"

	"evsim/internal/folder"
	"evsim/internal/say"
	"evsim/sim"
)

// maxLine is the longest line of NDJSON that is read, in bytes.
const maxLine = 64 << 20

// readPart reads the explorations of one file.
func readPart(file string) ([]*merged, error) {
	in, _, err := folder.Open(file)
	if err != nil {
		return nil, say.Errorf("cannot read a part: %w", err)
	}
	defer in.Close()
	all, err := parseParts(in)
	if err != nil {
		return nil, say.Errorf("%s:%w", file, err)
	}
	return all, nil
}

// parseParts reads the explorations of a stream. The error begins with the
// number of the line.
func parseParts(in io.Reader) ([]*merged, error) {
	p := partReader{current: &merged{}, sum: sha256.New()}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	n := 1
	for ; lines.Scan(); n++ {
		if err := p.line(lines.Bytes()); err != nil {
			return nil, say.Errorf("%d: %w", n, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, say.Errorf("%d: the line is longer than %d bytes", n, maxLine)
	case err != nil:
		return nil, say.Errorf("%d: %w", n, err)
	case len(p.current.orders) > 0 || len(p.all) == 0:
		return nil, say.Errorf("%d: it is incomplete: no line says that the exploration ended", n)
	}
	return p.all, nil
}

// partReader reads the lines of explorations.
type partReader struct {
	all     []*merged
	current *merged // of which no verdict was read yet
	sum     hash.Hash
}

var (
	errGone  = say.Errorf("lines were changed or removed after evsim wrote them: explore this part again")
	errAlien = say.Errorf("evsim does not write such a line: its numbers or names are impossible")
)

func (p *partReader) line(text []byte) error {
	var line struct {
		Event string `json:"event"`
	}
	if err := json.Unmarshal(text, &line); err != nil {
		return say.Errorf("it is not a line of evsim explore --format ndjson: %w", err)
	}
	switch line.Event {
	case "order":
		return p.order(text)
	case "explored":
		return p.verdict(text)
	}
	return say.Errorf("there is no event %q", line.Event)
}

func (p *partReader) order(text []byte) error {
	var o orderLine
	if err := json.Unmarshal(text, &o); err != nil {
		return err
	}
	if o.Order != len(p.current.orders)+1 || !endsRuns(o.Stop) {
		return errAlien
	}
	p.sum.Write(append(bytes.Clone(text), '\n'))
	p.current.orders = append(p.current.orders, o)
	return nil
}

// endsRuns reports whether a word names a way in which a run ends.
func endsRuns(word string) bool {
	for reason := sim.Ended; reason.Valid(); reason++ {
		if reason.String() == word {
			return true
		}
	}
	return false
}

func (p *partReader) verdict(text []byte) error {
	v := &p.current.verdict
	if err := json.Unmarshal(text, v); err != nil {
		return err
	}
	switch {
	case v.Of == nil:
		return say.Errorf("another version of evsim wrote it, which did not say what it depends on: explore this part again")
	case v.Orders != len(p.current.orders) || v.sum(p.sum) != v.Sum:
		if wrote := v.Of.Value(programProperty); wrote != buildName() {
			return say.Errorf("another version of evsim wrote it, %q: combine the parts with that version, or explore this part again", wrote)
		}
		return errGone
	case v.Complete != (v.Why == ""):
		return errAlien
	}
	for i := range p.current.orders {
		if o := &p.current.orders[i]; o.File != v.File || o.Policy != v.Policy {
			return errAlien
		}
	}
	p.all, p.current = append(p.all, p.current), &merged{}
	p.sum.Reset()
	return nil
}

// unlike says what two explorations do not have in common; "": nothing.
func unlike(part, first verdictLine) string {
	return strings.ReplaceAll(part.Of.Differs(first.Of), "there", "in the first part")
}
