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
	usualCounts   = 10
)

// deviations are how far logarithms usually lie from their mean: those of measurements
// on one machine, and the means of machines.
type deviations struct{ within, between float64 }

// expected is the range in which 99 of 100 further measurements would lie. numbers, all
// above 0, has a list for each machine; usual is what all that was measured in the same
// way says. It is Student's range of prediction for logarithms, since what disturbs a
// measurement multiplies it. With one machine the range speaks of that machine. With more
// it speaks of another one: the means of machines deviate, and the further measurement
// from the mean of its machine.
func expected(numbers [][]float64, usual deviations) (low, high float64, ok bool) {
	var means []float64
	n, squares := 0, 0.0
	for _, list := range numbers {
		if len(list) == 0 {
			continue
		}
		mean, apart := logarithms(list)
		means, n, squares = append(means, math.Exp(mean)), n+len(list), squares+apart
	}
	machines := len(means)
	if n < fewestRecords {
		return 0, 0, false
	}
	within := (squares + usualCounts*usual.within*usual.within) / float64(n-machines+usualCounts)
	center, apart := logarithms(means)
	degrees, variance := n-1+usualCounts, within*(1+1/float64(n))
	if machines > 1 {
		degrees = machines - 1 + usualCounts
		between := (apart + usualCounts*usual.between*usual.between) / float64(degrees)
		variance = between*(1+1/float64(machines)) + within
	}
	aside := student(degrees) * math.Sqrt(variance)
	return math.Exp(center - aside), math.Exp(center + aside), true
}

// usual is how far the subjects' numbers deviate, each about its own mean. A subject has
// a list for each machine.
func usual(subjects [][][]float64) deviations {
	var within, between pool
	for _, machines := range subjects {
		var means []float64
		for _, list := range machines {
			if len(list) > 0 {
				mean, _ := logarithms(list)
				means = append(means, math.Exp(mean))
			}
			within.add(list)
		}
		between.add(means)
	}
	return deviations{within.deviation(), between.deviation()}
}

// pool adds up squares of deviations from different means.
type pool struct {
	squares float64
	degrees int
}

func (p *pool) add(numbers []float64) {
	if len(numbers) > 1 {
		_, squares := logarithms(numbers)
		p.squares, p.degrees = p.squares+squares, p.degrees+len(numbers)-1
	}
}

// deviation is 0 if nothing was measured twice.
func (p pool) deviation() float64 {
	if p.degrees == 0 {
		return 0
	}
	return math.Sqrt(p.squares / float64(p.degrees))
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
