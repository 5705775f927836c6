package explore

import "evsim/clock"

// drawing is a Sampler that notes what it draws.
type drawing struct {
	*clock.Sampler
	names   []drawn
	of      []clock.Range
	lengths map[drawn]clock.Span
	nth     map[uint32]int
	picks   []Pick
}

func (d *drawing) Add(t clock.Instant, of clock.Range) clock.Instant {
	end := d.Sampler.Add(t, of)
	if !of.Known() {
		d.nth[of.Of]++
		name := drawn{of.Of, d.nth[of.Of]}
		d.names, d.of = append(d.names, name), append(d.of, of)
		d.lengths[name], _ = d.Sub(end, t)
	}
	return end
}

func (d *drawing) Pick(q clock.Question, n int) int {
	p := d.Sampler.Pick(q, n)
	d.picks = append(d.picks, Pick{q, p, n})
	return p
}
