package clock_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"evsim/clock"
)

// contract asks an Oracle many questions, which seed chooses. There must be
// numbers for the instants that agree with every answer: then Before is a
// strict weak order that agrees with Add, Sub and Floor, and no answer
// contradicts another. It holds for any Oracle, of exact times or not.
func contract(o clock.Oracle, seed uint64) error {
	c := &questioner{Oracle: o, dice: dice(seed), instants: []clock.Instant{0}}
	for range 300 {
		c.ask()
	}
	return errors.Join(append(c.wrong, c.contradictions())...)
}

// fact is a part of an answer: instant #a is at most d later than instant #b.
type fact struct {
	a, b int
	d    clock.Span
	text string
}

type questioner struct {
	clock.Oracle
	dice
	instants []clock.Instant
	facts    []fact
	wrong    []error
}

func (c *questioner) note(a, b int, d clock.Span, format string, args ...any) {
	c.facts = append(c.facts, fact{a, b, d, fmt.Sprintf(format, args...)})
}

func (c *questioner) fail(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Errorf(format, args...))
}

// contradictions finds a circle of facts in which an instant comes before
// itself (Bellman and Ford). Without one, there are numbers that fit.
func (c *questioner) contradictions() error {
	number := make([]clock.Span, len(c.instants))
	for range c.instants {
		changed := false
		for _, f := range c.facts {
			if number[f.b]+f.d < number[f.a] {
				number[f.a], changed = number[f.b]+f.d, true
			}
		}
		if !changed {
			return nil
		}
	}
	for _, f := range c.facts {
		if number[f.b]+f.d < number[f.a] {
			return fmt.Errorf("%s: this contradicts other answers", f.text)
		}
	}
	return nil
}

// ask asks one question about instants known so far; there are 16 at most.
func (c *questioner) ask() {
	a, b := c.below(len(c.instants)), c.below(len(c.instants))
	const room = 16
	switch kind := c.below(8); {
	case kind == 0 && len(c.instants) < room:
		c.add(a)
	case kind == 1 && len(c.instants) < room:
		c.shift(a)
	case kind == 2 && len(c.instants) < room:
		c.floor(a, b)
	case kind == 3:
		c.sub(a, b)
	case kind == 4:
		n := 1 + c.below(4)
		if got := c.Pick(clock.TaskQueue, n); got < 0 || got >= n {
			c.fail("Pick(%d) is %d", n, got)
		}
	case c.Before(c.instants[a], c.instants[b]):
		c.note(a, b, -1, "#%d is before #%d", a, b)
	default:
		c.note(b, a, 0, "#%d is not before #%d", a, b)
	}
}

func (c *questioner) add(a int) {
	low := clock.Span(c.below(4000) - 1000)
	d := clock.Range{Low: low, High: low + clock.Span(1+c.below(2000))}
	sum := len(c.instants)
	c.instants = append(c.instants, c.Add(c.instants[a], d))
	c.note(sum, a, d.High, "Add(#%d, %d) is #%d", a, d, sum)
	c.note(a, sum, -d.Low, "Add(#%d, %d) is #%d", a, d, sum)
}

func (c *questioner) shift(a int) {
	d := clock.Span(c.below(3000) - 1000)
	sum := len(c.instants)
	c.instants = append(c.instants, c.instants[a].Add(d))
	c.equal(sum, a, d, "the constant %d after #%d is #%d", d, a, sum)
}

func (c *questioner) equal(a, b int, d clock.Span, format string, args ...any) {
	c.note(a, b, d, format, args...)
	c.note(b, a, -d, format, args...)
}

func (c *questioner) sub(a, b int) {
	if d, known := c.Sub(c.instants[a], c.instants[b]); known {
		c.equal(a, b, d, "Sub(#%d, #%d) is %d", a, b, d)
	} else if a == b {
		c.fail("Sub(#%d, #%d) is not known", a, b)
	}
}

// floor also asks how far the answer is from the base: the loop's readings
// must be a number apart.
func (c *questioner) floor(a, base int) {
	unit := clock.Span(1 + c.below(1500))
	f := len(c.instants)
	c.instants = append(c.instants, c.Floor(c.instants[a], c.instants[base], unit))
	c.note(f, a, 0, "Floor(#%d, #%d, %d) is #%d", a, base, unit, f)
	c.note(a, f, unit-1, "Floor(#%d, #%d, %d) is #%d", a, base, unit, f)
	if d, known := c.Sub(c.instants[f], c.instants[base]); !known || d%unit != 0 {
		c.fail("Floor(#%d, #%d, %d) is #%d, which is %d (known: %t) from the base", a, base, unit, f, d, known)
	}
	c.sub(f, base)
}

// dice is a generator of the tests' own: equal seeds, equal tests.
type dice uint64

// below is a number from 0 to n-1.
func (d *dice) below(n int) int {
	*d = *d*6364136223846793005 + 1442695040888963407
	return int(uint64(*d) >> 33 % uint64(n))
}

func TestOracleContract(t *testing.T) {
	for seed := range uint64(200) {
		if err := contract(clock.Plain{}, seed); err != nil {
			t.Errorf("Plain, questions %d: %v", seed, err)
		}
		if err := contract(clock.NewSampler(seed), seed); err != nil {
			t.Errorf("Sampler %d: %v", seed, err)
		}
	}
}

