package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	files = []entry{{"b/read.me", 0o644, []byte("read\n")}, {"a", 0o755, []byte("#!/bin/sh\n")}}
	at    = time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)
)

// TestArchives reads both kinds with Go's own readers: names in order, modes and
// times as given, and equal bytes whatever the order in which files were made.
func TestArchives(t *testing.T) {
	turned := slices.Clone(files)
	slices.Reverse(turned)
	for name, pack := range map[string]func(string, []entry, time.Time) ([]byte, error){"tar": tarball, "zip": zipped} {
		one, err := pack("top", files, at)
		if err != nil {
			t.Fatal(err)
		}
		two, err := pack("top", turned, at)
		if err != nil || !bytes.Equal(one, two) {
			t.Errorf("%s: the order of the files shows: %v", name, err)
		}
	}
	data, _ := tarball("top", files, at)
	unzipped, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewReader(unzipped)
	for _, want := range []entry{{"top/a", 0o755, files[1].data}, {"top/b/read.me", 0o644, files[0].data}} {
		h, err := archive.Next()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(archive)
		if err != nil || h.Name != want.name || h.Mode != int64(want.mode) || !bytes.Equal(got, want.data) || !h.ModTime.Equal(at) || h.Uname != "" {
			t.Errorf("%+v, %q, %v", h, got, err)
		}
	}
	if _, err := archive.Next(); !errors.Is(err, io.EOF) {
		t.Error("more than two files: ", err)
	}
	data, _ = zipped("top", files, at)
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(z.File) != 2 || z.File[0].Name != "top/a" || z.File[0].Mode() != 0o755 || !z.File[1].Modified.Equal(at) {
		t.Errorf("%+v, %v", z.File, err)
	}
}

// TestRefused are command lines that make nothing.
func TestRefused(t *testing.T) {
	there := t.TempDir()
	for _, c := range []struct{ version, out, only, want string }{
		{"", "new", "", "is not a version"},
		{"v1.2.3", "new", "", "is not a version"},
		{"1.2", "new", "", "is not a version"},
		{"1.2.3+4", "new", "", "is not a version"},
		{"01.2.3", "new", "", "is not a version"},
		{"1.2.3", there, "", "is there already"},
		{"1.2.3", "new", "plan9-amd64", "there are [darwin-amd64"},
	} {
		err := perform(t.Context(), c.version, c.out, c.only, false)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if _, err := os.Stat("new"); err == nil {
		t.Error("a folder was made")
	}
}

// TestPlatforms holds the list of systems in the package's JavaScript against
// the targets, and its modes.
func TestPlatforms(t *testing.T) {
	var names []string
	for _, target := range targets() {
		platform, arch := target.node()
		names = append(names, "'"+platform+"-"+arch+"'")
	}
	slices.Sort(names)
	text, err := wrapper.ReadFile("npm/evsim/lib/platform.js")
	if want := "const systems = [" + strings.Join(names, ", ") + "];"; err != nil || !strings.Contains(string(text), want) {
		t.Errorf("platform.js has not %s: %v", want, err)
	}
}

// TestRelease makes a trial of this system's files in two copies of the
// repository, which must be equal, and uses them without Go and without a
// network. It builds the program twice, so only EVSIM_RELEASE asks for it.
func TestRelease(t *testing.T) {
	if os.Getenv("EVSIM_RELEASE") == "" {
		t.Skip("EVSIM_RELEASE=1 builds releases; it takes a minute, git, node and npm")
	}
	own := ownTarget()
	var folders []string
	for range 2 {
		copied, out := t.TempDir(), filepath.Join(t.TempDir(), "dist")
		must(t, "", "git", "clone", "--quiet", "--local", must(t, "", "git", "rev-parse", "--show-toplevel"), copied)
		must(t, copied, "go", "run", "./internal/release", "-version", "1.2.3", "-o", out, "-only", own.String())
		folders = append(folders, out)
	}
	names, err := os.ReadDir(folders[0])
	if err != nil || len(names) != 5 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		one, err := os.ReadFile(filepath.Join(folders[0], name.Name()))
		two, err2 := os.ReadFile(filepath.Join(folders[1], name.Name()))
		if err := errors.Join(err, err2); err != nil || !bytes.Equal(one, two) {
			t.Errorf("%s: two builds differ: %v", name.Name(), err)
		}
	}
	must(t, folders[0], "sha256sum", "--check", "--quiet", "SHA256SUMS")
	used(t, folders[0], own)
	annotated(t, folders[0], own)
	reported(t, folders[0], own)
	alone(t, folders[0], own)
}

