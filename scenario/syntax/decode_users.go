package syntax

import (
	"slices"

	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
	"evsim/sim"
)

// users reads what users do: a time, and one event with its target or a signal.
func (p *parser) users(w *program.World, key, n *node) {
	w.Users = nil
	if !p.isList(n, "`users`", "such as `[{at: 10ms, click: button}]`") {
		return
	}
	for i := range n.kids {
		p.user(w, &n.kids[i])
	}
	if slices.ContainsFunc(w.Users, func(in program.Input) bool { return in.Signal == 0 }) {
		p.need(some(model.DOM), "users", key.pos)
	}
}

// signalWord is the key of a signal in what a user does.
const signalWord = "signal"

func (p *parser) user(w *program.World, n *node) {
	if !p.isMapping(n, "what a user does") {
		return
	}
	in := program.Input{Pos: n.pos, Target: script.None}
	var at *node
	for i := 0; i < len(n.kids); i += 2 {
		key, value := &n.kids[i], &n.kids[i+1]
		switch {
		case key.text == "at":
			in.At, _ = p.spanOrRange(value, notNegative, key.text)
			at = value
		case in.Event != "":
			p.failAt(key, "a second event in one entry", "write it as an entry of its own")
		case key.text == signalWord:
			in.Event, in.Pos = signalWord, key.pos
			in.Signal = p.signal(value, key.pos)
		default:
			in.Event, in.Pos = key.text, key.pos
			in.Target = int32(p.use(value, "a user acts on", kindsOf(script.HandleTarget), 0))
		}
	}
	switch {
	case at == nil:
		p.failAt(n, "what a user does needs `at`", "such as `at: 10ms`")
	case in.Signal != 0 && in.At.Low <= 0:
		p.failAt(at, "a signal that comes as the process starts ends it, because nothing listens yet", "give it a time above 0, such as `at: 10ms`")
	}
	if in.Event == "" {
		p.failAt(n, "what a user does needs an event", "such as `click: button` or `signal: SIGUSR2`")
	}
	w.Users = append(w.Users, in)
}

// signal reads the name of a signal, which the process must listen to.
func (p *parser) signal(n *node, at sim.Pos) model.Event {
	p.need(some(model.Process), "users: "+signalWord, at)
	name, ok := p.text(n, "a signal")
	if !ok {
		return 0
	}
	which := slices.Index(signals, name)
	if which < 0 {
		p.failAt(n, say.Of("%s is not a signal that a process can be sent here", diagnostic.Code(name)), p.signalHint(name))
		return 0
	}
	event := script.OnSIGHUP + script.EventName(which)
	p.sent = append(p.sent, sentSignal{event, at})
	return event.Model()
}

func (p *parser) signalHint(name string) say.Text {
	switch name {
	case "SIGKILL", "SIGSTOP":
		return "no process can listen to it"
	case "SIGUSR1":
		return "Node keeps it for its inspector: write `SIGUSR2`"
	}
	return p.oneOf(name, signals)
}

// sentSignal is a signal that a user sends.
type sentSignal struct {
	event script.EventName
	at    sim.Pos
}

// checkSignals wants a process to listen to each signal that users send before
// it does anything else: the signal would end it at any moment until then.
func (p *parser) checkSignals() {
	if p.broken || p.sc.Script.Main == script.NoBody {
		return
	}
	listens := make(map[script.EventName]bool)
	for _, s := range p.sc.Script.Bodies[p.sc.Script.Main].Stmts {
		if s.Verb != script.VerbOn {
			break
		}
		listens[script.EventName(s.Kind)] = true
	}
	for _, s := range p.sent {
		if !listens[s.event] {
			p.report(s.at, len(signalWord), "a signal to which nothing listens ends the process", say.Of("let the script begin with `on: %s`", events[s.event]))
		}
	}
}
