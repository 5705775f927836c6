package explore

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"strings"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/sim"
)

// ErrOther is wrapped by the error that says that a checkpoint is of another
// search, and what differs.
var ErrOther = say.Errorf("it belongs to another search")

var (
	errNoCheckpoint = say.Errorf("it is not a checkpoint")
	errCut          = say.Errorf("it is incomplete: it ends too early")
	errEdited       = say.Errorf("it was changed after evsim wrote it: its checksum differs")
)

// notOurs says what a file is that does not begin as a checkpoint does.
func notOurs(line string) error {
	if strings.HasPrefix(line, checkpointName) {
		return say.Errorf("%w: another version of evsim wrote it, in a form that this one does not read", ErrOther)
	}
	return errNoCheckpoint
}

// unfit says that a checkpoint holds what no search leaves.
func unfit(what string) error {
	return say.Errorf("it is not a checkpoint of a search: %s", what)
}

// ReadFrontier reads what Write wrote of a search. The error wraps ErrOther when
// it is of another one. What is read takes memory in proportion to what r gives,
// whatever that says of its length.
func ReadFrontier(r io.Reader, of Identity) (*Frontier, error) {
	in := checkpointReader{from: bufio.NewReader(r), sum: sha256.New()}
	if line, err := in.from.Peek(len(checkpointLine)); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	} else if string(line) != checkpointLine {
		return nil, notOurs(string(line))
	}
	in.bytes(len(checkpointLine))
	var was Identity
	if in.json(&was); in.err != nil {
		return nil, in.err
	}
	if what := of.Differs(was); what != "" {
		return nil, say.Errorf("%w: %s", ErrOther, what)
	}
	f := in.frontier()
	in.end()
	if in.err != nil {
		return nil, in.err
	}
	return f, in.check(f)
}

// checkpointReader reads the pieces of a checkpoint. After the first error it
// gives zeros and empty lists.
type checkpointReader struct {
	from  *bufio.Reader
	sum   hash.Hash
	ahead []byte // read, and not yet in the sum
	err   error
}

func (r *checkpointReader) frontier() *Frontier {
	f := newFrontier()
	f.fresh, f.dealt = r.flag(), r.flag()
	f.first, f.found.paths, f.done = r.count(), r.count(), r.share()
	f.states, f.next = r.states(), r.states()
	r.keys(f)
	for _, o := range r.orders() {
		if _, known := f.found.find(texts(o.Log), 0, o.Stop); known {
			r.fail(unfit("an order stands in it twice"))
		}
		f.found.keepTexts(o.Log)
		f.found.list = append(f.found.list, o)
	}
	f.early = r.orders()
	return f
}

// check holds a frontier to what a search can have left. The shares of what is
// done and what is left are the whole, unless other parts have some of it.
func (r *checkpointReader) check(f *Frontier) error {
	all := f.done
	for _, list := range [][]state{f.states, f.next} {
		for i := range list {
			all += list[i].share
		}
	}
	const enough = 1e-6 // for the rounding of many sums
	if f.dealt && all > 1+enough || !f.dealt && math.Abs(all-1) > enough {
		return unfit(fmt.Sprintf("what is done and what is left are %g of the whole", all))
	}
	f.size = f.taken()
	return nil
}

func (r *checkpointReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *checkpointReader) failed(err error) {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errCut
	}
	r.fail(err)
}

// ReadByte reads one byte (io.ByteReader).
func (r *checkpointReader) ReadByte() (byte, error) {
	b, err := r.from.ReadByte()
	if err == nil {
		r.add(b)
	}
	return b, err
}

// add puts bytes into the sum, many at a time.
func (r *checkpointReader) add(read ...byte) {
	if r.ahead = append(r.ahead, read...); len(r.ahead) >= readAtOnce {
		r.sum.Write(r.ahead)
		r.ahead = r.ahead[:0]
	}
}

func (r *checkpointReader) number() uint64 {
	if r.err != nil {
		return 0
	}
	n, err := binary.ReadUvarint(r)
	if err != nil {
		r.failed(err)
		return 0
	}
	return n
}

// mostOf bounds the numbers of a checkpoint, far above all that a search can
// reach and far below where sums of them end.
const mostOf int64 = 1 << 48

func (r *checkpointReader) count() int {
	n := r.number()
	if n > uint64(min(mostOf, math.MaxInt)) {
		r.fail(unfit(fmt.Sprintf("it has the number %d", n)))
		return 0
	}
	return int(n)
}

func (r *checkpointReader) flag() bool {
	n := r.number()
	if n > 1 {
		r.fail(unfit(fmt.Sprintf("%d is neither yes nor no", n)))
	}
	return n == 1
}

