package model

import (
	"evsim/ecma"
	"evsim/sim"
)

// sizes is the size observers of a window (Resize Observer). All targets stand
// side by side in the page, none within another.
type sizes struct {
	observers []sizeObserver // in the order in which they were made
	told      []int          `state:"-"` // those that a frame is telling
}

type sizeObserver struct {
	target   uint32
	callback uint32
	changed  bool // the target has not the size of which the observer was told last
}

// ObserveSize is new ResizeObserver(callback).observe(target). Of the size that
// the target has the observer is told in the next frame.
func (w *Web) ObserveSize(target, callback uint32) {
	w.sizes.observers = append(sim.Grown(w, w.sizes.observers), sizeObserver{target, callback, true})
	w.needFrame()
}

// Resize gives the target another size, by its attribute style.
func (w *Web) Resize(target uint32) {
	w.Mutate(target)
	for i := range w.sizes.observers {
		if o := &w.sizes.observers[i]; o.target == target {
			o.changed = true
		}
	}
	w.Draw(true)
}

// Draw says that the page looks otherwise than it was drawn, and whether it is to be laid
// out anew for that.
func (w *Web) Draw(layout bool) {
	w.frames.laidOut = w.frames.laidOut || layout
	w.needFrame()
}

// needFrame says that the document looks otherwise than it was drawn. What is
// changed while a frame runs is drawn by that frame.
func (w *Web) needFrame() {
	if !w.frames.updating {
		w.CiteRule(RuleFrameNeeded)
		w.frames.announce(w)
	}
}

// observeSizes is the part of "update the rendering" that follows the layout:
// the observers of what has another size are told, once. Where all targets
// stand side by side, each is as deep as those that were told of, so what
// observers change waits for the next frame, and the window is told so (Resize
// Observer, "gather active observations at depth", "deliver resize loop error").
func (w *Web) observeSizes() {
	s := &w.sizes
	s.told = s.told[:0]
	for i := range s.observers {
		if s.observers[i].changed {
			s.observers[i].changed = false
			s.told = append(s.told, i)
		}
	}
	for _, i := range s.told {
		if w.Stopped() {
			return
		}
		w.CiteRule(RuleSizes)
		w.runCallback(w.Schedule(InSizeObserver, scriptCall(s.observers[i].callback, ecma.Value{})), sim.CallbackWork)
	}
	if s.waits() && !w.Stopped() {
		w.CiteRule(RuleSizesLoop)
		w.Threw(resizeLoop)
		w.fireError(ecma.Value{}, true)
	}
}

// resizeLoop is what the window's event says where size observers are not told
// of everything in a frame. The event has no error.
const resizeLoop = "ResizeObserver loop completed with undelivered notifications."

// waits reports whether an observer is to be told something.
func (s *sizes) waits() bool {
	for i := range s.observers {
		if s.observers[i].changed {
			return true
		}
	}
	return false
}

func (s *sizes) restart() { s.observers, s.told = s.observers[:0], s.told[:0] }
