package interp

import (
	"math"
	"unicode/utf8"

	"evsim/clock"
	"evsim/ecma"
	"evsim/model"
	"evsim/program"
	"evsim/scenario/script"
	"evsim/sim"
)

// executor does what one verb stands for.
type executor func(*Machine, *frame, *script.Stmt) completion

// executors is what each verb does, by its number. It is a function because a
// variable would refer to itself: statements run bodies, and bodies statements.
func executors() [script.VerbCount]executor {
	table := [script.VerbCount]executor{
		script.VerbLog:            (*Machine).execLog,
		script.VerbBusy:           (*Machine).execBusy,
		script.VerbMark:           (*Machine).execMark,
		script.VerbSetTimeout:     (*Machine).execSetTimer,
		script.VerbSetInterval:    (*Machine).execSetTimer,
		script.VerbClearTimeout:   (*Machine).execClearTimer,
		script.VerbClearInterval:  (*Machine).execClearTimer,
		script.VerbClearImmediate: (*Machine).execClearImmediate,
		script.VerbRefresh:        (*Machine).execRefresh,
		script.VerbRef:            (*Machine).execRef,
		script.VerbUnref:          (*Machine).execRef,
		script.VerbSetImmediate:   (*Machine).execSetImmediate,
		script.VerbNextTick:       (*Machine).execNextTick,
		script.VerbQueueMicrotask: (*Machine).execQueueMicrotask,
		script.VerbPromise:        (*Machine).execPromise,
		script.VerbResolve:        (*Machine).execResolve,
		script.VerbReject:         (*Machine).execReject,
		script.VerbThen:           (*Machine).execThen,
		script.VerbCatch:          (*Machine).execCatch,
		script.VerbFinally:        (*Machine).execFinally,
		script.VerbChain:          (*Machine).execChain,
		script.VerbAll:            (*Machine).execCombine,
		script.VerbAllSettled:     (*Machine).execCombine,
		script.VerbAny:            (*Machine).execCombine,
		script.VerbRace:           (*Machine).execCombine,
		script.VerbCall:           (*Machine).execCall,
		script.VerbAwait:          (*Machine).execAwait,
		script.VerbReturn:         (*Machine).execReturn,
		script.VerbThrow:          (*Machine).execThrow,
		script.VerbTry:            (*Machine).execTry,
		script.VerbReadFile:       (*Machine).execReadFile,
		script.VerbIO:             (*Machine).execIO,
		script.VerbClose:          (*Machine).execClose,
		script.VerbOn:             (*Machine).execOn,
		script.VerbKill:           (*Machine).execKill,
		script.VerbTickCallback:   (*Machine).execTickCallback,
		script.VerbVM:             (*Machine).execVM,
		script.VerbExit:           (*Machine).execExit,
		script.VerbExitCode:       (*Machine).execExitCode,
		script.VerbRepeat:         (*Machine).execRepeat,
	}
	iterationExecutors(&table)
	webExecutors(&table)
	return table
}

// longLine is how many bytes of a line count as a statement more: who keeps or
// writes them takes as long.
const longLine = 1 << 16

func (m *Machine) execLog(f *frame, s *script.Stmt) completion {
	text := m.format(f, s.Text)
	if len(text) >= longLine {
		m.rt.Step(len(text) / longLine)
	}
	m.rt.Log(text, s.Pos)
	return next
}

func (m *Machine) execBusy(_ *frame, s *script.Stmt) completion {
	m.rt.Spend(s.Span)
	return next
}

func (m *Machine) execMark(_ *frame, s *script.Stmt) completion {
	m.set(s.Target, uint64(m.rt.Now()))
	return next
}

// set lets a handle name something new.
func (m *Machine) set(h script.HandleID, ref uint64) {
	if h == script.None {
		return
	}
	old := m.handles[h]
	m.handles[h] = object{ref, true}
	if !old.set {
		return
	}
	switch m.prog.Handles[h].Kind {
	case script.HandleTimer:
		m.rt.Forget(model.TimerRef(old.ref))
	case script.HandleIO:
		m.node.ForgetIO(model.IORef(old.ref))
	}
}

// get is what a handle names; 0 when nothing was created under it yet.
func (m *Machine) get(h script.HandleID) uint64 {
	if h == script.None {
		return 0
	}
	return m.handles[h].ref
}

// bodyCall is the number of a body as a callback of the model.
func bodyCall(body script.BodyID) uint32 {
	if body == script.NoBody {
		return ecma.NoCallback
	}
	return uint32(body)
}

func (m *Machine) execSetTimer(_ *frame, s *script.Stmt) completion {
	delay := s.Delay
	if !s.HasDelay {
		delay = math.NaN()
	}
	cb, repeat := bodyCall(s.Do), s.Verb == script.VerbSetInterval
	if s.Count > 0 && s.Do != script.NoBody {
		m.intervals = append(sim.Grown(m.rt, m.intervals), interval{body: s.Do, left: s.Count})
		cb = intervalBit | uint32(len(m.intervals)-1)
	}
	ref := m.rt.SetTimer(delay, cb, repeat, s.As != script.None)
	if cb&intervalBit != 0 && cb != ecma.NoCallback {
		m.intervals[cb&^intervalBit].ref = ref
	}
	if s.Unref {
		m.node.RefTimer(ref, false)
	}
	m.set(s.As, uint64(ref))
	return next
}