func (r *checkpointReader) share() float64 {
	x := math.Float64frombits(r.number())
	if !(x >= 0 && x <= 1.000001) {
		r.fail(unfit(fmt.Sprintf("%g is no share", x)))
		return 0
	}
	return x
}

// readAtOnce is how many bytes are asked for at a time: a text that claims to
// be longer than the file is takes no more.
const readAtOnce = 1 << 16

func (r *checkpointReader) bytes(n int) (out []byte) {
	for n > 0 && r.err == nil {
		from := len(out)
		out = append(out, make([]byte, min(n, readAtOnce))...)
		if _, err := io.ReadFull(r.from, out[from:]); err != nil {
			r.failed(err)
			return nil
		}
		r.add(out[from:]...)
		n -= len(out) - from
	}
	return out
}

func (r *checkpointReader) json(into any) {
	text := r.bytes(r.count())
	if r.err != nil {
		return
	}
	if err := json.Unmarshal(text, into); err != nil {
		r.fail(unfit(err.Error()))
	}
}

func (r *checkpointReader) states() (list []state) {
	for n := r.count(); n > 0 && r.err == nil; n-- {
		s := state{answers: r.bytes(r.count()), given: r.count(), onward: r.flag(), frozen: r.spans(), share: r.share()}
		if answers, whole := countAnswers(s.answers); r.err == nil && (!whole || s.given > answers || s.onward && answers == 0) {
			r.fail(unfit("a state has answers that are none"))
		}
		list = append(list, s)
	}
	return list
}

func countAnswers(answers []byte) (n int, whole bool) {
	for ; len(answers) > 0; n++ {
		_, size := binary.Varint(answers)
		if size <= 0 {
			return n, false
		}
		answers = answers[size:]
	}
	return n, true
}

func (r *checkpointReader) spans() (list []clock.Span) {
	for n := r.count(); n > 0 && r.err == nil; n-- {
		d, err := binary.ReadVarint(r)
		if err != nil {
			r.failed(err)
			return nil
		}
		list = append(list, clock.Span(d))
	}
	return list
}

func (r *checkpointReader) keys(f *Frontier) {
	for n := r.count(); n > 0 && r.err == nil; n-- {
		var key stateKey
		copy(key[:], r.bytes(len(key)))
		if _, twice := f.seen.states[key]; r.err == nil && twice {
			r.fail(unfit("a state was seen twice"))
		}
		var all []seenState
		for k := r.count(); k > 0 && r.err == nil; k-- {
			number := r.count()
			if r.err == nil && number >= f.first+len(f.next) {
				r.fail(unfit("a state was seen that is none"))
			}
			all = append(all, seenState{number, f.seen.keep(string(r.bytes(r.count())))})
		}
		f.seen.states[key] = all
		f.seen.size += seenKeySize + int64(len(all))*seenMoreSize
	}
}

func (r *checkpointReader) orders() (list []Order) {
	for n := r.count(); n > 0 && r.err == nil; n-- {
		var o Order
		if r.json(&o); r.err == nil && !o.sound() {
			r.fail(unfit("an order has what no run has"))
		}
		list = append(list, o)
	}
	return list
}

// sound reports whether an order that was read can be one that a search found.
func (o *Order) sound() bool {
	if !o.Stop.Reason.Valid() || o.Paths < 1 || int64(o.Paths) > mostOf || len(o.Witness.Values) >= maxVariables {
		return false
	}
	for _, line := range o.Log {
		if !soundPos(line.Pos) {
			return false
		}
	}
	for _, v := range o.Witness.Values {
		if v.Length == math.MinInt64 {
			return false
		}
	}
	for _, p := range o.Witness.Picks {
		if !p.Question.Valid() || p.Number < 0 || p.Number >= p.Of || int64(p.Of) > mostOf {
			return false
		}
	}
	return soundPos(o.Stop.At) && o.Stop.Count >= 0
}

func soundPos(p sim.Pos) bool { return p.Line >= 0 && p.Col >= 0 }

// end reads the sum, after which nothing comes.
func (r *checkpointReader) end() {
	if r.err != nil {
		return
	}
	r.sum.Write(r.ahead)
	sum := r.sum.Sum(nil)
	last := make([]byte, len(sum))
	if _, err := io.ReadFull(r.from, last); err != nil {
		r.failed(err)
		return
	}
	if string(last) != string(sum) {
		r.fail(errEdited)
		return
	}
	if _, err := r.from.ReadByte(); err == nil {
		r.fail(unfit("something comes after its end"))
	}
}
