package main

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestRecordsAreKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "records")
	if all, err := readRecords(folder); err != nil || all != nil {
		t.Errorf("a folder that is not there has %v, %v", all, err)
	}
	r := recordOf("", results{"Hold/1000/node22": {211.5, 200.25}, "instructions Hold/1000/node22": {1978}})
	file, err := r.keep(folder)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "README"), "no record")
	all, err := readRecords(folder)
	r.file = "2026-01-31T093000Z.txt"
	if err != nil || filepath.Base(file) != r.file || !reflect.DeepEqual(all, records{r}) {
		t.Errorf("%v, %v; want %v", all, err, r)
	}
	if x, _ := all[0].value("Hold/1000/node22"); x != 200.25 {
		t.Errorf("the least of the processes is %v", x)
	}
	write(t, filepath.Join(folder, "bad.txt"), "when\n")
	if _, err := readRecords(folder); err == nil {
		t.Error("a bad record is read")
	}
}

func TestBadRecords(t *testing.T) {
	good := recordOf("", results{"Tick/bare": {7}}).text()
	for name, text := range map[string]string{
		"nothing":        "",
		"a head alone":   strings.TrimSuffix(good, "Tick/bare\t7\n"),
		"no time":        strings.Replace(good, "2026-01-31T09:30:00Z", "today", 1),
		"another head":   strings.Replace(good, "machine", "computer", 1),
		"no tab":         good + "Tick/node22 7\n",
		"no name":        good + "\t7\n",
		"no number":      good + "Tick/node22\tseven\n",
		"an empty field": good + "Tick/node22\t7\t\n",
		"zero":           good + "Tick/node22\t0\n",
		"below nothing":  good + "Tick/node22\t-1\n",
		"no end":         good + "Tick/node22\tInf\n",
		"NaN":            good + "Tick/node22\tNaN\n",
		"twice":          good + "Tick/bare\t7\n",
	} {
		if _, err := parseRecord("bad.txt", text); err == nil || !strings.HasPrefix(err.Error(), "bad.txt:") {
			t.Errorf("%s: %v", name, err)
		}
	}
	large := filepath.Join(t.TempDir(), "large.txt")
	write(t, large, good+strings.Repeat(" ", maxRecord))
	if _, err := readRecord(large); err == nil {
		t.Error("a large record is read")
	}
}

func FuzzRecord(f *testing.F) {
	f.Add(recordOf("", results{"Tick/bare": {7, 8}, "bytes Hold/1000/heap": {33}}).text())
	f.Add(recordOf("", results{"proof 10/1/loop": {1}}).text()) // without its states
	files, err := filepath.Glob("records/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := parseRecord("a.txt", text)
		if err != nil {
			return
		}
		again, err := parseRecord("a.txt", r.text())
		if err != nil || again.text() != r.text() {
			t.Errorf("%q becomes %q: %v", text, r.text(), err)
		}
		_ = records{r, again, r}.page()
	})
}

func TestMiddle(t *testing.T) {
	for _, test := range []struct{ numbers, want []float64 }{
		{[]float64{7}, []float64{7, 7, 7}},
		{[]float64{9, 1, 2}, []float64{2, 1, 9}},
		{[]float64{4, 1, 9, 2}, []float64{3, 1, 9}},
	} {
		median, least, most := middle(test.numbers)
		if got := []float64{median, least, most}; !reflect.DeepEqual(got, test.want) {
			t.Errorf("%v: %v, want %v", test.numbers, got, test.want)
		}
	}
}

// TestStudent adds up the density of Student's distribution beyond each value.
func TestStudent(t *testing.T) {
	for n := 1; n <= len(students)+5; n++ {
		nu := float64(n)
		above, _ := math.Lgamma((nu + 1) / 2)
		below, _ := math.Lgamma(nu / 2)
		scale := math.Exp(above-below) / math.Sqrt(nu*math.Pi)
		// With x = sqrt(nu) tan(a) the rest is an integral to a right angle.
		from, sum := math.Atan(student(n)/math.Sqrt(nu)), 0.0
		const steps = 20_000
		width := (math.Pi/2 - from) / steps
		for i := range steps {
			sum += math.Pow(math.Cos(from+(float64(i)+0.5)*width), nu-1) * width
		}
		rest := sum * scale * math.Sqrt(nu)
		if n <= len(students) && math.Abs(rest-outside) > 2e-5 || rest > outside+2e-5 {
			t.Errorf("%d degrees: %v lies beyond %v, want %v", n, rest, student(n), outside)
		}
	}
}

// TestExpected: of measurements that are alike, the next lies in the range but once
// in a hundred: on the same machine where there is one, on another where there are more.
func TestExpected(t *testing.T) {
	if _, _, ok := expected([][]float64{{1}, nil}, deviations{0.1, 0.1}); ok {
		t.Error("one measurement says where a second will be")
	}
	if low, high, ok := expected([][]float64{{3, 3}, {3}}, deviations{}); !ok || math.Abs(low-3) > 1e-9 || math.Abs(high-3) > 1e-9 {
		t.Errorf("of what is always the same: %v to %v", low, high)
	}
	state := uint64(1)
	uniform := func() float64 { // Knuth's MMIX
		state = state*6364136223846793005 + 1442695040888963407
		return (float64(state>>11) + 0.5) / (1 << 53)
	}
	normal := func() float64 { return math.Sqrt(-2*math.Log(uniform())) * math.Cos(2*math.Pi*uniform()) }
	const draws, subjects = 1000, 20
	for _, counts := range [][]int{{2}, {4}, {10}, {1, 1}, {5, 2}, {2, 2, 2, 2}} {
		missed := 0
		for range draws {
			all, next := make([][][]float64, subjects), make([]float64, subjects)
			for s := range all {
				machine := 0.0
				for _, n := range counts {
					if len(counts) > 1 {
						machine = 0.3 * normal()
					}
					var list []float64
					for range n {
						list = append(list, math.Exp(machine+0.2*normal()))
					}
					all[s] = append(all[s], list)
				}
				if len(counts) > 1 {
					machine = 0.3 * normal()
				}
				next[s] = math.Exp(machine + 0.2*normal())
			}
			deviation := usual(all)
			for s, numbers := range all {
				if low, high, _ := expected(numbers, deviation); next[s] < low || next[s] > high {
					missed++
				}
			}
		}
		t.Logf("%v: %d of %d", counts, missed, draws*subjects)
		if missed > draws*subjects/100*3/2 || missed == 0 {
			t.Errorf("of measurements %v by machine: %d of %d lie outside", counts, missed, draws*subjects)
		}
	}
}

// TestUsual: each subject is held against its own mean, and so is each machine.
func TestUsual(t *testing.T) {
	if got := usual([][][]float64{{{1}}, nil, {{5}, nil}}); got != (deviations{}) {
		t.Errorf("nothing was measured twice, and the usual deviation is %v", got)
	}
	got := usual([][][]float64{{{1, math.E}, {math.E, math.E * math.E}}, {{100, 100 * math.E}}, {{7}}})
	if want := math.Sqrt(0.5); math.Abs(got.within-want) > 1e-9 || math.Abs(got.between-want) > 1e-9 {
		t.Errorf("%v, want %v for both", got, want)
	}
}
