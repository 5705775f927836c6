package syntax

import (
	"evsim/internal/say"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
)

// A request is a target that some statement sends. Others are elements.

// requestUse is a place that wants a target to be a request, or an element.
type requestUse struct {
	target  script.HandleID
	at      *node
	request bool
}

// elementVerbs do what only elements have.
var elementVerbs = map[script.Verb]bool{script.VerbObserve: true, script.VerbMutate: true, script.VerbObserveSize: true, script.VerbResize: true}

// requests notes what a statement wants of its target.
func (c *call) requests() {
	switch {
	case c.s.Target == script.None:
	case c.s.Verb == script.VerbSend:
		if c.sentTo == nil {
			c.sentTo = make(map[script.HandleID]bool)
		}
		c.sentTo[c.s.Target] = true
	case c.s.Verb == script.VerbAbort:
		c.requested = append(c.requested, requestUse{c.s.Target, c.arg, true})
	case elementVerbs[c.s.Verb]:
		c.requested = append(c.requested, requestUse{c.s.Target, c.arg, false})
	}
}

// checkRequests holds the uses of targets against what these are.
func (p *parser) checkRequests() {
	for _, u := range p.requested {
		if u.target == script.None || u.request == p.sentTo[u.target] || !p.made[u.target].known || p.sc.Script.Handles[u.target].Kind != script.HandleTarget {
			continue
		}
		name := diagnostic.Code(p.sc.Script.Handles[u.target].Name)
		if u.request {
			p.failAt(u.at, say.Of("%s is not a request: nothing sends it", name), "send it with `send`")
		} else {
			p.failAt(u.at, say.Of("%s is a request, and no element of the page", name), "give the element another name")
		}
	}
}
