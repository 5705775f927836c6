package explore

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"math"

	"evsim/clock"
)

// A checkpoint is a line that says what it is, lists of numbers and texts, and
// a sum over all of it. Numbers are varints (encoding/binary), texts and lists
// begin with their length. It is written and read piece by piece, so that
// neither takes memory of its own.
//
// The sum finds what was damaged or edited by mistake. Who means to can make a
// new one: what is read is therefore held to what a search can have left, and
// answers are checked when a run is made with them.

// checkpointLine begins every checkpoint. The number changes whenever what it
// means does.
const (
	checkpointName = "evsim checkpoint "
	checkpointLine = checkpointName + "4\n"
)

// Write writes the frontier, so that another process can go on. Of names the
// search that it belongs to.
func (f *Frontier) Write(w io.Writer, of Identity) error {
	out := checkpointWriter{sum: sha256.New()}
	out.to = bufio.NewWriter(io.MultiWriter(w, out.sum))
	out.to.WriteString(checkpointLine)
	out.json(of)
	out.flag(f.fresh)
	out.flag(f.dealt)
	out.number(uint64(f.first))
	out.number(uint64(f.found.paths))
	out.share(f.done)
	out.states(f.states)
	out.states(f.next)
	left := len(f.states)+len(f.next) > 0
	if left {
		out.keys(f.seen)
	} else {
		out.keys(newSeen()) // nothing is left that could be known already
	}
	out.orders(f.found.list)
	if left {
		out.orders(f.early)
	} else {
		out.orders(nil)
	}
	if out.err == nil {
		out.err = out.to.Flush()
	}
	if out.err == nil {
		_, out.err = w.Write(out.sum.Sum(nil))
	}
	if out.err != nil {
		return fmt.Errorf("write a checkpoint: %w", out.err)
	}
	return nil
}

// checkpointWriter writes the pieces of a checkpoint. The bufio.Writer keeps
// the first error of its own.
type checkpointWriter struct {
	to      *bufio.Writer
	sum     hash.Hash
	scratch []byte
	err     error
}

func (w *checkpointWriter) number(n uint64) {
	w.scratch = binary.AppendUvarint(w.scratch[:0], n)
	w.to.Write(w.scratch)
}

func (w *checkpointWriter) flag(set bool) {
	if set {
		w.number(1)
		return
	}
	w.number(0)
}

func (w *checkpointWriter) share(x float64) { w.number(math.Float64bits(x)) }

func (w *checkpointWriter) text(text []byte) {
	w.number(uint64(len(text)))
	w.to.Write(text)
}

func (w *checkpointWriter) json(value any) {
	text, err := json.Marshal(value)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.text(text)
}

func (w *checkpointWriter) states(list []state) {
	w.number(uint64(len(list)))
	for i := range list {
		s := &list[i]
		w.text(s.answers)
		w.number(uint64(s.given))
		w.flag(s.onward)
		w.spans(s.frozen)
		w.share(s.share)
	}
}

func (w *checkpointWriter) spans(list []clock.Span) {
	w.number(uint64(len(list)))
	for _, d := range list {
		w.scratch = binary.AppendVarint(w.scratch[:0], int64(d))
		w.to.Write(w.scratch)
	}
}

// keys writes the states that were found: of each key those that have it, in
// the order in which they are looked at.
func (w *checkpointWriter) keys(s *seen) {
	w.number(uint64(len(s.states)))
	for key, all := range s.states {
		w.to.Write(key[:])
		w.number(uint64(len(all)))
		for i := range all {
			w.number(uint64(all[i].number))
			w.text([]byte(all[i].zone))
		}
	}
}

func (w *checkpointWriter) orders(list []Order) {
	w.number(uint64(len(list)))
	for i := range list {
		w.json(&list[i])
	}
}
