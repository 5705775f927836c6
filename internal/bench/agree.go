package main

import (
	"errors"
	"fmt"
	"io"
)

// compared is how many ratios of a measurement the ranges of others speak of, and how
// many of them lie outside.
type compared struct{ all, outside int }

// compare holds the ratios of one measurement against the ranges that others give,
// and tells of each that lies outside.
func compare(one record, others records, tell func(subject string, x, low, high float64)) compared {
	var c compared
	usual := others.usualRatio()
	for _, w := range workloads() {
		for _, s := range w.subjects {
			if s.key == w.against {
				continue
			}
			x, ok := one.ratio(s.key, w.against)
			low, high, ranged := expected(others.byMachine(func(r record) (float64, bool) { return r.ratio(s.key, w.against) }), usual)
			if !ok || !ranged {
				continue
			}
			if c.all++; x < low || x > high {
				c.outside++
				tell(w.title+", "+s.name, x, low, high)
			}
		}
	}
	return c
}

// mostOutside is how many ratios of a measurement may lie outside: of 100, one is
// expected there, and what disturbs a moment disturbs several.
const mostOutside = 1. / 20

var errNothingToCompare = errors.New("the records give no range for a ratio of this one")

// agree writes which ratios of a measurement lie outside the ranges that the records
// beside it give; that there are too many is an error, and that there are none to compare.
func agree(w io.Writer, folder, file string) error {
	one, err := readRecord(file)
	if err != nil {
		return err
	}
	all, err := readRecords(folder)
	if err != nil {
		return err
	}
	c := compare(one, all.without(one.file), func(subject string, x, low, high float64) {
		fmt.Fprintf(w, "%s: %s, outside of %s to %s\n", subject, figure(x), figure(low), figure(high))
	})
	fmt.Fprintf(w, "%d ratios compared, %d outside\n", c.all, c.outside)
	switch {
	case c.all == 0:
		return errNothingToCompare
	case float64(c.outside) > mostOutside*float64(c.all):
		return errors.New("the measurement does not agree with the others")
	}
	return nil
}

// apart compares each record with the others.
func (rs records) apart() compared {
	var sum compared
	for _, r := range rs {
		c := compare(r, rs.without(r.file), func(string, float64, float64, float64) {})
		sum.all, sum.outside = sum.all+c.all, sum.outside+c.outside
	}
	return sum
}
