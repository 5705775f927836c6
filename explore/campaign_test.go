package explore_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// TestCampaign explores random scenarios of every verb and kind of range under
// all policies. Of each: a log that is drawn at a random point is one of the
// orders; every token replays its order, and every formula is true at the
// witness; where its unknowns are named, a formula is true at a drawn point
// exactly where it should be; and the orders are those of an exploration that
// decides each millisecond at once.
//
// EVSIM_CAMPAIGN=FROM..TO makes the run of these seeds; without it a few do.
func TestCampaign(t *testing.T) {
	from, to := campaignSeeds(t, 44)
	c := campaign{T: t, policies: campaignPolicies(), draws: 500, verbs: make(map[string]int)}
	for seed := from; seed < to; seed++ {
		c.seed(seed)
	}
	t.Logf("%d scenarios (%d of them smaller than first drawn, %d explored eagerly too), %d orders, %d formulas, %d points, %d formulas judged at points, %d lengths held against boxes (%d of them narrower than their range); %d verbs",
		c.scenarios, c.cut, c.eager, c.orders, c.formulas, c.points, c.judged, c.boxed, c.narrow, len(c.verbs))
	if to-from >= 44 && (c.boxed == 0 || c.narrow == 0) { // fewer seeds may have none
		t.Error("no length was held against a box")
	}
	if to-from >= 1000 && (c.judged < 100_000 || len(c.verbs) < 45) {
		t.Errorf("the campaign looks at too little: %v", slices.Sorted(maps.Keys(c.verbs)))
	}
}

// campaignPolicies is every policy, and releases that have rules of their own.
func campaignPolicies() []model.Policy {
	all := model.Policies()
	for _, release := range []string{"15.0.0", "16.20.2", "18.18.0", "19.8.1", "20.11.0", "21.0.0", "21.7.3", "22.0.0", "23.0.0", "26.3.1"} {
		all = append(all, model.MustLookup("node@"+release))
	}
	return all
}

// campaignSeeds is the seeds of a random test: the first few, or those that
// EVSIM_CAMPAIGN names.
func campaignSeeds(t *testing.T, few uint64) (from, to uint64) {
	to = seeds(few)
	if text := os.Getenv("EVSIM_CAMPAIGN"); text != "" {
		if _, err := fmt.Sscanf(text, "%d..%d", &from, &to); err != nil {
			t.Fatal(err)
		}
	}
	return from, to
}

type campaign struct {
	*testing.T
	policies []model.Policy
	draws    int
	verbs    map[string]int

	scenarios, cut, eager, orders, formulas, points, judged int
	boxed, narrow                                           int // lengths that were held against a box; those of which it says more than their range
}

// campaignPaths is how many paths a scenario of the campaign may have.
const campaignPaths = 30_000

// seed looks at one scenario: the first that its policy can run and that is
// small enough.
func (c *campaign) seed(seed uint64) {
	p := c.policies[seed%uint64(len(c.policies))]
	cut := false
	for attempt := uint64(0); ; attempt++ {
		s, src := parsedScenario(c.T, seed, attempt, p, max(1, 4-int(attempt/8)))
		if s == nil {
			continue
		}
		o := explore.Options{Paths: campaignPaths, Memory: 1 << 30}
		found := explore.Explore(context.Background(), s.In(p, &s.World), o)
		if !found.Complete {
			if !strings.HasPrefix(found.Why.String(), "the limit of") {
				c.Errorf("seed %d, attempt %d, %s: %s\n%s", seed, attempt, p.Name, found.Why, src)
			}
			cut = true
			continue
		}
		if c.scenarios++; cut {
			c.cut++
		}
		for _, verb := range verbsOf(src) {
			c.verbs[verb]++
		}
		j := judge{campaign: c, s: s, p: p, r: &found, src: src, head: fmt.Sprintf("seed %d, attempt %d, %s", seed, attempt, p.Name)}
		if j.judge(); p.Node != nil && sameEagerly(c.T, s.In(p, &s.World), o, &found) {
			c.eager++
		}
		if !c.Failed() {
			j.byStates()
		}
		return
	}
}

func verbsOf(src string) (verbs []string) {
	for _, part := range strings.Split(src, "{")[1:] {
		if verb, _, ok := strings.Cut(part, ":"); ok {
			verbs = append(verbs, strings.Trim(verb, "'"))
		}
	}
	return verbs
}

