package trace

import (
	"strconv"

	"evsim/clock"
	"evsim/internal/escape"
	"evsim/sim"
)

// thread is the number of a thread, which is named when it is first used.
func (t *tracks) thread(name string) int {
	id, known := t.ids[name]
	if !known {
		id = len(t.ids) + 1
		t.ids[name] = id
		t.meta("thread_name", id, "name", name)
		t.number("thread_sort_index", id, id)
	}
	return id
}

func (t *tracks) meta(what string, thread int, key, value string) {
	t.entry("M", what, thread, 0)
	t.p.line = escape.AppendJSON(append(append(append(t.p.line, `,"args":{"`...), key...), `":`...), value)
	t.close("}}")
}

func (t *tracks) number(what string, thread, value int) {
	t.entry("M", what, thread, 0)
	t.p.line = strconv.AppendInt(append(t.p.line, `,"args":{"sort_index":`...), int64(value), 10)
	t.close("}}")
}

func (t *tracks) begin(track, name string, e sim.Event) {
	t.entry("B", name, t.thread(track), t.now)
	t.args(e)
}

func (t *tracks) end(track string) {
	t.entry("E", "", t.thread(track), t.now)
	t.close("}")
}

// slice is a whole slice; times are nanoseconds of the trace's clock.
func (t *tracks) slice(track, name string, from, length int64, e sim.Event) {
	t.entry("X", name, t.thread(track), from)
	t.p.line = appendMicros(append(t.p.line, `,"dur":`...), length)
	t.args(e)
}

func (t *tracks) instant(e sim.Event) {
	track := loopTrack
	if last := len(t.open) - 1; last >= 0 {
		track = t.open[last]
	}
	t.entry("i", e.Text, t.thread(track), t.now)
	t.p.line = append(t.p.line, `,"s":"t"`...)
	t.args(e)
}

// flow begins or ends an arrow. Its end binds to the slice around it.
func (t *tracks) flow(ph, track string, id int64) {
	t.entry(ph, "schedules", t.thread(track), t.now)
	t.p.line = strconv.AppendInt(append(t.p.line, `,"cat":"flow","id":"`...), int64(t.p.runs), 10)
	t.p.line = strconv.AppendInt(append(t.p.line, '.'), id, 10)
	t.p.line = append(t.p.line, '"')
	if ph == "f" {
		t.p.line = append(t.p.line, `,"bp":"e"`...)
	}
	t.close("}")
}

// entry begins one object of the list.
func (t *tracks) entry(ph, name string, thread int, at int64) {
	sep := ",\n"
	if !t.p.any {
		sep, t.p.any = "\n", true
	}
	t.p.line = append(append(append(t.p.line[:0], sep...), `{"ph":"`...), ph...)
	t.p.line = append(t.p.line, '"')
	if name != "" {
		t.p.line = escape.AppendJSON(append(t.p.line, `,"name":`...), name)
	}
	t.p.line = strconv.AppendInt(append(t.p.line, `,"pid":`...), int64(t.p.runs), 10)
	t.p.line = strconv.AppendInt(append(t.p.line, `,"tid":`...), int64(thread), 10)
	if ph != "M" {
		t.p.line = appendMicros(append(t.p.line, `,"ts":`...), at)
	}
}

// args tells the event itself, and ends the entry.
func (t *tracks) args(e sim.Event) {
	t.p.line = append(t.p.line, `,"args":{"at_ms":`...)
	t.p.line = strconv.AppendFloat(t.p.line, float64(e.At)/float64(clock.Millisecond), 'f', -1, 64)
	if e.Task != 0 {
		t.p.line = strconv.AppendInt(append(t.p.line, `,"task":`...), int64(e.Task), 10)
	}
	if e.Pos.Line > 0 {
		t.p.line = append(appendPos(append(t.p.line, `,"at":"`...), e.Pos), '"')
	}
	t.close("}}")
}

func (t *tracks) close(end string) {
	t.p.line = append(t.p.line, end...)
	t.p.Write(t.p.line)
}

// appendMicros appends nanoseconds as microseconds.
func appendMicros(to []byte, ns int64) []byte {
	to = strconv.AppendInt(to, ns/1000, 10)
	if rest := ns % 1000; rest != 0 {
		to = append(to, '.', byte('0'+rest/100), byte('0'+rest/10%10), byte('0'+rest%10))
	}
	return to
}

// appendPos appends a place as line:column.
func appendPos(to []byte, p sim.Pos) []byte {
	to = strconv.AppendInt(to, int64(p.Line), 10)
	return strconv.AppendInt(append(to, ':'), int64(p.Col), 10)
}
