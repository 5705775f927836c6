package scenario

import (
	"fmt"
	"strings"
	"testing"

	"evsim/internal/cputime"

	"gopkg.in/yaml.v3"
)

// longScript is a scenario of n statements, of the kinds that scenarios have.
func longScript(n int) string {
	var b strings.Builder
	b.WriteString("evsim: 1\nname: a long script\nscript:\n")
	for i := 0; i < n; i += 5 {
		fmt.Fprintf(&b, "  - setTimeout: %d\n    as: t%d\n    do:\n      - log: timeout %d at ${now}\n      - busy: 1.5ms\n", i%50, i%100, i)
		fmt.Fprintf(&b, "  - then: resolved\n    do: {log: job %d}\n", i)
	}
	return b.String()
}

// The library's own decoding is the lower bound of BenchmarkParse/scenario.
func BenchmarkParse(b *testing.B) {
	src := []byte(longScript(20_000))
	measure := func(name string, load func() bool) {
		b.Run(name, func(b *testing.B) {
			var watch cputime.Stopwatch
			b.SetBytes(int64(len(src)))
			watch.Start()
			for range b.N {
				if !load() {
					b.Fatal("it has errors")
				}
			}
			watch.Stop()
			b.ReportMetric(watch.Per(b.N), "cpu-ns/file")
		})
	}
	measure("yaml", func() bool {
		var doc yaml.Node
		return yaml.Unmarshal(src, &doc) == nil
	})
	measure("scenario", func() bool {
		s, _ := Parse("x.yaml", src)
		return s != nil
	})
}
