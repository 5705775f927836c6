package apart

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// OutOfMemory is the exit code of a process that has taken its memory.
const OutOfMemory = 9

// lookEvery is how often a process looks at what it has taken.
const lookEvery = 5 * time.Millisecond

// confine has this process end when it has taken so many bytes. The system, where
// it can, refuses more at once; else the process looks at itself.
func confine(bytes int64, end func()) {
	debug.SetMaxStack(int(bytes / 2))
	debug.SetMemoryLimit(bytes / 4 * 3) // from there the collector works harder
	refuseMore(uint64(bytes + bytes/2))
	taken := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	go func() {
		for range time.Tick(lookEvery) {
			if metrics.Read(taken); taken[0].Value.Uint64()-taken[1].Value.Uint64() > uint64(bytes) {
				end()
			}
		}
	}()
}
