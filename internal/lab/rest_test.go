package lab

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestMemoryIsGivenBack once after each time that something was worked on, and
// never while something is.
func TestMemoryIsGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		given := 0
		r := &rest{give: func() { given++ }}
		told := func(what string, want int) {
			t.Helper()
			synctest.Wait()
			if given != want {
				t.Errorf("%s: given back %d times, want %d", what, given, want)
			}
		}
		time.Sleep(time.Hour)
		told("before the first request", 0)
		r.begin()
		r.begin()
		r.end()
		time.Sleep(time.Hour)
		told("one of two is over", 0)
		r.end()
		told("at once", 0)
		time.Sleep(calm / 2)
		r.begin()
		time.Sleep(time.Hour)
		told("somebody came again", 0)
		r.end()
		time.Sleep(calm)
		told("all are over", 1)
		time.Sleep(time.Hour)
		told("later", 1)
		r.begin()
		r.end()
		time.Sleep(calm)
		told("another time", 2)
	})
}