// Oracles that break the contract, each in one way.
type (
	moody    struct{ clock.Plain } // compares as it likes
	sloppy   struct{ clock.Plain } // <= for <
	ceiling  struct{ clock.Plain } // rounds up
	baseless struct{ clock.Plain } // rounds without the base
	late     struct{ clock.Plain } // beyond the range
	reverse  struct{ clock.Plain } // subtracts the wrong way round
	vague    struct{ clock.Plain } // never knows
	outside  struct{ clock.Plain } // picks one too many
)

func (moody) Before(a, b clock.Instant) bool  { return (a^b)&4 != 0 }
func (sloppy) Before(a, b clock.Instant) bool { return a <= b }
func (ceiling) Floor(t, base clock.Instant, unit clock.Span) clock.Instant {
	return clock.Plain{}.Floor(t, base, unit).Add(unit)
}
func (baseless) Floor(t, _ clock.Instant, unit clock.Span) clock.Instant {
	return clock.Plain{}.Floor(t, 0, unit)
}
func (late) Add(t clock.Instant, d clock.Range) clock.Instant { return t.Add(d.High + 1) }
func (reverse) Sub(a, b clock.Instant) (clock.Span, bool)     { return clock.Span(b - a), true }
func (vague) Sub(a, b clock.Instant) (clock.Span, bool)       { return 0, false }
func (outside) Pick(_ clock.Question, n int) int              { return n }

func TestOracleContractCanFail(t *testing.T) {
	for _, o := range []clock.Oracle{moody{}, sloppy{}, ceiling{}, baseless{}, late{}, reverse{}, vague{}, outside{}} {
		if contract(o, 1) == nil {
			t.Errorf("%T goes through", o)
		}
	}
}

func TestFloor(t *testing.T) {
	for _, test := range []struct {
		t, base clock.Instant
		unit    clock.Span
		want    clock.Instant
	}{
		{0, 0, 10, 0},
		{9, 0, 10, 0},
		{10, 0, 10, 10},
		{-1, 0, 10, -10},
		{-10, 0, 10, -10},
		{-11, 0, 10, -20},
		{5, -3, 10, -3},
		{7, -3, 10, 7},
		{2, 5, 10, -5},
		{clock.Never, 0, 1, clock.Never},
	} {
		if got := (clock.Plain{}).Floor(test.t, test.base, test.unit); got != test.want {
			t.Errorf("%d from %d by %d: %d, want %d", test.t, test.base, test.unit, got, test.want)
		}
	}
}

// TestSamplerIsFixed pins what seed 1234567 draws: SplitMix64's published
// numbers, on every machine.
func TestSamplerIsFixed(t *testing.T) {
	s := clock.NewSampler(1234567)
	const n = 1<<31 - 1
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := s.Pick(clock.TaskQueue, n); got != int(want%n) {
			t.Errorf("draw %d: %d, want %d", i, got, want%n)
		}
	}
}

func TestSamplerReachesAll(t *testing.T) {
	d := clock.Range{Low: 3, High: 9}
	lengths, picks := map[clock.Instant]int{}, map[int]int{}
	s, again := clock.NewSampler(clock.Corners+1), clock.NewSampler(clock.Corners+1)
	for range 1000 {
		length, pick := s.Add(100, d), s.Pick(clock.TaskQueue, 3)
		if length != again.Add(100, d) || pick != again.Pick(clock.TaskQueue, 3) {
			t.Fatal("equal seeds draw differently")
		}
		lengths[length]++
		picks[pick]++
	}
	if len(lengths) != 7 || lengths[103] < 250 || lengths[109] < 250 {
		t.Errorf("lengths %v: want 103 to 109, the ends more often", lengths)
	}
	if len(picks) != 3 || min(picks[0], picks[1], picks[2]) < 250 {
		t.Errorf("picks %v: want 0, 1 and 2 about as often", picks)
	}
}

// TestSamplerDrawsCornersFirst: the first seeds draw ends alone, the very first
// the upper ones, and among them is every combination for six lengths, and for
// each of many lengths one in which it alone is at either end.
func TestSamplerDrawsCornersFirst(t *testing.T) {
	d := clock.Range{Low: 3, High: 9}
	const lengths = 20
	seen := map[[lengths]bool]bool{}
	six := map[[6]bool]bool{}
	for seed := uint64(1); seed <= clock.Corners; seed++ {
		s := clock.NewSampler(seed)
		var high [lengths]bool
		for i := range high {
			length := s.Add(0, d)
			if length != 3 && length != 9 {
				t.Fatalf("seed %d draws %d", seed, length)
			}
			high[i] = length == 9
		}
		if seed == 1 && slices.Contains(high[:], false) {
			t.Errorf("seed 1 draws %v", high)
		}
		seen[high], six[[6]bool(high[:6])] = true, true
	}
	if len(six) != 64 {
		t.Errorf("%d combinations of six lengths", len(six))
	}
	for i := range lengths {
		var long, short [lengths]bool
		for j := range lengths {
			long[j], short[j] = i == j, i != j
		}
		if !seen[long] || !seen[short] {
			t.Errorf("length %d is never alone at its upper end (%v), or at its lower one (%v)", i, seen[long], seen[short])
		}
	}
}

func TestQuestionsHaveNames(t *testing.T) {
	for q, want := range map[clock.Question]string{
		clock.SimultaneousArrivals: "simultaneous arrivals",
		clock.TaskQueue:            "task queue",
		clock.MessagePort:          "message port",
		clock.SpinningList:         "spinning list",
	} {
		if q.String() != want {
			t.Errorf("question %d is %q, want %q", q, q, want)
		}
	}
}
