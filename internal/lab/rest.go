package lab

import (
	"runtime/debug"
	"sync"
	"time"
)

// calm is how long nothing is worked on before memory is given back: who asks
// again in a moment takes what is there.
const calm = 2 * time.Second

// rest gives back to the system what the last requests took, once nothing is
// worked on. By itself the collector would not: it runs as memory is taken, and
// then nothing takes any.
type rest struct {
	give func()

	mu      sync.Mutex
	working int
	timer   *time.Timer // nil before the first request has ended
}

func newRest() *rest { return &rest{give: debug.FreeOSMemory} }

// begin tells of a request that is worked on, and end that it is over.
func (r *rest) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.working++; r.timer != nil {
		r.timer.Stop()
	}
}

func (r *rest) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.working--; r.working > 0 {
		return
	}
	if r.timer == nil {
		r.timer = time.AfterFunc(calm, r.giveBack)
	} else {
		r.timer.Reset(calm)
	}
}

func (r *rest) giveBack() {
	r.mu.Lock()
	over := r.working == 0
	r.mu.Unlock()
	if over {
		r.give()
	}
}
