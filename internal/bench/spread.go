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

// fewestRecords is how many must be there before they say where a further one
// will be.
const fewestRecords = 3

// expected is the range in which 999 of 1,000 further measurements would lie, of
// which all are like those that gave these numbers, all above 0: Student's range of
// prediction for their logarithms, since what disturbs a measurement multiplies it. The number
// of those that are there widens it, as far as they are few.
func expected(numbers []float64) (low, high float64, ok bool) {
	n := len(numbers)
	if n < fewestRecords {
		return 0, 0, false
	}
	var sum, squares float64
	for _, x := range numbers {
		sum += math.Log(x)
	}
	mean := sum / float64(n)
	for _, x := range numbers {
		squares += (math.Log(x) - mean) * (math.Log(x) - mean)
	}
	deviation := math.Sqrt(squares / float64(n-1))
	aside := student(n-1) * deviation * math.Sqrt(1+1/float64(n))
	return math.Exp(mean - aside), math.Exp(mean + aside), true
}

// outside is how much of Student's distribution lies beyond the values of student,
// on each side.
const outside = 0.0005

// student is the value beyond which the rest of Student's distribution lies that
// outside says, by its degrees of freedom, which are at least 1.
func student(degrees int) float64 { return students[min(degrees, len(students))-1] }

var students = []float64{
	636.619, 31.599, 12.924, 8.610, 6.869, 5.959, 5.408, 5.041, 4.781, 4.587,
	4.437, 4.318, 4.221, 4.140, 4.073, 4.015, 3.965, 3.922, 3.883, 3.850,
}
