package scenario

import (
	"math"
	"unicode/utf8"

	"evsim/clock"
	"evsim/ecma"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// executor does what one verb stands for.
type executor func(*Machine, *frame, *Stmt) completion

// executors is what each verb does, by its number. It is a function because a
// variable would refer to itself: statements run bodies, and bodies statements.
func executors() [verbCount]executor {
	table := [verbCount]executor{
		VerbLog:                   (*Machine).execLog,
		VerbBusy:                  (*Machine).execBusy,
		VerbMark:                  (*Machine).execMark,
		VerbSetTimeout:            (*Machine).execSetTimer,
		VerbSetInterval:           (*Machine).execSetTimer,
		VerbClearTimeout:          (*Machine).execClearTimer,
		VerbClearInterval:         (*Machine).execClearTimer,
		VerbClearImmediate:        (*Machine).execClearImmediate,
		VerbRefresh:               (*Machine).execRefresh,
		VerbRef:                   (*Machine).execRef,
		VerbUnref:                 (*Machine).execRef,
		VerbSetImmediate:          (*Machine).execSetImmediate,
		VerbNextTick:              (*Machine).execNextTick,
		VerbQueueMicrotask:        (*Machine).execQueueMicrotask,
		VerbPromise:               (*Machine).execPromise,
		VerbResolve:               (*Machine).execResolve,
		VerbReject:                (*Machine).execReject,
		VerbThen:                  (*Machine).execThen,
		VerbCatch:                 (*Machine).execCatch,
		VerbFinally:               (*Machine).execFinally,
		VerbChain:                 (*Machine).execChain,
		VerbAll:                   (*Machine).execCombine,
		VerbAllSettled:            (*Machine).execCombine,
		VerbAny:                   (*Machine).execCombine,
		VerbRace:                  (*Machine).execCombine,
		VerbCall:                  (*Machine).execCall,
		VerbAwait:                 (*Machine).execAwait,
		VerbReturn:                (*Machine).execReturn,
		VerbThrow:                 (*Machine).execThrow,
		VerbTry:                   (*Machine).execTry,
		VerbReadFile:              (*Machine).execReadFile,
		VerbIO:                    (*Machine).execIO,
		VerbClose:                 (*Machine).execClose,
		VerbOn:                    (*Machine).execOn,
		VerbKill:                  (*Machine).execKill,
		VerbTickCallback:          (*Machine).execTickCallback,
		VerbVM:                    (*Machine).execVM,
		VerbExit:                  (*Machine).execExit,
		VerbExitCode:              (*Machine).execExitCode,
		VerbRequestAnimationFrame: (*Machine).execFrame,
		VerbCancelAnimationFrame:  (*Machine).execCancelFrame,
		VerbRequestIdleCallback:   (*Machine).execIdle,
		VerbCancelIdleCallback:    (*Machine).execCancelIdle,
		VerbChannel:               (*Machine).execChannel,
		VerbPostMessage:           (*Machine).execPostMessage,
		VerbObserve:               (*Machine).execObserve,
		VerbMutate:                (*Machine).execMutate,
		VerbListen:                (*Machine).execListen,
		VerbDispatch:              (*Machine).execDispatch,
		VerbPostTask:              (*Machine).execPostTask,
		VerbYieldScheduler:        (*Machine).execYieldScheduler,
		VerbFetch:                 (*Machine).execFetch,
		VerbRepeat:                (*Machine).execRepeat,
	}
	iterationExecutors(&table)
	return table
}

// longLine is how many bytes of a line count as a statement more: who keeps or
// writes them takes as long.
const longLine = 1 << 16

func (m *Machine) execLog(f *frame, s *Stmt) completion {
	text := m.format(f, s.Text)
	if n := len(text) / longLine; n > 0 {
		m.rt.Step(n)
	}
	m.rt.Log(text, s.Pos)
	return next
}

func (m *Machine) execBusy(_ *frame, s *Stmt) completion {
	m.rt.Spend(s.Span)
	return next
}

func (m *Machine) execMark(_ *frame, s *Stmt) completion {
	m.set(s.Target, uint64(m.rt.Now()))
	return next
}

// set lets a handle name something new.
func (m *Machine) set(h HandleID, ref uint64) {
	if h == None {
		return
	}
	old := m.handles[h]
	m.handles[h] = object{ref, true}
	if !old.set {
		return
	}
	switch m.prog.Handles[h].Kind {
	case HandleTimer:
		m.rt.Forget(model.TimerRef(old.ref))
	case HandleIO:
		m.node.ForgetIO(model.IORef(old.ref))
	}
}

// get is what a handle names; 0 when nothing was created under it yet.
func (m *Machine) get(h HandleID) uint64 {
	if h == None {
		return 0
	}
	return m.handles[h].ref
}

// bodyCall is the number of a body as a callback of the model.
func bodyCall(body BodyID) uint32 {
	if body == NoBody {
		return ecma.NoCallback
	}
	return uint32(body)
}

func (m *Machine) execSetTimer(_ *frame, s *Stmt) completion {
	delay := s.Delay
	if !s.HasDelay {
		delay = math.NaN()
	}
	cb, repeat := bodyCall(s.Do), s.Verb == VerbSetInterval
	if s.Count > 0 && s.Do != NoBody {
		m.intervals = append(m.intervals, interval{body: s.Do, left: s.Count})
		cb = intervalBit | uint32(len(m.intervals)-1)
	}
	ref := m.rt.SetTimer(delay, cb, repeat, s.As != None)
	if cb&intervalBit != 0 && cb != ecma.NoCallback {
		m.intervals[cb&^intervalBit].ref = ref
	}
	if s.Unref {
		m.node.RefTimer(ref, false)
	}
	m.set(s.As, uint64(ref))
	return next
}

func (m *Machine) execClearTimer(_ *frame, s *Stmt) completion {
	m.rt.ClearTimer(model.TimerRef(m.get(s.Target)))
	return next
}

func (m *Machine) execRefresh(_ *frame, s *Stmt) completion {
	m.node.Refresh(model.TimerRef(m.get(s.Target)))
	return next
}

func (m *Machine) execRef(_ *frame, s *Stmt) completion {
	ref := m.get(s.Target)
	switch m.prog.Handles[s.Target].Kind {
	case HandleImmediate:
		m.node.RefImmediate(model.ImmediateRef(ref), s.Verb == VerbRef)
	case HandleIO:
		m.node.RefIO(model.IORef(ref), s.Verb == VerbRef)
	default:
		m.node.RefTimer(model.TimerRef(ref), s.Verb == VerbRef)
	}
	return next
}

func (m *Machine) execSetImmediate(_ *frame, s *Stmt) completion {
	ref := m.node.SetImmediate(bodyCall(s.Do), true)
	if s.Unref {
		m.node.RefImmediate(ref, false)
	}
	m.set(s.As, uint64(ref))
	return next
}

func (m *Machine) execClearImmediate(_ *frame, s *Stmt) completion {
	m.node.ClearImmediate(model.ImmediateRef(m.get(s.Target)))
	return next
}

func (m *Machine) execNextTick(_ *frame, s *Stmt) completion {
	m.node.NextTick(bodyCall(s.Do))
	return next
}

func (m *Machine) execQueueMicrotask(_ *frame, s *Stmt) completion {
	m.rt.QueueMicrotask(bodyCall(s.Do))
	return next
}

func (m *Machine) execThrow(f *frame, s *Stmt) completion {
	return completion{threw, m.newError(m.format(f, s.Text))}
}

func (m *Machine) execTry(f *frame, s *Stmt) completion {
	f.push(block{stmts: m.enter(s.Do), body: s.Do, kind: blockTry, owner: s, err: f.top().err})
	return next
}

func (m *Machine) execRepeat(f *frame, s *Stmt) completion {
	if s.Count > 0 && s.Do != NoBody {
		f.push(block{stmts: m.enter(s.Do), body: s.Do, kind: blockRepeat, owner: s, left: s.Count - 1, err: f.top().err})
	}
	return next
}

func (m *Machine) execReadFile(_ *frame, s *Stmt) completion {
	file := find(m.world.Files, s.Name)
	latency := file.Latency
	if s.Span.Low >= 0 {
		latency = s.Span
	}
	op := model.Operation{Kind: model.FileWork, Latency: latency, Trips: m.node.ReadFileTrips(file.Size, file.Missing), Callback: bodyCall(s.Do)}
	if file.Missing {
		op.Given = m.newError("ENOENT: no such file or directory, open '" + s.Name + "'")
		if s.Catch != NoBody {
			op.Callback = bodyCall(s.Catch)
		}
	}
	m.node.Start(op)
	return next
}

// find is the entry of a name in a table of the world; one that is not there
// takes no time.
func find(table []program.Latency, name string) program.Latency {
	for _, entry := range table {
		if entry.Name == name {
			return entry
		}
	}
	return program.Latency{Name: name}
}

var operationKinds = [...]model.OperationKind{
	IOFile: model.PoolWork, IONet: model.Watched, IODNS: model.SlowWork, IOCrypto: model.PoolWork, IOPipe: model.Watched,
}

func (m *Machine) execIO(f *frame, s *Stmt) completion {
	op := model.Operation{Kind: operationKinds[s.Kind], Trips: 1, Callback: bodyCall(s.Do), Named: s.As != None, Never: s.Never}
	known := s.Span.Low >= 0
	if known {
		op.Latency = s.Span
	}
	if s.Text != None {
		op.Given = m.newError(m.format(f, s.Text))
		op.Request = op.Kind == model.Watched && !known
		if s.refusedAtOnce() {
			op.Kind = model.Refused
		}
	}
	ref := m.node.Start(op)
	if s.Unref {
		m.node.RefIO(ref, false)
	}
	m.set(s.As, uint64(ref))
	return next
}

func (m *Machine) execClose(_ *frame, s *Stmt) completion {
	m.node.Close(model.IORef(m.get(s.Target)), bodyCall(s.Do))
	return next
}

var modelEvents = [...]model.Event{
	OnUncaughtException:  model.UncaughtException,
	OnUnhandledRejection: model.UnhandledRejection,
	OnRejectionHandled:   model.RejectionHandled,
	OnBeforeExit:         model.BeforeExit,
	OnExit:               model.Exit,
	OnSIGHUP:             model.SIGHUP,
	OnSIGINT:             model.SIGINT,
	OnSIGQUIT:            model.SIGQUIT,
	OnSIGTERM:            model.SIGTERM,
	OnSIGUSR2:            model.SIGUSR2,
	OnError:              model.WindowError,
	OnUnhandledrejection: model.WindowUnhandledRejection,
}

func (m *Machine) execOn(_ *frame, s *Stmt) completion {
	event := modelEvents[s.Kind]
	if m.node != nil {
		m.node.On(event, bodyCall(s.Do))
	} else {
		m.web.On(event, bodyCall(s.Do))
	}
	return next
}

func (m *Machine) execExit(_ *frame, s *Stmt) completion {
	code := int32(s.Count)
	if s.Bare {
		code = m.node.ExitCode()
	}
	if v, failed := m.node.Exit(code); failed {
		return completion{threw, v}
	}
	return next
}

func (m *Machine) execExitCode(_ *frame, s *Stmt) completion {
	m.node.SetExitCode(int32(s.Count))
	return next
}

// format fills a text's holes.
func (m *Machine) format(f *frame, id TextID) string {
	parts := m.prog.Texts[id].Parts
	if len(parts) == 1 && parts[0].Hole == HoleNone {
		return parts[0].Text
	}
	m.text = m.text[:0]
	for i := range parts {
		if m.text = m.appendPart(m.text, f, &parts[i]); len(m.text) > maxText {
			return cut(m.text)
		}
	}
	return string(m.text)
}

// maxText bounds a text with holes, in bytes: one that holds an error that
// holds an error grows without end.
const maxText = 64 << 10

// cut is the beginning of a text that is too long.
func cut(text []byte) string {
	end := maxText
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return string(text[:end]) + "…"
}

func (m *Machine) appendPart(text []byte, f *frame, p *TextPart) []byte {
	switch p.Hole {
	case HoleNow:
		return m.appendSince(text, 0)
	case HoleMark:
		return m.appendSince(text, clock.Instant(m.get(p.Mark)))
	case HoleCount:
		return appendInt(text, m.counts[f.top().body])
	case HoleError:
		return append(text, m.ErrorText(f.top().err)...)
	case HoleFrame:
		return m.appendSpan(text, m.web.FrameTime(), 0)
	}
	return append(text, p.Text...)
}

// appendSince appends the milliseconds since an instant; a question mark where
// an exploration leaves them open.
func (m *Machine) appendSince(text []byte, since clock.Instant) []byte {
	return m.appendSpan(text, m.rt.Now(), since)
}

func (m *Machine) appendSpan(text []byte, at, since clock.Instant) []byte {
	d, known := m.rt.Sub(at, since)
	if !known {
		return append(text, '?')
	}
	return sim.AppendMillis(text, d)
}
