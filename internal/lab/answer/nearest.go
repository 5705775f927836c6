package answer

import (
	"context"

	"evsim/explore"
)

// likeness is the order that is nearest to a prediction.
type likeness struct {
	order int // index; -1: there is none
	score float64
	exact bool
}

// nearest finds the order that has most in common with a prediction: the
// longest common subsequence over the longer of the two lengths. Of equally
// near ones it is the one that stays with the prediction longest. When ctx ends it goes by what it has seen.
func nearest(ctx context.Context, orders []explore.Order, lines []string) likeness {
	best, stays := likeness{order: -1}, 0
	c := comparer{numbers: make(map[string]int32)}
	want := c.number(nil, lines)
	var have []int32
	for i := range orders {
		if i > 0 && ctx.Err() != nil {
			break
		}
		have = c.number(have[:0], texts(orders[i].Log))
		score := 1.0
		if longer := max(len(have), len(want)); longer > 0 {
			score = float64(c.common(have, want)) / float64(longer)
		}
		if same := together(have, want); best.order < 0 || score > best.score || score == best.score && same > stays {
			best, stays = likeness{i, score, score == 1}, same
		}
	}
	return best
}

// together is how many items two lists have in common at their beginning.
func together(a, b []int32) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// comparer compares lists of texts, which it gives numbers.
type comparer struct {
	numbers map[string]int32
	row     []int
}

func (c *comparer) number(out []int32, texts []string) []int32 {
	for _, text := range texts {
		n, known := c.numbers[text]
		if !known {
			n = int32(len(c.numbers))
			c.numbers[text] = n
		}
		out = append(out, n)
	}
	return out
}

// common is the length of the longest common subsequence.
func (c *comparer) common(a, b []int32) int {
	c.row = append(c.row[:0], make([]int, len(b)+1)...)
	for _, x := range a {
		corner := 0
		for j, y := range b {
			above := c.row[j+1]
			if x == y {
				c.row[j+1] = corner + 1
			} else {
				c.row[j+1] = max(above, c.row[j])
			}
			corner = above
		}
	}
	return c.row[len(b)]
}
