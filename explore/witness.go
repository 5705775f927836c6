package explore

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/program"
)

// Witness is one world in which an order happens: a value for every unknown
// length of time, in the order in which the run asks for them, and every free
// choice. A run with a witness is exact.
type Witness struct {
	Values []Value
	Picks  []Pick
}

// Pick is one free choice.
type Pick struct {
	Question clock.Question // of no meaning in a witness that was read from a token
	Number   int            // 0 is what the runtime does when nothing speaks for another
	Of       int            // how many there were; 0 in a witness that was read from a token
}

// Value is the value of one unknown.
type Value struct {
	Of     uint32 // the scenario's unknown, from 1; 0: none has a name for it
	Length clock.Span
}

// witness chooses the simplest value for one unknown after the other, as far as
// the path leaves a choice: as few digits as possible, then as small as
// possible. It uses the memory of w.
func (p *path) witness(w Witness) Witness { return p.witnessWithin(&p.bounds, w) }

// witnessWithin is a witness within some bounds on the path's variables.
func (p *path) witnessWithin(bounds *bounds, w Witness) Witness {
	w.Values, w.Picks = w.Values[:0], w.Picks[:0]
	if len(p.chosen) < p.bounds.size {
		p.chosen = make([]clock.Span, 2*p.bounds.size)
	}
	chosen := p.chosen
	chosen[0] = 0
	for x := 1; x < p.bounds.size; x++ {
		v, c := split(p.made[x].after)
		low, high := bounds.given(chosen[:x])
		length := simplest(low-chosen[v]-c, high-chosen[v]-c)
		chosen[x] = chosen[v] + c + length
		if p.made[x].of.Of != loose {
			w.Values = append(w.Values, Value{p.made[x].of.Of, length})
		}
	}
	for i := range p.branches[:p.depth] {
		if b := &p.branches[i]; b.kind == pick {
			w.Picks = append(w.Picks, Pick{b.asks, int(b.value), int(b.last) + 1})
		}
	}
	return w
}

// simplest is the number from low to high with the fewest digits.
func simplest(low, high clock.Span) clock.Span {
	if low <= 0 && high >= 0 {
		return 0
	}
	farthest := max(high, -low)
	for _, step := range roundSteps {
		if step > farthest {
			continue
		}
		if k := wholeUnits(low+step-1, step); k*step <= high {
			return k * step
		}
	}
	return low
}

// roundSteps is what lengths of few digits are multiples of.
var roundSteps = [...]clock.Span{
	1_000_000_000, 500_000_000, 100_000_000, 50_000_000, 10_000_000, 5_000_000, 1_000_000, 500_000, 100_000, 50_000,
	10_000, 5_000, 1_000, 500, 100, 50, 10, 5,
}

// cost is what a witness asks for: unusual choices, lengths that are not
// nothing, time in all.
type cost [3]int64

// below reports whether c is less than other: what comes first counts first.
func (c cost) below(other cost) bool {
	for i := range c {
		if c[i] != other[i] {
			return c[i] < other[i]
		}
	}
	return false
}

func (w Witness) cost() (c cost) {
	for _, pick := range w.Picks {
		c[0] += int64(pick.Number)
	}
	for _, v := range w.Values {
		if v.Length != 0 {
			c[1]++
		}
		c[2] += int64(abs(v.Length))
	}
	return c
}

// leastCost is a cost that no witness of the path is below.
func (p *path) leastCost() (c cost) {
	for i := range p.branches[:p.depth] {
		if b := &p.branches[i]; b.kind == pick {
			c[0] += b.value
		}
	}
	for x := 1; x < p.bounds.size; x++ {
		v, fixed := split(p.made[x].after)
		if least := max(-p.bounds.at(v, x)-fixed, fixed-p.bounds.at(x, v)); least > 0 {
			c[1]++
			c[2] += int64(least)
		}
	}
	return c
}

// Token is the witness as one word, for a file with these bytes: Replay turns
// it back, and notices when the file was edited since.
func (w Witness) Token(src []byte) string {
	raw := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(src))
	raw = binary.AppendUvarint(raw, uint64(len(w.Values)))
	for _, v := range w.Values {
		raw = binary.AppendUvarint(raw, uint64(v.Of))
		raw = binary.AppendVarint(raw, int64(v.Length))
	}
	for _, pick := range w.Picks {
		raw = binary.AppendUvarint(raw, uint64(pick.Number))
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// errTokenEdited says that a token was made for another version of the file.
var errTokenEdited = say.Errorf("the token was made before the file was edited: explore it again")

// ParseToken is the witness of a token that was made for a file with these
// bytes.
func ParseToken(token string, src []byte) (Witness, error) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) < 5 {
		return Witness{}, say.Errorf("%q is not a token: it is incomplete", token)
	}
	if binary.LittleEndian.Uint32(raw) != crc32.ChecksumIEEE(src) {
		return Witness{}, errTokenEdited
	}
	r := reader{raw: raw[4:]}
	var w Witness
	for range min(r.unsigned(), maxVariables) {
		w.Values = append(w.Values, Value{uint32(r.unsigned()), clock.Span(r.signed())})
	}
	for len(r.raw) > 0 && !r.failed {
		w.Picks = append(w.Picks, Pick{Number: int(min(r.unsigned(), 1<<20))})
	}
	if r.failed {
		return Witness{}, say.Errorf("%q is not a token: it is incomplete", token)
	}
	return w, nil
}

// reader reads numbers from the bytes of a token.
type reader struct {
	raw    []byte
	failed bool
}

func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint(r.raw)
	r.advance(n)
	return v
}

func (r *reader) signed() int64 {
	v, n := binary.Varint(r.raw)
	r.advance(n)
	return v
}

func (r *reader) advance(n int) {
	if n <= 0 {
		r.failed, r.raw = true, nil
		return
	}
	r.raw = r.raw[n:]
}

// Oracle answers as the witness says, so that a run with it is exactly the one
// that was found. What the witness does not know is answered as [clock.Plain]
// does.
func (w Witness) Oracle() clock.Oracle { return &replay{witness: w} }

type replay struct {
	clock.Plain
	witness Witness
	lengths int
	picks   int
}

func (r *replay) Add(t clock.Instant, d clock.Range) clock.Instant {
	if d.Known() || r.lengths == len(r.witness.Values) {
		return t.Add(d.Low)
	}
	r.lengths++
	return t.Add(min(max(r.witness.Values[r.lengths-1].Length, d.Low), d.High))
}

func (r *replay) Pick(_ clock.Question, n int) int {
	if r.picks == len(r.witness.Picks) {
		return 0
	}
	r.picks++
	return min(r.witness.Picks[r.picks-1].Number, n-1)
}

// Describe is the witness in the scenario's words: every unknown that has a
// name, and every choice that is not the usual one.
func (w Witness) Describe(s program.Program) []string {
	var out []string
	seen := make(map[uint32]int)
	for _, v := range w.Values {
		if v.Of == 0 || int(v.Of) > len(s.Lengths()) {
			continue
		}
		seen[v.Of]++
		out = append(out, unknownName(s, v.Of, seen[v.Of])+" "+millis(abs(v.Length)))
	}
	for i, pick := range w.Picks {
		if pick.Number != 0 {
			out = append(out, fmt.Sprintf("choice %d (%s): number %d of %d", i+1, pick.Question, pick.Number+1, pick.Of))
		}
	}
	return out
}
