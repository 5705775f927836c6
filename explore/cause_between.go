package explore

import (
	"context"
	"slices"

	"evsim/clock"
	"evsim/program"
)

// between goes from one world to another, one length at a time, and adds those
// lengths with which what is logged becomes of another kind.
func (t *trier) between(from, to world, kind func([]program.Line) int, found []drawn) []drawn {
	at := world{lengths: make(map[drawn]clock.Span), picks: from.picks}
	for name, length := range from.lengths {
		at.lengths[name] = length
	}
	log, tied, whole := t.log(at)
	if !whole {
		return found
	}
	is := kind(log)
	for _, name := range slices.Concat(to.names, from.names) {
		length, ok := to.lengths[name]
		if before, had := at.lengths[name]; !ok || had && before == length {
			continue
		}
		at.lengths[name] = length
		wasTied := tied
		if log, tied, whole = t.log(at); !whole {
			return found
		}
		now := kind(log)
		if now != is && !tied && !wasTied {
			found = with(found, name)
		}
		is = now
	}
	return found
}

// manyPairs is how many pairs of worlds are gone between for one question.
const manyPairs = 64

// betweenKinds goes between worlds of orders of different kinds, of so many
// pairs at most.
func (r *Result) betweenKinds(ctx context.Context, kinds []int, kind func([]program.Line) int) (found []drawn) {
	pairs := unequalPairs(kinds, manyPairs)
	if r.Exemplify(ctx, pairs...) != "" {
		return nil
	}
	for ; len(pairs) > 0 && ctx.Err() == nil; pairs = pairs[2:] {
		found = r.trier.between(r.Orders[pairs[0]].Witness.world(), r.Orders[pairs[1]].Witness.world(), kind, found)
	}
	return found
}

// unequalPairs is the first pairs of indices whose kinds differ, of so many at
// most: one index after the other.
func unequalPairs(kinds []int, most int) (pairs []int) {
	for i := range kinds {
		for j := range kinds {
			if len(pairs) == 2*most {
				return pairs
			}
			if kinds[i] != kinds[j] {
				pairs = append(pairs, i, j)
			}
		}
	}
	return pairs
}
