package explore

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"reflect"
	"slices"

	"evsim/clock"
)

// stateKey names what the rest of a run depends on, but for what is known of its
// unknowns. Two runs at rest with equal keys and equal zones have logged the same
// and go on to the same orders. It is a hash of 128 bits: among a billion states
// the chance that two share one by accident is about 10^-21.
type stateKey [16]byte

// stateReader writes down the state of a run at rest: everything that can be
// reached from it, field by field. So whatever is added to a runtime counts,
// unless the tables below say that it cannot matter.
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

// irrelevant names types that are the same in all runs of an exploration, or
// that only tell events apart.
var irrelevant = setOf("*scenario.Script", "*program.World", "[]scenario.Stmt",
	"model.Policy", "model.World", "model.NodeRules", "model.WebRules", "model.Script", "model.Equivalent",
	"ecma.Rules", "ecma.Host", "ecma.Code", "ecma.Frames", "ecma.Holder", "ecma.Foreign", "ecma.Releaser",
	"clock.Setup", "clock.Skew", "clock.Oracle", "clock.LateFloor", "clock.LooseWake",
	"sim.Config", "sim.Costs", "sim.Limits", "sim.Host", "sim.Sink", "sim.Kinds", "sim.TaskID")

// derived names fields that follow from others, or whose content is over when
// a run is at rest.
var derived = setOf("clock.Clock.read", "sim.Loop.seq", "sim.Loop.steps", "sim.Loop.drain", "sim.Loop.phase", "sim.keys.slots", "sim.Arrivals.ties", "sim.arrival.class", "sim.Arrivals.first",
	"model.uvTimers.ready", "model.uvTimer.purpose", "model.immediates.most", "model.Node.batch", "model.pool.taken", "model.Web.offers", "ecma.promises.reached", "ecma.iterators.reached",
	"scenario.Machine.text", "scenario.Machine.members", "scenario.Machine.elements", "scenario.Machine.execute", "scenario.Machine.equivalent")

// slabs names, by type, the lists whose elements go by index, each with the
// list of indices that are free: what such an element holds is over, and which
// of them is taken next makes no difference.
var slabs = map[string]map[string]string{
	"sim.Arrivals":     {"tasks": "free"},
	"model.timeouts":   {"all": "free"},
	"ecma.promises":    {"all": "free", "reactions": "unused", "groups": "freeGroups"},
	"ecma.iterators":   {"all": "free", "requests": "unused"},
	"model.watchers":   {"ops": "free"},
	"model.uvTimers":   {"handles": "free"},
	"model.webTimers":  {"all": "free"},
	"model.scheduler":  {"posts": "free"},
	"scenario.Machine": {"frames": "free"},
}

// heads names, by type, the lists that are over up to an index.
var heads = map[string]map[string]string{
	"model.fifo":       {"items": "head"},
	"model.immediates": {"outstanding": "next"},
}

// bases names, by type, the numbers by which references find what is left in
// lists, each with the count of that: while it is 0, no reference finds anything.
var bases = map[string]map[string]string{
	"model.immediates": {"left": "count"},
}

