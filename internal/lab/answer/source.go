package answer

import (
	"encoding/json"
	"slices"

	"evsim/internal/document"
	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
)

// written is what a request is about: a scenario, or code.
type written struct {
	Source   string `json:"source"`
	Language string `json:"language"` // of the source; "" is YAML
	Scenario string `json:"scenario"` // that runs the source, which is code; "": the code stands alone
}

// The languages of code, as requests name them.
const (
	javaScript = "javascript"
	typeScript = "typescript"
)

// fileNames are how messages and commands name what the page sends.
var fileNames = map[string]string{"": "scenario.yaml", "yaml": "scenario.yaml", javaScript: "script.js", typeScript: "script.ts"}

// file is its name.
func (w written) file() string { return fileNames[w.Language] }

// OfCode reports whether what a request brings is code.
func OfCode(body []byte) bool {
	var w written
	return json.Unmarshal(body, &w) == nil && w.code()
}

func (w written) code() bool { return w.Language == javaScript || w.Language == typeScript }

// problem is something wrong with a scenario, and where.
type problem struct {
	Line     int    `json:"line"`
	Col      int    `json:"col"`
	EndLine  int    `json:"endLine"`
	EndCol   int    `json:"endCol"` // the first column behind it
	Severity string `json:"severity"`
	Message  both   `json:"message"`
	Hint     both   `json:"hint"`
}

func problemOf(d diagnostic.Diagnostic) problem {
	line, col := max(int(d.Pos.Line), 1), max(int(d.Pos.Col), 1)
	p := problem{line, col, line, col + max(d.Width, 1), "error", said(d.Message), said(d.Hint)}
	if d.Warning {
		p.Severity = "warning"
	}
	return p
}

// read parses what was written and bounds its worlds; the scenario is nil when
// the problems say why.
func (s *Answerer) read(w written, most Work) (*scenario.Scenario, []problem, error) {
	parsed, diags, err := s.parsed(w)
	if err != nil {
		return nil, nil, err
	}
	problems := []problem{}
	for _, d := range diags {
		problems = append(problems, problemOf(d))
	}
	if parsed == nil {
		return nil, problems, nil
	}
	most.bound(&parsed.World)
	for i := range parsed.Cases {
		most.bound(&parsed.Cases[i].World)
	}
	return parsed, problems, nil
}

func (s *Answerer) parsed(w written) (*scenario.Scenario, diagnostic.List, error) {
	switch {
	case w.file() == "":
		return nil, nil, Refuse(statusBadRequest, "there are yaml, javascript and typescript", "%s is not a language of the lab", Shortened(w.Language))
	case !w.code():
		parsed, diags := scenario.Parse(w.file(), []byte(w.Source))
		return parsed, diags, nil
	case s.ofCode == nil:
		return nil, nil, Refuse(statusBadRequest, "", "this program has no JavaScript")
	}
	code, diags, err := s.ofCode(w.file(), []byte(w.Source))
	if code == nil || err != nil || w.Scenario == "" {
		return code, diags, err
	}
	code, err = s.framed(w, code)
	return code, diags, err
}

// bound lowers the limits of a world.
func (most Work) bound(w *program.World) {
	w.Limits.Callbacks = lower(w.Limits.Callbacks, most.Callbacks)
	w.Limits.Turns = lower(w.Limits.Turns, most.Turns)
	w.Limits.Statements = lower(w.Limits.Statements, most.Statements)
}

// lower is a limit that is not above another; 0 is none.
func lower(limit, most int64) int64 {
	if limit == 0 {
		return most
	}
	return min(limit, most)
}

// world is that of a case, or the scenario's.
func world(s *scenario.Scenario, name string) (*program.World, error) {
	if name == "" {
		return &s.World, nil
	}
	i := slices.IndexFunc(s.Cases, func(c script.Case) bool { return c.Name == name })
	if i < 0 {
		return nil, Refuse(statusBadRequest, "choose one that it has, or none", "the scenario has no case %q", Shortened(name))
	}
	return &s.Cases[i].World, nil
}

// chosen is the policies by their names, each once, and notes on those that
// lack something; no names stand for those of the scenario.
func (s *Answerer) chosen(sc *scenario.Scenario, names []string) (out []model.Policy, notes []say.Text, err error) {
	if len(names) > s.Policies {
		return nil, nil, Refuse(statusBadRequest, "", "%d runtimes are more than the %d that one request may name", len(names), s.Policies)
	}
	all := sc.RunsOn()
	if len(names) > 0 {
		all = nil
	}
	for _, name := range names {
		p, err := model.Lookup(name)
		if err != nil {
			return nil, nil, Refuse(statusBadRequest, "GET /api/policies lists them", "%s", err)
		}
		if !slices.ContainsFunc(all, func(q model.Policy) bool { return q.Name == p.Name }) {
			all = append(all, p)
		}
	}
	for _, p := range all {
		if need := sc.Lacks(p); need == nil {
			out = append(out, p)
		} else if len(names) > 0 {
			notes = append(notes, say.Of("%s has no `%s` (line %d)", p.Name, need.Verb, need.Pos.Line))
		}
	}
	return out, notes, nil
}

// plans are the runs of a scenario under policies, in the world of a case.
func plans(sc *scenario.Scenario, of written, caseName string, seed uint64, policies []model.Policy) ([]document.Plan, error) {
	w, err := world(sc, caseName)
	if err != nil {
		return nil, err
	}
	var out []document.Plan
	for _, p := range policies {
		out = append(out, document.Plan{
			Setting: program.Setting{Program: sc, Policy: p, World: w}, Text: []byte(of.Source),
			Command: document.Command{File: of.file(), Policy: p.Name, Case: caseName, Seed: seed},
		})
	}
	return out, nil
}
