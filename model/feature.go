package model

import "math/bits"

// Feature is something that a policy has or has not. A statement that needs a
// feature is an error under a policy without it.
type Feature uint8

// The features in which policies differ.
const (
	Ticks          Feature = iota // process.nextTick
	Immediates                    // setImmediate, clearImmediate
	IO                            // readFile, io, close
	Process                       // on: uncaughtException and the like, exit
	TimerRefs                     // refresh, ref, unref
	QueueMicrotask                // queueMicrotask
	ESM                           // main: esm
	AllSettled                    // Promise.allSettled
	AnyCombinator                 // Promise.any
	Rendering                     // requestAnimationFrame
	Idle                          // requestIdleCallback
	Channels                      // MessageChannel
	DOM                           // listeners, dispatch, MutationObserver, users
	PostTask                      // scheduler.postTask, scheduler.yield
	Fetch                         // fetch
	WindowEvents                  // on: error, on: unhandledrejection
	ContextJobs                   // contexts of vm with microtasks of their own
	HasRef                        // timeout.hasRef, immediate.hasRef
	Databases                     // IndexedDB
	featureCount
)

// Features is a set of features.
type Features uint32

// featuresOf is the set of the given features.
func featuresOf(list ...Feature) Features {
	var set Features
	for _, f := range list {
		set |= 1 << f
	}
	return set
}

// Has reports whether the set holds f.
func (s Features) Has(f Feature) bool { return s&(1<<f) != 0 }

// With is the set with the given features added.
func (s Features) With(list ...Feature) Features { return s | featuresOf(list...) }

// Without is the set with the given features taken out.
func (s Features) Without(list ...Feature) Features { return s &^ featuresOf(list...) }

// Len is the number of features in the set.
func (s Features) Len() int { return bits.OnesCount32(uint32(s)) }
