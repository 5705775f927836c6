package clock

// Sampler is an Oracle that draws each unknown length from its range and each
// choice uniformly from what is possible. Equal seeds draw equally.
//
// What goes wrong only when several lengths are at their ends is seldom met by
// chance, so seeds up to [Corners] draw nothing else: see corner. Later ones
// draw the ends more often than what lies between.
type Sampler struct {
	Plain
	Drew   bool // something was asked that has more than one answer
	random random
	corner uint64 // the seed, if it draws ends only; else 0
	asked  uint64 // lengths
}

// Corners is how many seeds, from 1 on, draw the ends of ranges alone.
const Corners = 128

// NewSampler is a Sampler with the given seed.
func NewSampler(seed uint64) *Sampler {
	s := &Sampler{random: random(seed)}
	if seed <= Corners {
		s.corner = seed
	}
	return s
}

// Add is t plus a length drawn from d.
func (s *Sampler) Add(t Instant, d Range) Instant {
	if d.Known() {
		return t.Add(d.Low)
	}
	s.Drew = true
	draw := s.random.next()
	if s.corner != 0 {
		s.asked++
		if s.high(s.asked-1, draw) {
			return t.Add(d.High)
		}
		return t.Add(d.Low)
	}
	switch draw % 4 {
	case 0:
		return t.Add(d.Low)
	case 1:
		return t.Add(d.High)
	}
	return t.Add(s.random.within(d))
}

// The seeds that draw ends. Of so many lengths as there are bits in bothWays,
// every combination of ends comes, the later lengths by chance; in particular
// all that a run asks for are long with the first seed. Then come runs in which
// one length is long and the others short, and runs in which one is short.
const (
	bothWays = 6
	oneLong  = 1 << bothWays
	oneShort = oneLong + (Corners-oneLong)/2
)

// high reports whether the n-th length, from 0, is at its upper end.
func (s *Sampler) high(n, draw uint64) bool {
	switch seed := s.corner - 1; {
	case seed == 0:
		return true
	case seed >= oneShort:
		return n != seed-oneShort
	case seed >= oneLong:
		return n == seed-oneLong
	case n < bothWays:
		return seed>>n&1 == 0
	}
	return draw&1 == 0
}

// Pick draws one of n.
func (s *Sampler) Pick(_ Question, n int) int {
	s.Drew = true
	return int(s.random.next() % uint64(n))
}

// random is SplitMix64: a fixed sequence for each seed, on every machine and
// with every release of Go, which math/rand does not promise.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *random) within(d Range) Span {
	if d.Known() {
		return d.Low
	}
	return d.Low + Span(r.next()%uint64(d.High-d.Low+1))
}
