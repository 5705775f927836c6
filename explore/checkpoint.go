package explore

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"

	"evsim/clock"
)

// ErrOther says that a checkpoint is of another search.
var ErrOther = errors.New("it is of another search: the file, the policy or the options were others")

// stored is a Frontier as it is written: gob keeps what has a name.
type stored struct {
	Of           string
	States, Next []storedState
	Seen         []stateKey
	Order        []int // by Seen: how many states were found before it
	First        int
	Orders       []Order
	Early        []Order
	Paths        int
	Done         float64
	Size         int64
	Dealt        bool
}

type storedState struct {
	Answers []byte
	Frozen  []clock.Span
	Share   float64
}

// Write writes the frontier, so that another process can go on. Of names the
// search that it belongs to.
func (f *Frontier) Write(w io.Writer, of string) error {
	out := stored{
		Of: of, States: store(f.states), Next: store(f.next), First: f.first,
		Orders: f.found.list, Early: f.early, Paths: f.found.paths, Done: f.done, Size: f.size, Dealt: f.dealt,
	}
	for key, at := range f.seen {
		out.Seen, out.Order = append(out.Seen, key), append(out.Order, at)
	}
	if err := gob.NewEncoder(w).Encode(out); err != nil {
		return fmt.Errorf("write a checkpoint: %w", err)
	}
	return nil
}

func store(states []state) []storedState {
	out := make([]storedState, len(states))
	for i, s := range states {
		out[i] = storedState{s.answers, s.frozen, s.share}
	}
	return out
}

// ReadFrontier reads what Write wrote of a search; ErrOther when it is of
// another one.
func ReadFrontier(r io.Reader, of string) (*Frontier, error) {
	var in stored
	if err := gob.NewDecoder(r).Decode(&in); err != nil {
		return nil, fmt.Errorf("it is no checkpoint, or not whole: %w", err)
	}
	if in.Of != of {
		return nil, ErrOther
	}
	if len(in.Seen) != len(in.Order) {
		return nil, errors.New("it is no checkpoint: its lists do not match")
	}
	f := newFrontier()
	f.states, f.next, f.first, f.done, f.size, f.dealt = restored(in.States), restored(in.Next), in.First, in.Done, in.Size, in.Dealt
	for i, key := range in.Seen {
		f.seen[key] = in.Order[i]
	}
	for i := range in.Orders {
		f.found.find(texts(in.Orders[i].Log), in.Orders[i].Stop)
		f.found.list = append(f.found.list, in.Orders[i])
	}
	f.found.paths, f.early = in.Paths, in.Early
	return f, nil
}

func restored(stored []storedState) []state {
	out := make([]state, len(stored))
	for i, s := range stored {
		out[i] = state{s.Answers, s.Frozen, s.Share}
	}
	return out
}
