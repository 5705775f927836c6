package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// steps are the scripts of action.yml: what stands, further in, below each run.
func steps(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var scripts []string
	for _, part := range strings.Split(string(text), "      run: |\n")[1:] {
		var script strings.Builder
		for line := range strings.Lines(part) {
			line, within := strings.CutPrefix(line, "        ")
			if !within {
				break
			}
			script.WriteString(line)
		}
		scripts = append(scripts, script.String())
	}
	if len(scripts) != 2 {
		t.Fatalf("%d scripts", len(scripts))
	}
	return scripts
}

// TestActionTakesNoCode holds that no input gets into a script but as a variable
// of the environment.
func TestActionTakesNoCode(t *testing.T) {
	for _, script := range steps(t) {
		if strings.Contains(script, "${{") {
			t.Errorf("an input is written into a script:\n%s", script)
		}
	}
}

// action runs a step as the runner does (bash -e -o pipefail).
func action(t *testing.T, folder, script string, env ...string) (string, error) {
	t.Helper()
	c := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script)
	c.Dir, c.Env = folder, append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	return string(out), err
}

// annotated runs the action in a folder in which a scenario is wrong: it must
// annotate its line. The packages come from files.
func annotated(t *testing.T, dist string, own target) {
	folder, temp, tools := t.TempDir(), t.TempDir(), t.TempDir()
	wrong := strings.Replace(race, "immediate once", "timeout before immediate", 1)
	if err := os.WriteFile(filepath.Join(folder, "a wrong one.yaml"), []byte(wrong), 0o666); err != nil {
		t.Fatal(err)
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Fatal(err)
	}
	platform, arch := own.node()
	wrapper := "#!/bin/bash\nargs=(\"$@\"); last=$((${#args[@]} - 1))\n[[ ${args[last]} == evsim@1.2.3 ]] || exit 9\n" +
		"exec '" + npm + "' \"${args[@]:0:last}\" --offline '" + filepath.Join(dist, "evsim-"+platform+"-"+arch+"-1.2.3.tgz") + "' '" + filepath.Join(dist, "evsim-1.2.3.tgz") + "'\n"
	if err := os.WriteFile(filepath.Join(tools, "npm"), []byte(wrapper), 0o755); err != nil {
		t.Fatal(err)
	}
	scripts, env := steps(t), []string{"RUNNER_TEMP=" + temp, "PATH=" + tools + ":" + os.Getenv("PATH")}
	if out, err := action(t, folder, scripts[0], append(env, "EVSIM_VERSION=1.2.3; echo code")...); err == nil || !strings.HasPrefix(out, "version: an exact one") {
		t.Errorf("a version that is none: %v, %s", err, out)
	}
	if out, err := action(t, folder, scripts[0], append(env, "EVSIM_VERSION=1.2.3")...); err != nil {
		t.Fatal(err, out)
	}
	out, err := action(t, folder, scripts[1], append(env, "EVSIM_PATHS=a wrong one.yaml\n", "EVSIM_ARGUMENTS=--policy\nnode22", "EVSIM_JUNIT=results.xml")...)
	if err == nil || !regexp.MustCompile(`(?m)^::error file=a wrong one\.yaml,line=10,`).MatchString(out) {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(folder, "results.xml")); err != nil {
		t.Error(err)
	}
}
