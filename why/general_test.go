package why

import (
	"testing"

	"evsim/docs"
)

// Every general rule is one of the document, and one that holds for the
// runtimes that it is given for.
func TestGeneralRules(t *testing.T) {
	for policy, node := range map[string]bool{"node22": true, "browser": false} {
		for key, id := range General(node) {
			r, ok := docs.Lookup(string(id))
			if !ok || !r.For(policy, !node) {
				t.Errorf("%s: %q goes by %q, which does not hold there", policy, key, id)
			}
		}
	}
}
