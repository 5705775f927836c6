package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const manyExamples = "../../docs/examples/many"

// argumentsOf are the arguments of the container in a manifest, each a line.
func argumentsOf(t *testing.T, file string) []string {
	t.Helper()
	_, list, ok := strings.Cut(textOf(t, filepath.Join(manyExamples, file)), "\n          args:\n")
	if !ok {
		t.Fatalf("%s has no arguments", file)
	}
	var args []string
	for line := range strings.Lines(list) {
		arg, ok := strings.CutPrefix(line, "            - ")
		if !ok {
			break
		}
		args = append(args, strings.TrimSpace(arg))
	}
	return args
}

// few is a scenario with 20 orders, for what a large one is for.
const few = `evsim: 1
name: few
policies: [browser]
script:
  - {setTimeout: 10, do: {log: t1}}
  - {setTimeout: 20, do: {log: t2}}
  - {fetch: f1, latency: 1ms..50ms, as: f1}
  - then: f1
    do:
      - {log: f1}
      - {fetch: f2, latency: 1ms..50ms, as: f2}
      - {then: f2, do: {log: f2}}
`

// runCommand runs a command line in this process.
func runCommand(t *testing.T, args []string) string {
	t.Helper()
	var out bytes.Buffer
	if code := newApp(strings.NewReader(""), &out, &out).execute(t.Context(), args); code != done {
		t.Fatalf("%q: exit code %d\n%s", args, code, &out)
	}
	return out.String()
}

// TestKubernetes runs what the Jobs run, for every index, and wants each byte of
// the search that is not divided.
func TestKubernetes(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "large.yaml"), []byte(few), 0o666); err != nil {
		t.Fatal(err)
	}
	jobs := textOf(t, manyExamples+"/kubernetes.yaml")
	parts := regexp.MustCompile(`(?m)^  completions: (\d+)$`).FindStringSubmatch(jobs)
	explore, merge := argumentsOf(t, "kubernetes.yaml"), argumentsOf(t, "kubernetes-merge.yaml")
	if parts == nil || fmt.Sprint(len(merge)-2) != parts[1] {
		t.Fatalf("%v parts, and %q", parts, merge)
	}
	here := func(args []string, index int) []string {
		replaced := strings.NewReplacer("$(JOB_COMPLETION_INDEX)", fmt.Sprint(index), "/data/", folder+"/", "/in/", folder+"/")
		out := make([]string, len(args))
		for i, arg := range args {
			out[i] = replaced.Replace(arg)
		}
		return out
	}
	for index := range merge[2:] {
		runCommand(t, here(explore, index))
	}
	got, want := runCommand(t, here(merge, 0)), runCommand(t, []string{"explore", filepath.Join(folder, "large.yaml")})
	if got != want || strings.Count(want, "\n") < 5 {
		t.Errorf("the parts come to\n%s\nand the whole to\n%s", got, want)
	}
}

// TestSlurm runs the script of the array with a Slurm of the test's own: what was
// done is not done again, what a signal ended is.
func TestSlurm(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	script, err := filepath.Abs(manyExamples + "/slurm.sh")
	if err != nil {
		t.Fatal(err)
	}
	tools := t.TempDir()
	for name, text := range map[string]string{
		"srun":     `printf '%s\n' "$*" >>said; exit "$ENDS"`,
		"scontrol": `printf 'scontrol %s\n' "$*" >>said`,
	} {
		if err := os.WriteFile(filepath.Join(tools, name), []byte("#!/bin/sh\n"+text+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	run := "evsim explore large.yaml --policy node22 --shard 3/8 --workers 1 --budget memory=1800MB --resume data/3.checkpoint --format ndjson -o data/3.ndjson\n"
	for _, c := range []struct{ ends, restarts, want string }{
		{"0", "0", run},
		{"3", "0", run},
		{"2", "0", run},
		{"130", "0", run + "scontrol requeue 77\n"},
		{"137", "19", run + "scontrol requeue 77\n"},
		{"137", "20", run},
	} {
		folder := t.TempDir()
		command := exec.Command("bash", script, "large.yaml", "data", "--policy", "node22")
		command.Dir = folder
		command.Env = append(os.Environ(), "PATH="+tools+":"+os.Getenv("PATH"), "ENDS="+c.ends, "SLURM_ARRAY_TASK_ID=3", "SLURM_ARRAY_TASK_COUNT=8",
			"SLURM_CPUS_PER_TASK=1", "SLURM_JOB_ID=77", "SLURM_RESTART_COUNT="+c.restarts)
		out, _ := command.CombinedOutput()
		if got := textOf(t, filepath.Join(folder, "said")); got != c.want || fmt.Sprint(command.ProcessState.ExitCode()) != c.ends {
			t.Errorf("a step that ends with %s, after %s restarts: %v\n%s%s", c.ends, c.restarts, command.ProcessState, got, out)
		}
	}
	// The step's command line is one of evsim's.
	folder := t.TempDir()
	t.Chdir(folder)
	if err := os.WriteFile("large.yaml", []byte(few), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("data", 0o777); err != nil {
		t.Fatal(err)
	}
	runCommand(t, strings.Fields(strings.Replace(run, "--policy node22", "--policy browser", 1))[1:])
	if !strings.Contains(textOf(t, "data/3.ndjson"), `"event":"explored"`) {
		t.Error("the part has no end")
	}
}
