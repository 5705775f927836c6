package viewer

import "evsim/internal/say"

// Search is what was found of the orders of one policy: what they have in common,
// in what they differ, and the orders themselves, in short.
type Search struct {
	Policy   string   `json:"policy"`
	Case     string   `json:"case,omitempty"`
	Orders   int      `json:"orders"` // that were found
	Paths    int      `json:"paths"`
	Complete bool     `json:"complete"` // there are no others
	Why      say.Both `json:"why,omitzero"`
	Command  string   `json:"command"` // shows an order in text, with --replay and its token behind it

	Lines  []string `json:"lines"`            // texts, named by number; what repeats has its number behind it, as in "x#2"
	Logs   [][]int  `json:"logs"`             // of the first orders: lines, first to last
	Tokens []string `json:"tokens,omitempty"` // of the same orders
	Shown  int      `json:"shown"`            // so many of these orders have a run in the document
	Boxes  []Box    `json:"boxes"`
	Open   []Pair   `json:"open"`

	Some    []SomeLine `json:"some,omitempty"`    // lines that not every order has
	LeftOut int        `json:"leftOut,omitempty"` // lines that were not looked at: they are too many
}

// Box is lines that stand together in every order, in this order.
type Box struct {
	Lines []int `json:"lines"`
	After []int `json:"after"` // boxes that it always comes after, but for those that follow from others; their numbers are lower
}

// Pair is two lines of which either can be first.
type Pair struct {
	A    int      `json:"a"`
	B    int      `json:"b"`
	On   []string `json:"on"` // unknown lengths on which it hangs; there may be more
	Ways [2]Way   `json:"ways"`
}

// Way is how one line of a pair comes first: an order in which it does.
type Way struct {
	Order   int     `json:"order"` // its number, from 1
	Example string  `json:"example,omitempty"`
	Claims  []Claim `json:"claims,omitempty"`
}

// SomeLine is a line that not every order has.
type SomeLine struct {
	Line int `json:"line"`
	In   int `json:"in"` // so many orders have it
}

// names reports whether a claim of a pair names a rule.
func (s *Search) names(rule string) bool {
	for i := range s.Open {
		for _, way := range s.Open[i].Ways {
			for _, c := range way.Claims {
				if c.Rule == rule {
					return true
				}
			}
		}
	}
	return false
}
