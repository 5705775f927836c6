package main

import (
	"bytes"
	"errors"
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

// wrongOne is a folder with one scenario, of which line 10 is wrong.
func wrongOne(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	wrong := strings.Replace(race, "immediate once", "timeout before immediate", 1)
	if err := os.WriteFile(filepath.Join(folder, "a wrong one.yaml"), []byte(wrong), 0o666); err != nil {
		t.Fatal(err)
	}
	return folder
}

// npmFromFiles is a folder with an npm that takes evsim@1.2.3 from files.
func npmFromFiles(t *testing.T, dist string, own target) string {
	t.Helper()
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Fatal(err)
	}
	tools := t.TempDir()
	platform, arch := own.node()
	wrapper := "#!/bin/bash\nargs=(\"$@\"); last=$((${#args[@]} - 1))\n[[ ${args[last]} == evsim@1.2.3 ]] || exit 9\n" +
		"exec '" + npm + "' \"${args[@]:0:last}\" --offline '" + filepath.Join(dist, "evsim-"+platform+"-"+arch+"-1.2.3.tgz") + "' '" + filepath.Join(dist, "evsim-1.2.3.tgz") + "'\n"
	if err := os.WriteFile(filepath.Join(tools, "npm"), []byte(wrapper), 0o755); err != nil {
		t.Fatal(err)
	}
	return tools
}

// gitlabComponent is GitLab's component, and the script of its job: two items, of which
// the second is a block.
func gitlabComponent(t *testing.T) (text, script string) {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("..", "..", ".gitlab", "evsim.yml"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?s)\n  script:\n    #[^\n]*\n    - (npm [^\n]*\n)    #[^\n]*\n    - \|\n(.*)  artifacts:\n`).FindSubmatch(file)
	if found == nil {
		t.Fatal("the component has another form")
	}
	return string(file), string(found[1]) + strings.ReplaceAll(string(found[2]), "\n      ", "\n")
}

// TestComponentTakesNoCode holds that inputs of GitLab's component reach its
// script as variables alone, which GitLab does not expand, and that the version
// is one.
func TestComponentTakesNoCode(t *testing.T) {
	text, script := gitlabComponent(t)
	if strings.Contains(script, "$[[") {
		t.Errorf("an input is written into the script:\n%s", script)
	}
	values, plain := strings.Count(text, "\n      value: $[["), strings.Count(text, "]]\n      expand: false\n")
	if values != 3 || plain != values {
		t.Errorf("of %d variables GitLab leaves %d as they are", values, plain)
	}
	found := regexp.MustCompile(`\n      regex: (.*)\n`).FindStringSubmatch(text)
	if found == nil {
		t.Fatal("the version may be anything")
	}
	if version := regexp.MustCompile(found[1]); !version.MatchString("1.2.3-rc.1") || version.MatchString("1.2.3; echo") || version.MatchString("latest") {
		t.Errorf("versions: %s", version)
	}
}

// reported runs the script of GitLab's component with a POSIX shell, in a folder
// in which a scenario is wrong: the report must say so.
func reported(t *testing.T, dist string, own target) {
	folder, tools := wrongOne(t), npmFromFiles(t, dist, own)
	_, script := gitlabComponent(t)
	script = strings.ReplaceAll(script, "/tmp/evsim", t.TempDir())
	c := exec.Command("sh", "-e", "-c", script)
	c.Dir = folder
	c.Env = append(os.Environ(), "PATH="+tools+":"+os.Getenv("PATH"), "EVSIM_VERSION=1.2.3", "EVSIM_PATHS=a wrong one.yaml\n", "EVSIM_ARGUMENTS=--policy\nnode22")
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("%v\n%s", err, out)
	}
	if report, err := os.ReadFile(filepath.Join(folder, "evsim.xml")); err != nil || !bytes.Contains(report, []byte("a wrong one.yaml")) {
		t.Errorf("%v\n%s", err, report)
	}
}

// annotated runs the action in a folder in which a scenario is wrong: it must
// annotate its line. The packages come from files.
func annotated(t *testing.T, dist string, own target) {
	folder, temp := wrongOne(t), t.TempDir()
	tools := npmFromFiles(t, dist, own)
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
