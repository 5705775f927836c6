package observe

import (
	"fmt"
	"strings"

	"evsim/internal/escape"
	"evsim/scenario/script"
)

// names gives every name of a scenario an identifier of JavaScript.
type names struct {
	handles   []string // by HandleID
	resolvers []string // by HandleID: what resolves and rejects it ends so
	functions []string // by FuncID
	counters  map[script.BodyID]string
	resolved  map[script.HandleID]bool // made by `promise`
	requests  map[script.HandleID]int  // how many statements send it
	taken     map[string]bool
}

// used cannot be the name of a variable of the script: what it uses of its
// surroundings, and what the prelude defines.
const used = `BroadcastChannel Buffer MessageChannel MutationObserver ResizeObserver XMLHttpRequest Event cancelAnimationFrame cancelIdleCallback
clearImmediate clearInterval clearTimeout console crypto dns exports fetch fs global module net
os path performance process queueMicrotask requestAnimationFrame requestIdleCallback require scheduler setImmediate
addEventListener setInterval setTimeout spawn i item left error frame resolve reject start lines awaited returned pipes
sockets child_process args indexedDB opening main`

func nameAll(p *script.Script) *names {
	n := &names{counters: map[script.BodyID]string{}, resolved: map[script.HandleID]bool{}, requests: map[script.HandleID]int{}, taken: map[string]bool{}}
	for _, word := range append(escape.JSReserved(), strings.Fields(used)...) {
		n.taken[word] = true
	}
	for h := helper(0); h < helperCount; h++ {
		n.taken[helpers[h].name] = true
	}
	for _, h := range p.Handles {
		n.handles = append(n.handles, n.free(escape.JSName(h.Name)))
	}
	for _, f := range p.Functions {
		n.functions = append(n.functions, n.free(escape.JSName(f.Name)))
	}
	n.resolvers = make([]string, len(p.Handles))
	for id := range p.Bodies {
		n.body(p, script.BodyID(id))
	}
	return n
}

// body names what the statements of a body need besides handles.
func (n *names) body(p *script.Script, id script.BodyID) {
	stmts := p.Bodies[id].Stmts
	for i := range stmts {
		s := &stmts[i]
		if s.Verb == script.VerbPromise && !n.resolved[s.Target] {
			n.resolved[s.Target] = true
			n.resolvers[s.Target] = n.pair(capital(n.handles[s.Target]))
		}
		if s.Verb == script.VerbSend {
			n.requests[s.Target]++
		}
		if s.Text != script.None && counts(p.Texts[s.Text]) && n.counters[id] == "" {
			n.counters[id] = n.free("runs")
		}
	}
}

func counts(t script.Text) bool {
	for _, part := range t.Parts {
		if part.Hole == script.HoleCount {
			return true
		}
	}
	return false
}

// pair finds an ending with which both `resolve` and `reject` are free.
func (n *names) pair(base string) string {
	name := base
	for i := 2; n.taken["resolve"+name] || n.taken["reject"+name]; i++ {
		name = fmt.Sprint(base, i)
	}
	n.taken["resolve"+name], n.taken["reject"+name] = true, true
	return name
}

// free is the first of name, name2, name3 that nothing else is called.
func (n *names) free(base string) string {
	name := base
	for i := 2; n.taken[name]; i++ {
		name = fmt.Sprint(base, i)
	}
	n.taken[name] = true
	return name
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
