package say

// Both is a text in each language that there is, for pages that are read in
// either. Its JSON is what pages read.
type Both struct {
	En string `json:"en"`
	Zh string `json:"zh"`
}

// InBoth is a text in each language.
func InBoth(t Text) Both { return Both{t.String(), Chinese().Say(t)} }

// Size is how many bytes the text takes.
func (b Both) Size() int { return len(b.En) + len(b.Zh) }
