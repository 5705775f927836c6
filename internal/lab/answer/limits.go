package answer

import (
	"runtime"
	"time"
)

// Limits bound what one request may take, and how many there are at a time.
type Limits struct {
	Body     int64 // bytes of a request
	Answer   int   // bytes of an answer
	Policies int   // of one request

	Single   Work  // of one run
	Searched Work  // of each of the many runs of an exploration
	Events   int   // of one run that a document has
	Looked   int   // see record.Limits
	Orders   int   // of one policy that a document has
	Paths    int   // of one policy that are explored
	Memory   int64 // bytes of one exploration, about
	Lines    int   // of a log that is to be predicted

	Check, Run, Explore time.Duration // of real time, for one request

	AtOnce  int           // requests that are worked on
	Waiting int           // requests that wait for that
	Wait    time.Duration // how long one waits at most

	Files      int   // of the folder
	FileSize   int64 // of one of them
	FolderSize int64 // of all of them together
}

// Work bounds what one run does.
type Work struct{ Callbacks, Turns, Statements int64 }

// Default is the limits of a server that a few people use.
func Default() Limits {
	return Limits{
		Body: 256 << 10, Answer: 8 << 20, Policies: 16,
		Single: Work{100_000, 100_000, 1_000_000}, Searched: Work{10_000, 10_000, 20_000}, Events: 20_000, Looked: 300_000,
		Orders: 64, Paths: 100_000, Memory: 64 << 20, Lines: 200,
		Check: 2 * time.Second, Run: 4 * time.Second, Explore: 4 * time.Second,
		AtOnce: max(2, runtime.GOMAXPROCS(0)), Waiting: 64, Wait: 5 * time.Second,
		Files: 200, FileSize: 256 << 10, FolderSize: 4 << 20,
	}
}
