package evidence

import (
	"context"

	"evsim/clock"
	"evsim/model"
	"evsim/scenario"
)

// maxChoices is how many runs [Possible] makes at most.
const maxChoices = 10_000

// Possible reports whether the model can do what was seen, with every range at
// its low end, but with any answer to what is left open, such as which of two
// arrivals at one instant is first. known is false when there are too many
// answers to try them all, or no time, and none of those tried gave it.
func Possible(ctx context.Context, s *scenario.Scenario, p model.Policy, seen Outcome) (possible, known bool) {
	var c choices
	for range maxChoices {
		c.next = 0
		switch out, err := predict(ctx, s, p, &c); {
		case err != nil:
			return false, false
		case out.Equal(seen):
			return true, true
		case !c.advance():
			return false, true
		}
	}
	return false, false
}

// choices answers every comparison of times as plain numbers do, and goes
// through all the ways to answer what is left open.
type choices struct {
	clock.Plain
	made []choice
	next int
}

// choice is one answer, of so many.
type choice struct{ answer, of int }

// Pick is the answer that is to be tried now (clock.Oracle).
func (c *choices) Pick(_ clock.Question, n int) int {
	if c.next == len(c.made) {
		c.made = append(c.made, choice{0, n})
	}
	c.next++
	return c.made[c.next-1].answer
}

// advance goes on to answers that were not tried yet: another to the last
// question that has one. It reports whether there are any.
func (c *choices) advance() bool {
	c.made = c.made[:c.next]
	for len(c.made) > 0 {
		last := &c.made[len(c.made)-1]
		if last.answer++; last.answer < last.of {
			return true
		}
		c.made = c.made[:len(c.made)-1]
	}
	return false
}