// alone runs the binary as the image does: in a root with nothing else, and as
// nobody. Only root may make one.
func alone(t *testing.T, dist string, own target) {
	if own.system != "linux" || os.Geteuid() != 0 {
		t.Log("only root on Linux can run a program in an empty root: not done")
		return
	}
	root := t.TempDir()
	must(t, root, "tar", "--extract", "--gzip", "--strip-components=1", "--file", filepath.Join(dist, "evsim-1.2.3-"+own.String()+".tar.gz"))
	if err := os.WriteFile(filepath.Join(root, "race.yaml"), []byte(race), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{root, filepath.Dir(root)} {
		if err := os.Chmod(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if got := must(t, "", "chroot", "--userspec=65534:65534", root, "/evsim", "test", "--no-time", "race.yaml"); !strings.Contains(got, "1 passed") {
		t.Error(got)
	}
}

// used installs the packages in an empty folder, and runs what the package's
// README promises.
func used(t *testing.T, dist string, own target) {
	folder := t.TempDir()
	platform, arch := own.node()
	for name, text := range map[string]string{"package.json": "{\"private\":true}\n", "race.yaml": race, "race.test.js": uses} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	must(t, folder, "npm", "install", "--offline", "--no-audit", "--no-fund", "--save-dev",
		filepath.Join(dist, "evsim-"+platform+"-"+arch+"-1.2.3.tgz"), filepath.Join(dist, "evsim-1.2.3.tgz"))
	t.Setenv("PATH", withoutGo(os.Getenv("PATH")))
	if got := must(t, folder, "npx", "evsim", "version"); !strings.HasPrefix(got, "evsim 1.2.3 (commit ") {
		t.Error(got)
	}
	if got := must(t, folder, "npx", "evsim", "run", "race.yaml", "--format", "log"); got != "immediate\ntimeout" {
		t.Error(got)
	}
	must(t, folder, "node", "--test")
	bad := exec.Command("node", "-e", `Object.defineProperty(process, "platform", {value: "sunos"}); require("evsim/bin/evsim.js")`)
	bad.Dir = folder
	out, err := bad.CombinedOutput()
	if err == nil || !strings.HasPrefix(string(out), "evsim: there is no binary for sunos-") || strings.Contains(string(out), "at ") {
		t.Errorf("an unknown system: %v, %s", err, out)
	}
}

const race = `evsim: 1
name: a race
policies: [node22]
script:
  - setTimeout: 0
    do: {log: timeout}
  - setImmediate:
    do: {log: immediate}
rules:
  - immediate once
`

const uses = `
const { test } = require('node:test');
const assert = require('node:assert');
const evsim = require('evsim');
test('run', async () => assert.deepEqual(await evsim.run('race.yaml'), [{ file: 'race.yaml', policy: 'node22', log: ['immediate', 'timeout'] }]));
test('explore', async () => {
  const logs = [];
  for await (const line of evsim.explore('race.yaml', { unknown: ['startup'] })) logs.push(line.event === 'order' ? line.log.join() : line.complete);
  assert.deepEqual(logs, ['immediate,timeout', 'timeout,immediate', true]);
});
test('a search that is left early', async () => {
  for await (const line of evsim.explore('race.yaml', { unknown: ['startup'] })) break;
});
test('test', async () => assert.equal((await evsim.test('race.yaml')).ok, true));
test('expectOrders', () => evsim.expectOrders('race.yaml'));
test('expectOrders fails', async () => {
  require('node:fs').writeFileSync('wrong.yaml', require('node:fs').readFileSync('race.yaml', 'utf8').replace('immediate once', 'timeout before immediate'));
  await assert.rejects(evsim.expectOrders('wrong.yaml'), (err) => err instanceof assert.AssertionError && /wrong\.yaml:10:/.test(err.message));
});
test('expectOrders of code', async () => {
  require('node:fs').writeFileSync('race.js', "setTimeout(() => console.log('slow'), 0);\nsetImmediate(() => console.log('fast'));\n");
  await evsim.expectOrders('race.js', { policies: ['node22'], rules: ['fast once', 'slow once'] });
  await assert.rejects(evsim.expectOrders('race.js', { policies: ['node22'], rules: ['fast before slow'] }), /"slow" is logged before "fast"/);
});
test('a file that is not there', () => assert.rejects(evsim.run('none.yaml'), (err) => err instanceof evsim.EvsimError && err.code === 2));
test('a name like a flag', () => assert.rejects(evsim.run('--help'), evsim.EvsimError));
`

func must(t *testing.T, folder string, args ...string) string {
	t.Helper()
	c := exec.Command(args[0], args[1:]...)
	c.Dir = folder
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(args, " "), err, out, errs.Bytes())
	}
	return strings.TrimSpace(string(out))
}

// withoutGo is a path without the folders that have a go command.
func withoutGo(path string) string {
	return strings.Join(slices.DeleteFunc(filepath.SplitList(path), func(folder string) bool {
		_, err := os.Stat(filepath.Join(folder, "go"))
		return err == nil
	}), string(filepath.ListSeparator))
}
