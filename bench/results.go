package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// results are the nanoseconds of each subject, one number a round.
type results map[string][]float64

func (r results) add(name string, ns float64) { r[name] = append(r[name], ns) }

// addBenchmarks reads what Go's benchmarks print, such as
//
//	BenchmarkTick/node22-2  3000000  12.3 ns/op  11.9 cpu-ns/callback
func (r results) addBenchmarks(out string) error {
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		if len(fields) == 0 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		unit := slices.IndexFunc(fields, func(f string) bool { return strings.HasPrefix(f, "cpu-ns/") })
		if unit < 1 {
			return fmt.Errorf("no processor time in %q", line)
		}
		ns, err := strconv.ParseFloat(fields[unit-1], 64)
		if err != nil {
			return fmt.Errorf("in %q: %w", line, err)
		}
		name := strings.TrimPrefix(fields[0], "Benchmark")
		if cores := strings.LastIndex(name, "-"); cores > 0 {
			name = name[:cores]
		}
		r.add(name, ns)
	}
	return nil
}

// spread is the median, the least and the most of some numbers.
func spread(numbers []float64) (median, least, most float64) {
	sorted := slices.Sorted(slices.Values(numbers))
	return sorted[len(sorted)/2], sorted[0], sorted[len(sorted)-1]
}

// ratio is how often b goes into a, both as they were when the machine let them
// most alone: what else runs there only adds. Where two processors share a core,
// it adds most to what does much at a time, so it would not cancel out.
func (r results) ratio(a, b string) (ratio float64, ok bool) {
	if len(r[a]) == 0 || len(r[b]) == 0 {
		return 0, false
	}
	return slices.Min(r[a]) / slices.Min(r[b]), true
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
