package clock

// Setup says how a run's clock behaves. The zero Setup is a clock that starts
// on a whole millisecond and tells true time.
type Setup struct {
	Startup Range // true time between the end of the main script and the first turn of the loop
	Phase   Range // where inside a millisecond the process starts, 0 to 1 ms
	Skew    Skew
}

// Skew is what the loop's clock reads against true time. The loop's time never
// goes back, whatever the skew.
type Skew struct {
	Offset Span
	Drift  int64 // parts per million, counted in whole milliseconds of true time; may be negative
	Jitter Range // added to each reading; drawn from the run's seed
	Steps  []Step
}

// Step is a jump of the loop's clock.
type Step struct {
	At Span // true time since the start
	By Span // may be negative
}

// IsZero reports whether the clock tells true time.
func (s Skew) IsZero() bool {
	return s.Offset == 0 && s.Drift == 0 && s.Jitter.IsZero() && len(s.Steps) == 0
}
