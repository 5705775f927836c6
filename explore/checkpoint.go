package explore

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"evsim/clock"
)

// ErrOther says that a checkpoint is of another search.
var ErrOther = errors.New("it is of another search: the file, the policy or the options were others")

// stored is a Frontier as it is written: as JSON, since gob makes every start of
// the program longer, and without names where there is much.
type stored struct {
	Of           string
	States, Next storedStates
	Seen         []byte // the keys, one behind the other
	Order        []int  // by Seen: how many states were found before it
	First        int
	Orders       []Order
	Early        []Order
	Paths        int
	Done         float64
	Size         int64
	Dealt        bool
}

// storedStates are states, each in three lists.
type storedStates struct {
	Answers [][]byte
	Frozen  [][]clock.Span
	Shares  []float64
}

// Write writes the frontier, so that another process can go on. Of names the
// search that it belongs to.
func (f *Frontier) Write(w io.Writer, of string) error {
	out := stored{
		Of: of, States: store(f.states), Next: store(f.next), First: f.first,
		Orders: f.found.list, Early: f.early, Paths: f.found.paths, Done: f.done, Size: f.size, Dealt: f.dealt,
	}
	for key, at := range f.seen {
		out.Seen, out.Order = append(out.Seen, key[:]...), append(out.Order, at)
	}
	if err := json.NewEncoder(w).Encode(out); err != nil {
		return fmt.Errorf("write a checkpoint: %w", err)
	}
	return nil
}

func store(states []state) (out storedStates) {
	for _, s := range states {
		out.Answers, out.Frozen, out.Shares = append(out.Answers, s.answers), append(out.Frozen, s.frozen), append(out.Shares, s.share)
	}
	return out
}

// ReadFrontier reads what Write wrote of a search; ErrOther when it is of
// another one.
func ReadFrontier(r io.Reader, of string) (*Frontier, error) {
	var in stored
	if err := json.NewDecoder(r).Decode(&in); err != nil {
		return nil, fmt.Errorf("it is no checkpoint, or not whole: %w", err)
	}
	if in.Of != of {
		return nil, ErrOther
	}
	if len(in.Seen) != len(stateKey{})*len(in.Order) || !in.States.match() || !in.Next.match() {
		return nil, errors.New("it is no checkpoint: its lists do not match")
	}
	f := newFrontier()
	f.states, f.next, f.first, f.done, f.size, f.dealt = restored(in.States), restored(in.Next), in.First, in.Done, in.Size, in.Dealt
	for i, at := range in.Order {
		f.seen[stateKey(in.Seen[i*len(stateKey{}):])] = at
	}
	for i := range in.Orders {
		f.found.find(texts(in.Orders[i].Log), in.Orders[i].Stop)
		f.found.list = append(f.found.list, in.Orders[i])
	}
	f.found.paths, f.early = in.Paths, in.Early
	return f, nil
}

func (s storedStates) match() bool {
	return len(s.Answers) == len(s.Frozen) && len(s.Answers) == len(s.Shares)
}

func restored(stored storedStates) []state {
	out := make([]state, len(stored.Answers))
	for i := range out {
		out[i] = state{stored.Answers[i], stored.Frozen[i], stored.Shares[i]}
	}
	return out
}
