package main

import (
	"math"
	"slices"
)

// middle is the median of some numbers, and the least and the most of them.
func middle(numbers []float64) (median, least, most float64) {
	sorted := slices.Sorted(slices.Values(numbers))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2, sorted[0], sorted[n-1]
}

// logarithms is the mean of the logarithms of numbers above 0, and the sum of the
// squares of what they are away from it.
func logarithms(numbers []float64) (mean, squares float64) {
	for _, x := range numbers {
		mean += math.Log(x) / float64(len(numbers))
	}
	for _, x := range numbers {
		squares += (math.Log(x) - mean) * (math.Log(x) - mean)
	}
	return mean, squares
}

// What there must be for a range: measurements of the ratio itself, and as how many
// more the deviation that is usual counts, since few say little of their own deviation.
const (
	fewestRecords = 2
	usualCounts   = 4
)

// expected is the range in which 99 of 100 further measurements would lie that are like
// those that gave these numbers, all above 0: Student's range of prediction for their
// logarithms, since what disturbs a measurement multiplies it. The usual deviation is
// that of the logarithms of all that was measured in the same way.
func expected(numbers []float64, usual float64) (low, high float64, ok bool) {
	n := len(numbers)
	if n < fewestRecords {
		return 0, 0, false
	}
	mean, squares := logarithms(numbers)
	degrees := n - 1 + usualCounts
	deviation := math.Sqrt((squares + usualCounts*usual*usual) / float64(degrees))
	aside := student(degrees) * deviation * math.Sqrt(1+1/float64(n))
	return math.Exp(mean - aside), math.Exp(mean + aside), true
}

// usual is the deviation of the logarithms of what some subjects took, each about its
// own mean.
func usual(subjects [][]float64) float64 {
	var sum float64
	degrees := 0
	for _, numbers := range subjects {
		if len(numbers) > 1 {
			_, squares := logarithms(numbers)
			sum, degrees = sum+squares, degrees+len(numbers)-1
		}
	}
	if degrees == 0 {
		return 0
	}
	return math.Sqrt(sum / float64(degrees))
}

// outside is how much of Student's distribution lies beyond the values of student,
// on each side.
const outside = 0.005

// student is the value beyond which the rest of Student's distribution lies that
// outside says, by its degrees of freedom, which are at least 1.
func student(degrees int) float64 { return students[min(degrees, len(students))-1] }

var students = []float64{
	63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169,
	3.106, 3.055, 3.012, 2.977, 2.947, 2.921, 2.898, 2.878, 2.861, 2.845,
}
