package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evsim/internal/testmain"
)

// divided is a random scenario that is explored whole and in parts.
type divided struct {
	*testing.T
	*rand.Rand
	folder, file string
	small        int // paths of a space that is searched path by path
}

// dividedScenario writes completions, timers and what follows them, of which some
// lines are the same.
func dividedScenario(r *rand.Rand) string {
	policy := []string{"node10", "node12", "node22", "node26", "browser", "firefox", "webkit"}[r.IntN(7)]
	node := strings.HasPrefix(policy, "node")
	var b strings.Builder
	fmt.Fprintf(&b, "evsim: 1\nname: divided\npolicies: [%s]\n", policy)
	if r.IntN(2) == 0 {
		b.WriteString("clock: {startup: 0ms..2ms}\n")
	}
	b.WriteString("script:\n")
	line := func() string { return fmt.Sprintf("{log: l%d}", r.IntN(9)) }
	span := func() string { return fmt.Sprintf("%dms..%dms", r.IntN(3), 3+r.IntN(4)) }
	wait := func(body string) string {
		switch kind := r.IntN(6); {
		case kind == 0:
			return fmt.Sprintf("{setTimeout: %d, do: %s}", r.IntN(6), body)
		case kind == 1 && node:
			return fmt.Sprintf("{setImmediate: , do: %s}", body)
		case kind == 2 && node:
			return fmt.Sprintf("{io: file, latency: %s, do: %s}", span(), body)
		case node:
			return fmt.Sprintf("{io: net, latency: %s, do: %s}", span(), body)
		case kind == 1:
			return fmt.Sprintf("{requestAnimationFrame: , do: %s}", body)
		}
		return fmt.Sprintf("{fetch: /a, latency: %s, do: %s}", span(), body)
	}
	for range 3 + r.IntN(2) {
		body := line()
		if r.IntN(3) == 0 {
			body = fmt.Sprintf("[%s, %s]", body, wait(line()))
		}
		fmt.Fprintf(&b, "  - %s\n", wait(body))
	}
	return b.String()
}

// explored is what a command line of explore writes, and its exit code.
func (d *divided) explored(args ...string) (string, status) {
	var out, complaints bytes.Buffer
	a := newApp(strings.NewReader(""), &out, &complaints)
	a.small, a.perPart = d.small, 3
	code := a.execute(d.Context(), append([]string{"explore"}, args...))
	if code != done && code != limited {
		d.Fatalf("%q: exit code %d\n%s", args, code, &complaints)
	}
	return out.String(), code
}

// part writes one part to a file: at once, or ended and taken up at random, each
// time by other workers.
func (d *divided) part(shard string) string {
	name := filepath.Join(d.folder, strings.ReplaceAll(shard, "/", "of"))
	kept := name + ".checkpoint"
	for paths := 1 + d.IntN(40); ; paths += 1 + d.IntN(2*paths) {
		args := []string{d.file, "--shard", shard, "--format", "ndjson", "--workers", fmt.Sprint(1 + d.IntN(4)), "-o", name}
		if d.IntN(3) > 0 {
			args = append(args, "--resume", kept, "--budget", fmt.Sprint("paths=", paths))
		} else if _, err := os.Stat(kept); err == nil {
			args = append(args, "--resume", kept)
		}
		if _, code := d.explored(args...); code == done {
			return name
		}
	}
}

// hold wants the same bytes of the whole and of parts that are united.
func (d *divided) hold(parts int) {
	var files []string
	for i := range parts {
		files = append(files, d.part(fmt.Sprintf("%d/%d", i+1, parts)))
	}
	d.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	for _, format := range []string{"text", "ndjson"} {
		flags := []string{"--format", format}
		if format == "text" {
			flags = append(flags, [][]string{nil, {"--summary"}, {"--summary=false"}, {"--limit", "3"}, {"--where", "l1 once"}}[d.IntN(5)]...)
		}
		whole, _ := d.explored(append([]string{d.file, "--workers", fmt.Sprint(1 + d.IntN(4))}, flags...)...)
		united, _ := d.explored(slices.Concat([]string{"merge"}, files, flags)...)
		if whole != united {
			d.Errorf("%d parts, %q: the whole is\n%s\nand the parts are\n%s", parts, flags, whole, united)
		}
	}
}

// TestPartsAreTheWhole explores random scenarios in parts, which are ended and taken
// up, and wants each byte of the search that was not divided, by any number of
// workers: four, twelve with EVSIM_SWEEPS=1. EVSIM_CAMPAIGN=FROM..TO makes the run of these
// seeds.
func TestPartsAreTheWhole(t *testing.T) {
	from, to := uint64(0), uint64(12/testmain.Every(3))
	if text := os.Getenv("EVSIM_CAMPAIGN"); text != "" {
		if _, err := fmt.Sscanf(text, "%d..%d", &from, &to); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(t.TempDir())
	for seed := from; seed < to && !t.Failed(); seed++ {
		r := rand.New(rand.NewPCG(seed, 8))
		text := strings.Replace(dividedScenario(r), "script:\n", "script:\n  - {log: l1}\n", 1) // --where names it
		d := divided{t, r, fmt.Sprint(seed), "divided.yaml", []int{20, 20, 20, 0}[r.IntN(4)]}
		if err := os.WriteFile(d.file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(d.folder, 0o777); err != nil {
			t.Fatal(err)
		}
		if d.hold(1 + r.IntN(8)); t.Failed() {
			t.Logf("seed %d, %d paths are small\n%s", seed, d.small, text)
		}
	}
}
