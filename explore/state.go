package explore

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"reflect"
	"slices"

	"evsim/clock"
	"evsim/sim"
)

// stateKey names what the rest of a run depends on, but for what is known of its
// unknowns. Two runs at rest with equal keys and equal zones have logged the same
// and go on to the same orders. It is a hash of 128 bits: among a billion states
// the chance that two share one by accident is about 10^-21.
type stateKey [16]byte

// stateReader writes down the state of a run at rest: everything that can be
// reached from it, field by field. So whatever is added to a runtime counts,
// unless its field says otherwise: see stateTag.
type stateReader struct {
	path    *path // whose instants are read
	turns   bool  // runs with different numbers of turns differ
	words   []byte
	live    []int // variables that the state speaks of, by order of the first mention
	seen    []uintptr
	writers map[reflect.Type]stateWriter
	unused  []uint64
}

type stateWriter func(*stateReader, reflect.Value)

func newStateReader(p *path, turns bool) *stateReader {
	return &stateReader{path: p, turns: turns, writers: make(map[reflect.Type]stateWriter)}
}

// begin starts the description of a state with what root points to.
func (d *stateReader) begin(root reflect.Value) {
	d.reset()
	d.write(root)
}

func (d *stateReader) reset() {
	d.words, d.live, d.seen = d.words[:0], append(d.live[:0], 0), d.seen[:0]
}

// key is the key of what was described, and what a path assumes of the variables
// that it speaks of.
func (d *stateReader) key(p *path) (key stateKey, zone string) {
	sum := sha256.Sum256(d.words)
	d.words = d.words[:0]
	for _, x := range d.live {
		for _, y := range d.live {
			if x != y {
				d.words = binary.AppendVarint(d.words, int64(p.bounds.at(x, y)))
			}
		}
	}
	return stateKey(sum[:16]), string(d.words)
}

func (d *stateReader) number(n uint64) { d.words = binary.AppendUvarint(d.words, n) }

func (d *stateReader) text(s string) {
	d.number(uint64(len(s)))
	d.words = append(d.words, s...)
}

// instant writes an instant with its variable by order of mention, so that it
// does not matter how many variables were made before.
func (d *stateReader) instant(t clock.Instant) {
	variable, constant := split(t)
	switch {
	case variable == never:
		d.number(math.MaxUint64)
		return
	case variable < 0:
		d.lateFloor(d.path.late[-1-variable], constant)
		return
	}
	at := slices.Index(d.live, variable)
	if at < 0 {
		at = len(d.live)
		d.live = append(d.live, variable)
	}
	d.number(uint64(at))
	d.number(uint64(constant))
}

// lateFloor writes an instant that is a constant after a floor: as a number of
// units where by now only one is left, and else as what it is the floor of. All
// floors that are left open have one base and one unit.
func (d *stateReader) lateFloor(f lateFloor, constant clock.Span) {
	if low, high := d.path.units(f); low == high {
		d.instant(f.base.Add(low*f.unit + constant))
		return
	}
	d.number(math.MaxUint64 - 1)
	d.instant(f.t)
	d.number(uint64(constant))
}

func (d *stateReader) write(v reflect.Value) { d.writer(v.Type())(d, v) }

func (d *stateReader) writer(t reflect.Type) stateWriter {
	w, ok := d.writers[t]
	if !ok {
		d.writers[t] = func(d *stateReader, v reflect.Value) { d.writers[t](d, v) } // for types that hold themselves
		w = d.compile(t)
		d.writers[t] = w
	}
	return w
}

// compile makes the writer of a type.
func (d *stateReader) compile(t reflect.Type) stateWriter {
	switch {
	case t == reflect.TypeFor[clock.Instant]():
		return func(d *stateReader, v reflect.Value) { d.instant(clock.Instant(v.Int())) }
	case t == reflect.TypeFor[sim.TaskID](): // it only tells events apart
		return nothing
	case scalars[t.Kind()] != nil:
		return scalars[t.Kind()]
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return d.compileList(t)
	case reflect.Interface:
		return dynamic
	case reflect.Pointer:
		return d.compilePointer(t)
	case reflect.Struct:
		return d.compileStruct(t)
	}
	panic("explore: no way to read a " + t.String())
}

// scalars are the writers of what holds nothing else.
var scalars = [reflect.UnsafePointer + 1]stateWriter{
	reflect.Bool:    boolean,
	reflect.Int:     signed,
	reflect.Int8:    signed,
	reflect.Int16:   signed,
	reflect.Int32:   signed,
	reflect.Int64:   signed,
	reflect.Uint:    unsigned,
	reflect.Uint8:   unsigned,
	reflect.Uint16:  unsigned,
	reflect.Uint32:  unsigned,
	reflect.Uint64:  unsigned,
	reflect.Float32: float,
	reflect.Float64: float,
	reflect.String:  func(d *stateReader, v reflect.Value) { d.text(v.String()) },
	reflect.Func:    nothing,
}

func nothing(*stateReader, reflect.Value) {}

func boolean(d *stateReader, v reflect.Value) {
	n := uint64(0)
	if v.Bool() {
		n = 1
	}
	d.number(n)
}

func signed(d *stateReader, v reflect.Value)   { d.number(uint64(v.Int())) }
func unsigned(d *stateReader, v reflect.Value) { d.number(v.Uint()) }
func float(d *stateReader, v reflect.Value)    { d.number(math.Float64bits(v.Float())) }

// dynamic reads what an interface holds.
func dynamic(d *stateReader, v reflect.Value) {
	if !v.IsNil() {
		d.write(v.Elem())
	}
}

func (d *stateReader) compileList(t reflect.Type) stateWriter {
	element := d.writer(t.Elem())
	return func(d *stateReader, v reflect.Value) {
		d.number(uint64(v.Len()))
		for i := range v.Len() {
			element(d, v.Index(i))
		}
	}
}

// compilePointer follows a pointer the first time that it is met.
func (d *stateReader) compilePointer(t reflect.Type) stateWriter {
	element := d.writer(t.Elem())
	return func(d *stateReader, v reflect.Value) {
		if v.IsNil() || slices.Contains(d.seen, v.Pointer()) {
			return
		}
		d.seen = append(d.seen, v.Pointer())
		element(d, v.Elem())
	}
}
