// Package early is made ready before the packages of others are, as it imports
// nothing, and Go takes packages that are ready by their path. It gives the first
// goroutine room on its stack while nothing is on it.
//
// Some libraries compile regular expressions with {1,256} before main, hundreds of calls
// deep. The stack would be doubled nine times, the last four with all these
// frames to be moved: a million instructions, a tenth of what a start takes.
package early

// Rooms of this size, in bytes, lie in one frame: a larger one would not be put
// on the stack. Together they need one of 512 KiB, which those libraries come to.
const room = 72 << 10

var never bool

var _ = grow(never)

// grow needs the frame for what it does not do.
//
//go:noinline
func grow(fill bool) byte {
	if !fill {
		return 0
	}
	var a, b, c, d [room]byte
	return last(&a) + last(&b) + last(&c) + last(&d)
}

//go:noinline
func last(rooms *[room]byte) byte { return rooms[room-1] }
