package clock_test

import (
	"fmt"

	"evsim/clock"
)

// The loop's clock is read now and then, in whole milliseconds, and stands
// still in between.
func Example() {
	c := clock.New(clock.Setup{}, clock.Millisecond, 0, nil)
	c.Spend(clock.Exactly(1700 * clock.Microsecond))
	fmt.Println("true time:", c.Reading(c.Now(), 0).Duration())
	fmt.Println("loop time:", c.Reading(c.Loop(), 0).Duration())
	fmt.Println("read anew:", c.Reading(c.Update(), 0).Duration())
	// Output:
	// true time: 1.7ms
	// loop time: 0s
	// read anew: 1ms
}

// A clock that is 10 % too fast.
func ExampleClock_Update() {
	c := clock.New(clock.Setup{Skew: clock.Skew{Drift: 100_000}}, clock.Millisecond, 0, nil)
	c.Spend(clock.Exactly(50 * clock.Millisecond))
	fmt.Println(c.Reading(c.Update(), 0).Duration())
	// Output: 55ms
}

// Equal seeds draw equal lengths and choices; the first take the ends.
func ExampleSampler() {
	latency := clock.Range{Low: 2 * clock.Millisecond, High: 5 * clock.Millisecond}
	for _, seed := range []uint64{1, 203, 203} {
		c := clock.New(clock.Setup{}, clock.Millisecond, seed, clock.NewSampler(seed))
		c.Spend(latency)
		fmt.Println(seed, c.Reading(c.Now(), 0).Duration())
	}
	// Output:
	// 1 5ms
	// 203 2.029156ms
	// 203 2.029156ms
}
