package syntax

import (
	"fmt"
	"strings"
	"testing"

	"evsim/internal/cputime"
	"evsim/internal/escape"

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

// FuzzYAMLOfTAP: what escape writes as YAML is what this parser reads.
func FuzzYAMLOfTAP(f *testing.F) {
	for _, text := range []string{"", "a: b", "\x00\x1b\u009b", "\u2028\u202e", "\U000e0041", "'\"\\", "- a\n", "\xff", "##[error]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		written, err := escape.YAML([]string{text})
		if err != nil {
			t.Fatal(err)
		}
		var got map[string][]string
		if err := yaml.Unmarshal(append([]byte("message: "), written...), &got); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if want := string([]rune(text)); len(got["message"]) != 1 || got["message"][0] != want {
			t.Errorf("%q is read as %q", want, got)
		}
	})
}
