package scenario

import (
	"fmt"
	"strings"
	"testing"

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
	b.Run("yaml", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			var doc yaml.Node
			if err := yaml.Unmarshal(src, &doc); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("scenario", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			if s, diags := Parse("x.yaml", src); s == nil {
				b.Fatal(diags)
			}
		}
	})
}