func setOf(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

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

func nothing(*stateReader, reflect.Value) {}

// compile makes the writer of a type.
func (d *stateReader) compile(t reflect.Type) stateWriter {
	switch {
	case irrelevant[t.String()]:
		return nothing
	case t == reflect.TypeFor[clock.Instant]():
		return func(d *stateReader, v reflect.Value) { d.instant(clock.Instant(v.Int())) }
	case t.String() == "*scenario.Stmt": // the program is the same in all runs: the place will do
		place := d.writer(t.Elem().Field(fieldOf(t.Elem(), "Pos")).Type)
		return func(d *stateReader, v reflect.Value) {
			if !v.IsNil() {
				place(d, v.Elem().FieldByName("Pos"))
			}
		}
	case t.String() == "sim.Queue":
		return d.compileQueue(t)
	}
	switch t.Kind() {
	case reflect.Bool:
		return func(d *stateReader, v reflect.Value) {
			n := uint64(0)
			if v.Bool() {
				n = 1
			}
			d.number(n)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(d *stateReader, v reflect.Value) { d.number(uint64(v.Int())) }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return func(d *stateReader, v reflect.Value) { d.number(v.Uint()) }
	case reflect.Float32, reflect.Float64:
		return func(d *stateReader, v reflect.Value) { d.number(math.Float64bits(v.Float())) }
	case reflect.String:
		return func(d *stateReader, v reflect.Value) { d.text(v.String()) }
	case reflect.Func:
		return nothing
	case reflect.Slice, reflect.Array:
		element := d.writer(t.Elem())
		return func(d *stateReader, v reflect.Value) {
			d.number(uint64(v.Len()))
			for i := range v.Len() {
				element(d, v.Index(i))
			}
		}
	case reflect.Interface:
		return func(d *stateReader, v reflect.Value) {
			if !v.IsNil() {
				d.write(v.Elem())
			}
		}
	case reflect.Pointer:
		return d.compilePointer(t)
	case reflect.Struct:
		return d.compileStruct(t)
	}
	panic("explore: no way to read a " + t.String())
}

func fieldOf(t reflect.Type, name string) int {
	f, ok := t.FieldByName(name)
	if !ok {
		panic("explore: " + t.String() + " has no field " + name)
	}
	return f.Index[0]
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

// compileQueue reads a queue from its head to its tail.
func (d *stateReader) compileQueue(t reflect.Type) stateWriter {
	ring, head, size := fieldOf(t, "ring"), fieldOf(t, "head"), fieldOf(t, "size")
	task := d.writer(t.Field(ring).Type.Elem())
	return func(d *stateReader, v reflect.Value) {
		tasks, n := v.Field(ring), v.Field(size).Int()
		d.number(uint64(n))
		for i := range n {
			task(d, tasks.Index(int(v.Field(head).Int()+i)&(tasks.Len()-1)))
		}
	}
}

func (d *stateReader) compileStruct(t reflect.Type) stateWriter {
	type field struct {
		at    int
		write stateWriter
	}
	var fields []field
	over := setOf()
	for _, free := range slabs[t.String()] {
		over[free] = true
	}
	for _, head := range heads[t.String()] {
		over[head] = true
	}
	var lists []stateWriter
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case derived[t.String()+"."+f.Name], !d.turns && f.Name == "turns" && t.String() == "sim.Loop", over[f.Name], irrelevant[f.Type.String()]:
		case slabs[t.String()][f.Name] != "":
			lists = append(lists, d.compileSlab(t, i, fieldOf(t, slabs[t.String()][f.Name])))
		case bases[t.String()][f.Name] != "":
			lists = append(lists, d.compileBase(i, fieldOf(t, bases[t.String()][f.Name])))
		case heads[t.String()][f.Name] != "":
			lists = append(lists, d.compileHeaded(t, i, fieldOf(t, heads[t.String()][f.Name])))
		default:
			fields = append(fields, field{i, d.writer(f.Type)})
		}
	}
	return func(d *stateReader, v reflect.Value) {
		for _, f := range fields {
			f.write(d, v.Field(f.at))
		}
		for _, list := range lists {
			list(d, v)
		}
	}
}

// compileSlab reads the elements that are in use, each with its index.
func (d *stateReader) compileSlab(t reflect.Type, elements, free int) stateWriter {
	element := d.writer(t.Field(elements).Type.Elem())
	return func(d *stateReader, v reflect.Value) {
		unused, all := v.Field(free), v.Field(elements)
		d.unused = d.unused[:0]
		for i := range unused.Len() {
			if index := unused.Index(i); index.CanInt() {
				d.unused = append(d.unused, uint64(index.Int()))
			} else {
				d.unused = append(d.unused, index.Uint())
			}
		}
		slices.Sort(d.unused)
		gaps := slices.Clone(d.unused)
		d.number(uint64(all.Len()))
		for i := range all.Len() {
			if len(gaps) > 0 && gaps[0] == uint64(i) {
				gaps = gaps[1:]
				continue
			}
			d.number(uint64(i))
			element(d, all.Index(i))
		}
	}
}

// compileHeaded reads a list from its head on.
func (d *stateReader) compileHeaded(t reflect.Type, items, head int) stateWriter {
	element := d.writer(t.Field(items).Type.Elem())
	return func(d *stateReader, v reflect.Value) {
		list, from := v.Field(items), int(v.Field(head).Int())
		d.number(uint64(max(0, list.Len()-from)))
		for i := from; i < list.Len(); i++ {
			element(d, list.Index(i))
		}
	}
}

// compileBase reads a number while there is something that it helps to find.
func (d *stateReader) compileBase(base, count int) stateWriter {
	return func(d *stateReader, v reflect.Value) {
		if v.Field(count).Int() > 0 {
			d.number(v.Field(base).Uint())
		}
	}
}
