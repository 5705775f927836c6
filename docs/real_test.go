package docs_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPlacesInNode opens the JavaScript that installed releases of Node carry,
// and holds that each place is in the line that the list gives.
func TestPlacesInNode(t *testing.T) {
	files := map[string][]place{}
	for _, p := range places(t) {
		if p.Project == "Node" && strings.HasPrefix(p.File, "lib/") {
			files[p.Release] = append(files[p.Release], p)
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("there is no folder for installed releases: %v", err)
	}
	for release, all := range files {
		t.Run(release, func(t *testing.T) {
			binary := filepath.Join(cache, "evsim", "node", release, "bin", "node")
			if _, err := os.Stat(binary); err != nil {
				t.Skipf("Node %s is not installed: evsim observe install %s", release, release)
			}
			carried := natives(t, binary, all)
			for _, p := range all {
				p.opens(t, carried[p.File])
			}
		})
	}
}

// read writes to a file, its first argument, those files of the JavaScript that a
// binary of Node carries whose names follow. (Not to a pipe: releases differ in
// how much of a long text they write to it before they end.)
const read = `
const carried = process.binding('natives'), out = {};
for (const file of process.argv.slice(2)) out[file] = carried[file.slice('lib/'.length, -'.js'.length)];
require('fs').writeFileSync(process.argv[1], JSON.stringify(out));
`

// natives is those files of a binary of Node in which places are.
func natives(t *testing.T, binary string, all []place) (out map[string]string) {
	t.Helper()
	to := filepath.Join(t.TempDir(), "natives.json")
	arguments := []string{"--no-warnings", "-e", read, to}
	for _, p := range all {
		if !slices.Contains(arguments, p.File) {
			arguments = append(arguments, p.File)
		}
	}
	if complaint, err := exec.CommandContext(t.Context(), binary, arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", binary, err, complaint)
	}
	text, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%s: %v: %q", binary, err, text)
	}
	return out
}

// TestPlacesInSources opens the sources in $EVSIM_SOURCES: for each project and
// release a folder PROJECT/RELEASE, as git archive or a tarball unpacks it.
func TestPlacesInSources(t *testing.T) {
	root := os.Getenv("EVSIM_SOURCES")
	if root == "" {
		t.Skip("EVSIM_SOURCES names no folder of sources")
	}
	opened := 0
	for _, p := range places(t) {
		if p.Project == "" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, p.Project, p.Release, filepath.FromSlash(p.File)))
		if err != nil {
			t.Logf("%s is not there", p.named())
			continue
		}
		opened++
		p.opens(t, string(text))
	}
	t.Logf("%d places opened", opened)
	if opened == 0 {
		t.Errorf("%s has no source of a place", root)
	}
}

// opens holds that the place's line of its file says what the list says.
func (p place) opens(t *testing.T, text string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	if p.Line > len(lines) {
		t.Errorf("%s: line %d of %d", p.named(), p.Line, len(lines))
	} else if !strings.Contains(lines[p.Line-1], p.Text) {
		t.Errorf("%s: line %d is %q", p.named(), p.Line, lines[p.Line-1])
	}
}
