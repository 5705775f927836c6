package model

import (
	"evsim/clock"
	"evsim/ecma"
	"evsim/sim"
)

// frames is the rendering opportunities of a window and what asks for them.
type frames struct {
	callbacks []frameRequest // the map of animation frame callbacks, in order
	running   []frameRequest
	period    clock.Span
	next      clock.Instant // the first opportunity that is not over
	stamp     clock.Instant // of the last frame
	refreshed bool          // there was one
	announced bool
	updating  bool // a frame runs
	lastID    FrameRef
}

// FrameRef names a requested animation frame callback; 0 names none.
type FrameRef uint32

type frameRequest struct {
	id   FrameRef
	task sim.Task
}

func (f *frames) start(w *Web) {
	hz := w.world.Display.Hz
	if hz == 0 {
		hz = 60
	}
	f.period = clock.Second / clock.Span(hz)
	f.next = w.After(0, w.world.Display.Phase)
}

// RequestFrame is requestAnimationFrame.
func (w *Web) RequestFrame(callback uint32) FrameRef {
	f := &w.frames
	f.lastID++
	t := w.Schedule("animation frame", scriptCall(callback, ecma.Value{}))
	f.callbacks = append(sim.Grown(w, f.callbacks), frameRequest{f.lastID, t})
	w.Enqueue("animation frame", t)
	f.announce(w)
	return f.lastID
}

// FrameTime is the time that a frame hands to its callbacks, all of them the
// same: that of its rendering opportunity (HTML, update the rendering, "last
// render opportunity time").
func (w *Web) FrameTime() clock.Instant { return w.frames.stamp }

// CancelFrame is cancelAnimationFrame. It also reaches callbacks of the frame
// that is being run.
func (w *Web) CancelFrame(id FrameRef) {
	for _, list := range [2][]frameRequest{w.frames.callbacks, w.frames.running} {
		for i := range list {
			if list[i].id == id && id != 0 {
				w.Drop(list[i].task)
				list[i].id = 0
			}
		}
	}
}

// announce asks for the next rendering opportunity. A hidden page has none.
func (f *frames) announce(w *Web) {
	if f.announced || w.world.Display.Hidden {
		return
	}
	f.announced = true
	if w.rules.framesAnyTime {
		f.next = w.After(w.Now(), clock.Range{High: f.period})
		w.announce(f.next, "display", w.Schedule(sourceNames[sourceFrame], sim.Callback{Kind: webFrame}))
		return
	}
	last := f.next
	for !w.Before(w.Now(), f.next) {
		last, f.next = f.next, f.next.Add(f.period)
	}
	if f.updating && w.rules.FramesFollow && w.Before(f.stamp, last) {
		w.CiteRule(RuleFramesFollow)
		f.next = last
	}
	w.announce(f.next, "display", w.Schedule(sourceNames[sourceFrame], sim.Callback{Kind: webFrame}))
}

func (f *frames) arrive(w *Web, t sim.Task) {
	w.arrived(sourceFrame, t)
}

// stops is when the display comes to rest if no frame is asked for any more: a
// period after the last one. (Firefox, RefreshDriverTimer::GetIdleDeadlineHint.)
func (f *frames) stops(w *Web) (at clock.Instant, ticks bool) {
	if !f.refreshed {
		return 0, false
	}
	at = f.stamp.Add(f.period)
	return at, w.Before(w.Now(), at)
}

// update is "update the rendering" as far as it runs script: the animation
// frame callbacks that there are as it begins, and behind the layout the size
// observers. Callbacks that they request wait for the next frame.
func (f *frames) update(w *Web) {
	f.announced, f.updating, f.stamp, f.refreshed = false, true, f.next, true
	if w.rules.FramesBeforeIdles {
		w.idle.endForFrame()
	}
	f.running, f.callbacks = f.callbacks, f.running[:0]
	for i := range f.running {
		if f.running[i].id == 0 || w.Stopped() {
			continue
		}
		t := f.running[i].task
		f.running[i].id = 0
		w.CiteRule(RuleFrameCallbacks)
		w.runCallback(t, sim.CallbackWork)
	}
	f.running = f.running[:0]
	w.observeSizes()
	if len(f.callbacks) > 0 || w.sizes.waits() {
		f.announce(w)
	}
	if f.updating = false; w.rules.FramesBeforeIdles {
		w.beginBetweenFrames()
	}
}
