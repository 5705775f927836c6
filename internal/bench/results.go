package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// results are the nanoseconds of each subject, in the order in which they were
// measured; behind other words, its instructions and bytes.
type results map[string][]float64

// What stands before a subject's name for what is no time.
const (
	instructionsOf = "instructions "
	bytesOf        = "bytes "
)

func (r results) add(name string, ns float64) { r[name] = append(r[name], ns) }

// addBenchmarks reads what Go's benchmarks print, such as
//
//	BenchmarkTick/node22-2  3000000  12.3 ns/op  24.1 B/pending  11.9 cpu-ns/callback
func (r results) addBenchmarks(out string) error {
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		if len(fields) == 0 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := strings.TrimPrefix(fields[0], "Benchmark")
		if cores := strings.LastIndex(name, "-"); cores > 0 {
			name = name[:cores]
		}
		ns, ok := metric(fields, "cpu-ns/")
		if !ok {
			return fmt.Errorf("no processor time in %q", line)
		}
		r.add(name, ns)
		if bytes, ok := metric(fields, "B/pending"); ok {
			r.add(bytesOf+name, bytes)
		}
	}
	return nil
}

// metric is the number that stands before a unit.
func metric(fields []string, unit string) (x float64, ok bool) {
	at := slices.IndexFunc(fields, func(f string) bool { return strings.HasPrefix(f, unit) })
	if at < 1 {
		return 0, false
	}
	x, err := strconv.ParseFloat(fields[at-1], 64)
	return x, err == nil
}

// figure is a number with three digits that count.
func figure(x float64) string {
	digits := 2
	switch {
	case x >= 100:
		digits = 0
	case x >= 10:
		digits = 1
	}
	text := strconv.FormatFloat(x, 'f', digits, 64)
	whole, rest, _ := strings.Cut(text, ".")
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if rest != "" {
		whole += "." + rest
	}
	return whole
}
