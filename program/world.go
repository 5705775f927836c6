package program

import (
	"cmp"
	"slices"

	"evsim/clock"
	"evsim/model"
	"evsim/sim"
)

// World is everything around the script.
type World struct {
	Clock   clock.Setup
	Costs   sim.Costs
	Files   []Latency     // by path
	Network []Latency     // by url
	IO      []Latency     // by the name that code gives a wait
	Other   clock.Range   // how long waits of code take that nothing above names; exactly 0: such a wait is an error
	Pool    int           // threads in libuv's pool; 4 when not given
	Users   []Input       // in the file's order
	Display model.Display // 60 frames a second when not given
	ESM     bool          // main: esm
	Limits  sim.Limits

	// Stated says which lengths of the clock the file gives. A run takes the others
	// to be 0, which nobody said: see World.Assumed.
	Stated struct{ Startup, Phase bool }
}

// Latency is how long one named file or address takes.
type Latency struct {
	Name    string
	Latency clock.Range // none when not given
	Missing bool        // files: the file does not exist (ENOENT); network, io: it fails
	Failure string      // io: what the error says; "" when not given
	Value   string      // io: what it gives, JSON or else a text; "" when not given
	Size    int64       // files: bytes; 0 when not given
	Pos     sim.Pos
}

// Input is one thing that the user does.
type Input struct {
	At     clock.Range
	Target int32       // the program's number for it; -1: none
	Event  string      // click, unless the file says otherwise; of a signal its name
	Signal model.Event // the signal that the user sends; 0: none
	Pos    sim.Pos
}

// Clone is a copy that a case may change.
func (w World) Clone() World {
	w.Files, w.Network, w.IO, w.Users = slices.Clone(w.Files), slices.Clone(w.Network), slices.Clone(w.IO), slices.Clone(w.Users)
	w.Clock.Skew.Steps = slices.Clone(w.Clock.Skew.Steps)
	return w
}

// Model is the world as package model wants it, with a pool of 4 threads and 60
// frames a second where it gives none; event numbers the names of events.
func (w *World) Model(event func(string) uint32) model.World {
	out := model.World{
		Pool: cmp.Or(w.Pool, 4), ESM: w.ESM,
		Display: w.Display,
	}
	out.Display.Hz = cmp.Or(out.Display.Hz, 60)
	for _, in := range w.Users {
		if in.Signal != 0 {
			out.Inputs = append(out.Inputs, model.Input{At: in.At, Event: uint32(in.Signal), Signal: true})
			continue
		}
		out.Inputs = append(out.Inputs, model.Input{At: in.At, Target: uint32(in.Target), Event: event(in.Event), Moves: moves[in.Event], Edits: edits[in.Event]})
	}
	return out
}

// edits are the events of a user who edits a text, or copies of it.
var edits = map[string]bool{"beforeinput": true, "input": true, "copy": true, "cut": true, "paste": true}

// moves are the events of a user who presses and releases nothing, or of whose press or release
// the browser tells by another way than that of input: a drag, and a change of the window.
var moves = map[string]bool{
	"mousemove": true, "mouseover": true, "mouseout": true, "mouseenter": true, "mouseleave": true, "wheel": true, "scroll": true, "touchmove": true,
	"pointermove": true, "pointerover": true, "pointerout": true, "pointerenter": true, "pointerleave": true, "pointerrawupdate": true,
	"drag": true, "dragstart": true, "dragenter": true, "dragover": true, "dragleave": true, "drop": true, "dragend": true,
	"resize": true, "online": true, "offline": true, "orientationchange": true, "visibilitychange": true,
}

// assumable are the lengths that Verify opens where a file leaves them out:
// no machine has them at 0, so what holds at 0 alone is no proof.
var assumable = [...]string{"startup", "phase"}

// Assumed lists what the world leaves out of startup and phase. A run takes
// them to be 0.
func (w *World) Assumed() []string {
	var out []string
	for i, given := range [...]bool{w.Stated.Startup, w.Stated.Phase} {
		if !given {
			out = append(out, assumable[i])
		}
	}
	return out
}
