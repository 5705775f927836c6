package model

import (
	"evsim/clock"
	"evsim/ecma"
	"evsim/sim"
)

// database is the transactions of a window on a database that is open (Indexed
// Database API). All of them only read, so none waits for another.
type database struct {
	all      []transaction
	requests []storeRequest
	fresh    []int // made since the last checkpoint, "cleanup event loop"
	begin    []int // to be committed, and not yet begun where the database is; the first is beginning
}

type transaction struct {
	callback uint32 // oncomplete
	state    transactionState
	open     int   // requests that have not been answered
	first    int   // the request that is being answered, plus one; 0: none
	waiting  []int // those behind it
}

type transactionState uint8

const (
	transactionActive transactionState = iota
	transactionInactive
	transactionOver // committing, aborted or finished
)

type storeRequest struct {
	of       int
	callback uint32 // onsuccess
	latency  clock.Range
	task     sim.Task
}

// TransactionRef names a transaction: an index plus one.
type TransactionRef uint32

// Transaction is db.transaction(store), whose oncomplete is the callback. It is
// active until the checkpoint after the running callback.
func (w *Web) Transaction(callback uint32) TransactionRef {
	d := &w.database
	d.all = append(sim.Grown(w, d.all), transaction{callback: callback})
	d.fresh = append(sim.Grown(w, d.fresh), len(d.all)-1)
	return TransactionRef(len(d.all))
}

// Get is store.get(key), whose onsuccess is the callback. It throws where the
// transaction is not active.
func (w *Web) Get(ref TransactionRef, callback uint32, latency clock.Range) (threw bool) {
	d := &w.database
	if ref == 0 || d.all[ref-1].state != transactionActive {
		w.CiteRule(RuleTransactionActive)
		return true
	}
	one := &d.all[ref-1]
	task := w.Schedule(sourceNames[sourceDatabase], sim.Callback{Kind: webGot, Ref: uint32(len(d.requests))})
	d.requests = append(sim.Grown(w, d.requests), storeRequest{int(ref - 1), callback, latency, task})
	one.open++
	if id := len(d.requests); one.first == 0 {
		one.first = id
		w.announce(w.After(w.Now(), latency), InDatabase, task)
	} else {
		one.waiting = append(one.waiting, id)
	}
	return false
}

// arriveGot makes a task of an answer, and begins with the next request.
func (w *Web) arriveGot(t sim.Task) {
	d := &w.database
	one := &d.all[d.requests[t.Call.Ref].of]
	if one.state == transactionOver {
		w.Drop(t)
		return
	}
	w.arrived(sourceDatabase, t)
	if one.first = 0; len(one.waiting) > 0 {
		one.first, one.waiting = one.waiting[0], one.waiting[1:]
		next := &d.requests[one.first-1]
		w.announce(w.After(w.Now(), next.latency), InDatabase, next.task)
	}
}

// got fires success at a request. The transaction is active meanwhile, also in
// the microtasks of the listener, and is aborted if that threw (Indexed Database
// API, "fire a success event").
func (w *Web) got(id uint32) {
	request := w.database.requests[id]
	one := &w.database.all[request.of]
	if one.state == transactionOver {
		return
	}
	one.open--
	one.state = transactionActive
	threw := false
	if request.callback != ecma.NoCallback {
		w.CiteRule(RuleTransactionActive)
		threw = w.runCallback(w.Schedule(InEvent, scriptCall(request.callback, ecma.Value{})), sim.CallbackWork)
	}
	if threw {
		w.CiteRule(RuleTransactionAborts)
		w.database.all[request.of].state = transactionOver
		return
	}
	if w.deactivate(request.of) {
		w.commit(request.of, w.Now())
	}
}

// deactivate makes a transaction inactive, and reports whether it is to be
// committed: no request is left, and none can come any more.
func (w *Web) deactivate(i int) (over bool) {
	one := &w.database.all[i]
	if one.state = transactionInactive; one.open > 0 {
		return false
	}
	w.CiteRule(RuleTransactionCommits)
	one.state = transactionOver
	return true
}

// commit lets a transaction be complete at an instant.
func (w *Web) commit(i int, at clock.Instant) {
	w.announce(at, InDatabase, w.Schedule(sourceNames[sourceDatabase], sim.Callback{Kind: webCommitted, Ref: uint32(i)}))
}

// beginsWithin is how long it takes at most until a transaction begins where the
// database is. No browser promises a time; the model needs some end.
const beginsWithin = clock.Millisecond

// beginFirst lets the first of the transactions begin that have not and are to be
// committed. They begin one after the other, as they were made.
func (w *Web) beginFirst() {
	takes := clock.Range{High: beginsWithin + w.rules.framesLate}
	w.commit(w.database.begin[0], w.After(w.Now(), takes))
}

// arriveCommitted makes a task of the end of a transaction. If it had not begun
// before, the next one begins.
func (w *Web) arriveCommitted(t sim.Task) {
	w.arrived(sourceDatabase, t)
	if d := &w.database; len(d.begin) > 0 && d.begin[0] == int(t.Call.Ref) {
		if d.begin = append(d.begin[:0], d.begin[1:]...); len(d.begin) > 0 {
			w.beginFirst()
		}
	}
}

// committed fires complete at a transaction.
func (w *Web) committed(i uint32) {
	if callback := w.database.all[i].callback; callback != ecma.NoCallback {
		w.runCallback(w.Schedule(InEvent, scriptCall(callback, ecma.Value{})), sim.CallbackWork)
	}
}

// cleanUpTransactions is a step of each checkpoint: what was made since the last
// one is active no more (Indexed Database API, "cleanup Indexed Database
// transactions").
func (w *Web) cleanUpTransactions() {
	if len(w.database.fresh) > 0 {
		w.cleanUp()
	}
}

func (w *Web) cleanUp() {
	d := &w.database
	for _, i := range d.fresh {
		w.CiteRule(RuleTransactionCleanup)
		if !w.deactivate(i) {
			continue
		}
		if d.begin = append(sim.Grown(w, d.begin), i); len(d.begin) == 1 {
			w.beginFirst()
		}
	}
	d.fresh = d.fresh[:0]
}

func (d *database) restart() {
	d.all, d.requests, d.fresh, d.begin = d.all[:0], d.requests[:0], d.fresh[:0], d.begin[:0]
}
