package stepper_test

import (
	"fmt"

	"evsim/internal/stepper"
)

func ExampleParseBreakpoint() {
	b, err := stepper.ParseBreakpoint("phase check")
	fmt.Println(b, err)
	_, err = stepper.ParseBreakpoint("at noon")
	fmt.Println(err)
	// Output:
	// phase check <nil>
	// "noon" is not a time: write one such as 5ms
}
