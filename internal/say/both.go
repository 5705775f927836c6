package say

import (
	"strconv"
	"strings"
)

// Both is a text in each language that there is, for pages that are read in
// either. Its JSON is what pages read.
type Both struct {
	En string `json:"en"`
	Zh string `json:"zh"`
}

// InBoth is a text in each language.
func InBoth(t Text) Both { return Both{t.String(), Chinese().Say(t)} }

// of is the part of a text that stands for a Both, in the language.
func (l *Language) of(part string) string {
	length, both, _ := strings.Cut(part, ":")
	n, err := strconv.Atoi(length)
	if err != nil || n > len(both) {
		panic("say: a Both that Of did not write")
	}
	if l == nil || n == len(both) {
		return both[:n]
	}
	return both[n:]
}

// Size is how many bytes the text takes.
func (b Both) Size() int { return len(b.En) + len(b.Zh) }
