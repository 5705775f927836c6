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
	next      clock.Instant // the first of the display's times that is not over
	due       clock.Instant // when the frame comes that is asked for
	stamp     clock.Instant // of the last frame
	ended     clock.Instant // when the last frame was over, where that matters
	awaits    bool          // other tasks wait for it, because the user did something
	awaited   clock.Instant // until then at most
	answers   bool          // it goes before older tasks, because the user did something
	announced bool
	atOnce    bool          // the frame that is asked for has not waited for the display
	updating  bool          // a frame runs
	laidOut   bool          // the next frame, or the one that runs, lays the page out anew
	began     clock.Instant // when the task began that runs, where that matters
	lastID    FrameRef
	display   display
	others    others
}

func (f *frames) restart() { *f = frames{callbacks: f.callbacks[:0], running: f.running[:0]} }

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
	if w.rules.IdleByDisplay && w.world.Display.Tells && !w.world.Display.Hidden {
		f.display = display{tells: true, drawn: !w.rules.framesAnyTime, next: f.next}
	}
}

// RequestFrame is requestAnimationFrame.
func (w *Web) RequestFrame(callback uint32) FrameRef {
	f := &w.frames
	f.lastID++
	t := w.Schedule(InAnimationFrame, scriptCall(callback, ecma.Value{}))
	f.callbacks = append(sim.Grown(w, f.callbacks), frameRequest{f.lastID, t})
	w.Enqueue(InAnimationFrame, t)
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
	rested := f.beginToTell(w)
	f.announced = true
	t := w.Schedule(sourceNames[sourceFrame], sim.Callback{Kind: webFrame})
	if rested && w.rules.FrameAtOnce {
		w.CiteRule(RuleFrameAtOnce)
		f.due, f.atOnce = w.Now(), true
		w.arrived(sourceFrame, t)
		return
	}
	f.due = f.nextDue(w)
	w.announce(f.due, InDisplay, t)
}

func (f *frames) arrive(w *Web, t sim.Task) {
	w.arrived(sourceFrame, t)
}

// update is "update the rendering" as far as it runs script: the animation
// frame callbacks that there are as it begins, and behind the layout the size
// observers. Callbacks that they request wait for the next frame.
func (f *frames) update(w *Web) {
	began, waited, told := w.Now(), f.tasksWaited(w), !f.atOnce
	f.announced, f.atOnce, f.updating, f.stamp, f.awaits, f.answers = false, false, true, f.due, false, false
	if w.rules.IdleByDisplay {
		f.display = display{tells: true, last: f.stamp}
	}
	if w.rules.FramesBeforeIdles {
		w.idle.endAsked()
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
	f.display.again, f.display.left, f.laidOut = f.laidOut, false, false
	if f.updating = false; w.rules.FramesBeforeIdles {
		w.idleAfterFrame()
	}
	if w.rules.FramesAfter > 0 {
		f.ended = w.Now()
	}
	if w.rules.FramesGive && told {
		f.leaveTime(w, began, waited)
	}
}

// first reports whether a frame goes before tasks that are older. (Chromium,
// MainThreadSchedulerImpl::UpdateRenderingPrioritizationStateOnTaskCompleted; the
// time before the first frame counts from the start.)
func (f *frames) first(w *Web) bool {
	return w.rules.FramesFirst && (w.rules.FramesAfter == 0 || f.answers || !w.Before(w.Now(), f.ended.Add(w.rules.FramesAfter)))
}

// awaitFrame lets other tasks wait for the frame that is asked for behind what
// the user did (Chromium, features::kDeferRendererTasksAfterInput). Asked for or not, the
// next frame goes before older tasks.
func (w *Web) awaitFrame() {
	w.frames.answers = w.rules.FramesAfter > 0
	if f := &w.frames; w.rules.FrameAfterInput > 0 && f.announced {
		w.CiteRule(RuleFrameAfterInput)
		f.awaits, f.awaited = true, w.Now().Add(w.rules.FrameAfterInput)
	}
}

// awaitsFrame reports whether other tasks wait for a frame.
func (w *Web) awaitsFrame() bool { return w.frames.awaits && w.Before(w.Now(), w.frames.awaited) }