func (m *Machine) execClearTimer(_ *frame, s *script.Stmt) completion {
	m.rt.ClearTimer(model.TimerRef(m.get(s.Target)))
	return next
}

func (m *Machine) execRefresh(_ *frame, s *script.Stmt) completion {
	m.node.Refresh(model.TimerRef(m.get(s.Target)))
	return next
}

func (m *Machine) execRef(_ *frame, s *script.Stmt) completion {
	ref := m.get(s.Target)
	switch m.prog.Handles[s.Target].Kind {
	case script.HandleImmediate:
		m.node.RefImmediate(model.ImmediateRef(ref), s.Verb == script.VerbRef)
	case script.HandleIO:
		m.node.RefIO(model.IORef(ref), s.Verb == script.VerbRef)
	default:
		m.node.RefTimer(model.TimerRef(ref), s.Verb == script.VerbRef)
	}
	return next
}

func (m *Machine) execSetImmediate(_ *frame, s *script.Stmt) completion {
	ref := m.node.SetImmediate(bodyCall(s.Do), true)
	if s.Unref {
		m.node.RefImmediate(ref, false)
	}
	m.set(s.As, uint64(ref))
	return next
}

func (m *Machine) execClearImmediate(_ *frame, s *script.Stmt) completion {
	m.node.ClearImmediate(model.ImmediateRef(m.get(s.Target)))
	return next
}

func (m *Machine) execNextTick(_ *frame, s *script.Stmt) completion {
	m.node.NextTick(bodyCall(s.Do))
	return next
}

func (m *Machine) execQueueMicrotask(_ *frame, s *script.Stmt) completion {
	m.rt.QueueMicrotask(bodyCall(s.Do))
	return next
}

func (m *Machine) execThrow(f *frame, s *script.Stmt) completion {
	return completion{threw, m.newError(m.format(f, s.Text))}
}

func (m *Machine) execTry(f *frame, s *script.Stmt) completion {
	f.push(block{stmts: m.enter(s.Do), body: s.Do, kind: blockTry, owner: s, err: f.top().err})
	return next
}

func (m *Machine) execRepeat(f *frame, s *script.Stmt) completion {
	if s.Count > 0 && s.Do != script.NoBody {
		f.push(block{stmts: m.enter(s.Do), body: s.Do, kind: blockRepeat, owner: s, left: s.Count - 1, err: f.top().err})
	}
	return next
}

func (m *Machine) execReadFile(_ *frame, s *script.Stmt) completion {
	file := find(m.world.Files, s.Name)
	latency := file.Latency
	if s.Span.Low >= 0 {
		latency = s.Span
	}
	op := model.Operation{Kind: model.FileWork, Latency: latency, Trips: m.node.ReadFileTrips(file.Size, file.Missing), Callback: bodyCall(s.Do)}
	if file.Missing {
		op.Given = m.newError("ENOENT: no such file or directory, open '" + s.Name + "'")
		if s.Catch != script.NoBody {
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
	script.IOFile: model.PoolWork, script.IONet: model.Watched, script.IODNS: model.SlowWork, script.IOCrypto: model.PoolWork, script.IOPipe: model.Watched,
}

func (m *Machine) execIO(f *frame, s *script.Stmt) completion {
	op := model.Operation{Kind: operationKinds[s.Kind], Trips: 1, Callback: bodyCall(s.Do), Named: s.As != script.None, Never: s.Never}
	known := s.Span.Low >= 0
	if known {
		op.Latency = s.Span
	}
	if s.Text != script.None {
		op.Given = m.newError(m.format(f, s.Text))
		op.Request = op.Kind == model.Watched && !known
		if s.RefusedAtOnce() {
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

func (m *Machine) execClose(_ *frame, s *script.Stmt) completion {
	m.node.Close(model.IORef(m.get(s.Target)), bodyCall(s.Do))
	return next
}

func (m *Machine) execOn(_ *frame, s *script.Stmt) completion {
	event := script.EventName(s.Kind).Model()
	if m.node != nil {
		m.node.On(event, bodyCall(s.Do))
	} else {
		m.web.On(event, bodyCall(s.Do))
	}
	return next
}

func (m *Machine) execExit(_ *frame, s *script.Stmt) completion {
	if !s.Bare {
		m.node.SetExitCode(int32(s.Count))
	}
	if v, failed := m.node.Exit(); failed {
		return completion{threw, v}
	}
	return next
}

func (m *Machine) execExitCode(_ *frame, s *script.Stmt) completion {
	m.node.SetExitCode(int32(s.Count))
	return next
}

// format fills a text's holes.
func (m *Machine) format(f *frame, id script.TextID) string {
	parts := m.prog.Texts[id].Parts
	if len(parts) == 1 && parts[0].Hole == script.HoleNone {
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

func (m *Machine) appendPart(text []byte, f *frame, p *script.TextPart) []byte {
	switch p.Hole {
	case script.HoleNow:
		return m.appendSince(text, 0)
	case script.HoleMark:
		return m.appendSince(text, clock.Instant(m.get(p.Mark)))
	case script.HoleCount:
		return appendInt(text, m.counts[f.top().body])
	case script.HoleError:
		return append(text, m.ErrorText(f.top().err)...)
	case script.HoleHasRef:
		return append(text, m.hasRef(p.Mark)...)
	case script.HoleReadyState:
		return appendInt(text, int64(m.web.ReadyState(uint32(p.Mark))))
	case script.HoleFrame:
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