// judge holds the result of one exploration against runs.
type judge struct {
	*campaign
	s     *scenario.Scenario
	p     model.Policy
	r     *explore.Result
	src   string
	head  string
	index map[string]int // of orders
	when  []explore.Condition
}

// conditionsOf is of how many orders conditions are looked at.
const conditionsOf = 40

// keyOf is a log and how it ended, with its exit code and without times: an
// exploration logs a time that it leaves open as a question mark.
func keyOf(log []program.Line, stop sim.Stop) string {
	key := fmt.Sprintf("%s %d", stop.Reason, stop.Code)
	for _, line := range log {
		if told := whatTells(line.Text); told != "" {
			line.Text = told
		}
		key += "\n" + line.Text
	}
	return key
}

// timed are the lines that tell the time, by what they begin with.
var timed = []string{"now ", "since ", "frame "}

// whatTells is how a line that tells the time begins; of others "".
func whatTells(line string) string {
	for _, begin := range timed {
		if strings.HasPrefix(line, begin) {
			return begin
		}
	}
	return ""
}

// tellsTime reports whether a scenario of the campaign has a line that tells the
// time: which of several times it is that an exploration lists decides no formula.
func tellsTime(src string) bool {
	return slices.ContainsFunc(timed, func(begin string) bool { return strings.Contains(src, begin+"${") })
}

func (j *judge) fail(format string, args ...any) {
	j.Errorf("%s: %s\n%s", j.head, fmt.Sprintf(format, args...), j.src)
}

func (j *judge) judge() {
	j.index = make(map[string]int)
	for i := range j.r.Orders {
		o := &j.r.Orders[i]
		j.index[keyOf(o.Log, o.Stop)] = i
		j.orders++
	}
	for i := range j.r.Orders {
		if i < conditionsOf && !tellsTime(j.src) {
			j.when = append(j.when, j.r.When(i))
		}
		if !j.replays(i) {
			return
		}
	}
	for seed := range uint64(j.draws) {
		d := &drawer{Sampler: clock.NewSampler(seed + 1)}
		at, values := j.run(d), d.values
		j.points++
		if at < 0 {
			j.fail("draw %d, with %v, is no order: %q", seed, described(j.s, values), j.logOf(clock.NewSampler(seed+1)))
			return
		}
		if !j.formulasAt(at, values, fmt.Sprintf("draw %d", seed)) || !j.boxHolds(at, values) {
			return
		}
		if !d.Drew {
			return // nothing is open
		}
	}
}

// replays runs the token of an order.
func (j *judge) replays(i int) bool {
	w, err := explore.ParseToken(j.r.Orders[i].Witness.Token([]byte(j.src)), []byte(j.src))
	if err != nil {
		j.fail("order %d: %v", i+1, err)
		return false
	}
	n := &noting{Oracle: w.Oracle()}
	if at := j.run(n); at < 0 || keyOf(j.r.Orders[at].Log, j.r.Orders[at].Stop) != keyOf(j.r.Orders[i].Log, j.r.Orders[i].Stop) {
		j.fail("the token of order %d, %q, replays order %d", i+1, joined(j.r.Orders[i].Log), at+1)
		return false
	}
	return j.formulasAt(i, n.values, "witness") && j.boxHolds(i, n.values)
}

// boxHolds holds the box of an order against a run that has the order.
func (j *judge) boxHolds(order int, values []explore.Value) bool {
	asked, which, within, ok := j.r.Box(order)
	if !ok || tellsTime(j.src) {
		return true
	}
	nth := make(map[uint32]int)
	for _, v := range values {
		nth[v.Of]++
		for i, d := range within {
			if d.Of != v.Of || which[i] != nth[v.Of] {
				continue
			}
			if j.boxed++; v.Length < d.Low || v.Length > d.High {
				j.fail("order %d (%q) comes with %v, and its box has length %d of unknown %d from %v to %v", order+1,
					joined(j.r.Orders[order].Log), described(j.s, values), which[i], v.Of, d.Low.Duration(), d.High.Duration())
				return false
			}
			if d.Low > asked[i].Low || d.High < asked[i].High {
				j.narrow++
			}
		}
	}
	return true
}

// logOf is what a run logs, and how it ends, as keyOf has it.
func (j *judge) logOf(o clock.Oracle) string {
	log := lines{}
	stop := j.s.Run(j.p, program.Options{Oracle: o, Sink: &log, Wants: sim.KindsOf(sim.EventLog)})
	return keyOf(log, stop)
}

