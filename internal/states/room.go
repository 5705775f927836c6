package states

import (
	"reflect"
	"slices"
)

// Room is where a sink keeps what it is given of a run that may be longer than
// there is memory for. A table that grows needs the room of the old one and of the
// new one at a time, which is too much at once for who only watches the memory. So
// who bounds it is asked before; where there is no room the sink keeps nothing
// more, and whoever was asked ends the run.
type Room struct {
	ask  func(bytes int64) bool // nil: there is always room
	none bool
}

// much is how many bytes a table grows by before anybody is asked.
const much = 8 << 20

// Within has room be asked before a table grows by so many bytes, where that is
// much.
func (r *Room) Within(room func(bytes int64) bool) { r.ask = room }

// Full reports whether there was no room for something: what comes after it is not
// kept either, so that what was kept is the beginning of the run.
func (r *Room) Full() bool { return r.none }

// Kept is a table with one more at its end, or the table itself where there is no
// room. For each of its elements there has to be room for more bytes besides.
func Kept[T any](r *Room, table []T, one T, besides int64) []T {
	if r.none {
		return table
	}
	if n := len(table); n == cap(table) {
		each := int64(reflect.TypeFor[T]().Size()) + besides
		if bytes := int64(n+n/4) * each; bytes >= much && r.ask != nil && !r.ask(bytes) {
			r.none = true
			return table
		}
		table = slices.Grow(table, 1)
	}
	return append(table, one)
}