// run is the index of the order that a run has; -1: none.
func (j *judge) run(o clock.Oracle) int {
	at, ok := j.index[j.logOf(o)]
	if !ok {
		return -1
	}
	return at
}

// formulasAt holds every formula against a run with known lengths.
func (j *judge) formulasAt(order int, values []explore.Value, where string) bool {
	named := make(map[string]clock.Span)
	for _, text := range (explore.Witness{Values: values}).Describe(j.s) {
		at := strings.LastIndexByte(text, ' ')
		named[text[:at]] = mustMillis(text[at+1:])
	}
	for i := range j.when {
		c := &j.when[i]
		if c.Formula == "" {
			continue
		}
		if where == "witness" && order == i {
			j.formulas++
		}
		possible, known := holdsExactly(c.Formula, named)
		others, also := holdsExactly(c.Others, named)
		if !known || c.Others != "" && !also {
			continue
		}
		j.judged++
		if order == i && !possible || order != i && possible && (c.Others == "" || !others) {
			j.fail("at %s, where the order is %d (%q) with %v, order %d (%q) is when %s, others when %q", where, order+1, joined(j.r.Orders[order].Log), described(j.s, values), i+1, joined(j.r.Orders[i].Log), c.Formula, c.Others)
			return false
		}
	}
	return true
}

func described(s *scenario.Scenario, values []explore.Value) []string {
	return explore.Witness{Values: values}.Describe(s)
}

// drawer is a Sampler that notes what it draws.
type drawer struct {
	*clock.Sampler
	values []explore.Value
}

func (d *drawer) Add(t clock.Instant, of clock.Range) clock.Instant {
	end := d.Sampler.Add(t, of)
	if !of.Known() {
		length, _ := d.Sub(end, t)
		d.values = append(d.values, explore.Value{Of: of.Of, Length: length})
	}
	return end
}

// noting notes the lengths that another Oracle answers.
type noting struct {
	clock.Oracle
	values []explore.Value
}

func (n *noting) Add(t clock.Instant, of clock.Range) clock.Instant {
	end := n.Oracle.Add(t, of)
	if !of.Known() {
		length, _ := n.Sub(end, t)
		n.values = append(n.values, explore.Value{Of: of.Of, Length: length})
	}
	return end
}

// exactMillis is a number of milliseconds, with up to six digits after its point.
func exactMillis(text string) (d clock.Span, ok bool) {
	digits, ok := strings.CutSuffix(text, "ms")
	whole, part, _ := strings.Cut(digits, ".")
	if !ok || len(part) > 6 {
		return 0, false
	}
	nanos, err := strconv.ParseInt(whole+part+"000000"[len(part):], 10, 64)
	return clock.Span(nanos), err == nil
}

func mustMillis(text string) clock.Span {
	d, ok := exactMillis(text)
	if !ok {
		panic("no length: " + strconv.Quote(text))
	}
	return d
}

// holdsExactly reads a formula and says whether the named values fulfil it;
// known is false when one of its names has no value.
func holdsExactly(formula string, named map[string]clock.Span) (holds, known bool) {
	known = true
	for region := range strings.SplitSeq(formula, ", or ") {
		all := region != ""
		for part := range strings.SplitSeq(region, " and ") {
			if region == "always" || region == "" {
				continue
			}
			ok, has := holdsPart(part, named)
			all, known = all && ok, known && has
		}
		holds = holds || all
	}
	return holds, known
}

func holdsPart(part string, named map[string]clock.Span) (holds, known bool) {
	for _, word := range []string{" at most ", " less than ", " at least ", " more than "} {
		left, right, found := strings.Cut(part, word)
		if !found {
			continue
		}
		a, ok := sumOf(left, named)
		b, also := sumOf(right, named)
		if !ok || !also {
			return false, false
		}
		return map[string]bool{" at most ": a <= b, " less than ": a < b, " at least ": a >= b, " more than ": a > b}[word], true
	}
	panic("no formula: " + strconv.Quote(part))
}

func sumOf(text string, named map[string]clock.Span) (sum clock.Span, ok bool) {
	for term := range strings.SplitSeq(strings.ReplaceAll(text, " - ", " + -"), " + ") {
		value, ok := named[term]
		if !ok {
			if value, ok = exactMillis(term); !ok {
				return 0, false
			}
		}
		sum += value
	}
	return sum, true
}
