package report

import (
	"bufio"

	"evsim/clock"
	"evsim/internal/escape"
	"evsim/program"
	"evsim/sim"
)

// jsonWriter writes one JSON document, with a line for each test.
type jsonWriter struct {
	*bufio.Writer
	some bool
	o    Options
}

// jsonTest is a scenario under a policy, or, without one, a file that could not
// be tested.
type jsonTest struct {
	File    string      `json:"file"`
	Name    string      `json:"name,omitempty"`
	Policy  string      `json:"policy,omitempty"`
	Verdict string      `json:"verdict"` // passed, failed, unproved, empty or invalid
	Error   string      `json:"error,omitempty"`
	Seconds *float64    `json:"seconds,omitempty"`
	Checks  []jsonCheck `json:"checks,omitempty"`
}

type jsonCheck struct {
	What    string       `json:"what"`
	Case    string       `json:"case,omitempty"`
	Line    int32        `json:"line"`
	Col     int32        `json:"col"`
	Runs    int          `json:"runs"`
	Verdict string       `json:"verdict"` // proved, unproved or violated
	Proved  bool         `json:"proved"`
	Why     string       `json:"why,omitempty"` // unproved: why
	Failure *jsonFailure `json:"failure,omitempty"`
}

type jsonFailure struct {
	Message string     `json:"message"`
	Line    int32      `json:"line"`
	Col     int32      `json:"col"`
	Logged  *jsonPlace `json:"logged,omitempty"` // the statement that logged the wrong line
	Want    []string   `json:"want"`             // null: there is no one order that is wanted
	Got     []jsonLine `json:"got"`              // null: no run failed
	Witness []string   `json:"witness,omitempty"`
	Replay  string     `json:"replay,omitempty"`
}

type jsonPlace struct {
	File string `json:"file,omitempty"` // where it is not the scenario
	Line int32  `json:"line"`
	Col  int32  `json:"col"`
}

type jsonLine struct {
	Text string `json:"text"`
	At   *int64 `json:"at_ns"` // null: not at one time
	jsonPlace
}

type jsonSummary struct {
	Passed      int      `json:"passed"`
	Failed      int      `json:"failed"`
	Unproved    int      `json:"unproved"`
	Empty       int      `json:"empty"`
	Invalid     int      `json:"invalid"`
	Checks      int      `json:"checks"`
	Files       int      `json:"files"`
	Interrupted bool     `json:"interrupted"`
	Seconds     *float64 `json:"seconds,omitempty"`
}

func (j *jsonWriter) Begin([]string) { j.WriteString(`{"results":[`) }

func (j *jsonWriter) File(f *File) {
	if f.Broken() {
		j.test(jsonTest{File: f.Name, Name: f.Title.String(), Verdict: "invalid", Error: problem(f)})
	}
	for i := range f.Tests {
		test := &f.Tests[i]
		out := jsonTest{File: f.Name, Name: f.Title.String(), Policy: test.Policy, Verdict: test.Verdict().String(), Seconds: j.seconds(test.Took.Seconds())}
		for k := range test.Checks {
			out.Checks = append(out.Checks, toJSON(&test.Checks[k]))
		}
		j.test(out)
	}
}

func (j *jsonWriter) seconds(s float64) *float64 {
	if j.o.NoTime {
		return nil
	}
	return &s
}

func (j *jsonWriter) test(out jsonTest) {
	if j.some {
		j.WriteString(",")
	}
	j.some = true
	j.WriteString("\n")
	j.value(out)
}

func (j *jsonWriter) value(v any) {
	text, err := escape.JSON(v)
	if err != nil {
		panic("report: " + err.Error()) // texts and numbers have JSON
	}
	j.Write(text)
}

func toJSON(c *Check) jsonCheck {
	out := jsonCheck{What: c.What, Case: c.Case, Line: c.Pos.Line, Col: c.Pos.Col, Runs: c.Runs, Why: c.Why.String()}
	v, f := c.Result()
	out.Verdict, out.Proved = v.String(), v == program.Proved
	if f == nil {
		return out
	}
	out.Failure = &jsonFailure{Message: f.Message.String(), Line: f.At.Line, Col: f.At.Col, Want: f.Want, Witness: c.Witness, Replay: c.Replay}
	if f.Logged != (sim.Pos{}) {
		out.Failure.Logged = &jsonPlace{f.Logged.File, f.Logged.Line, f.Logged.Col}
	}
	for i := range f.Got {
		out.Failure.Got = append(out.Failure.Got, toJSONLine(f.Got[i]))
	}
	return out
}

func toJSONLine(l program.Line) jsonLine {
	out := jsonLine{Text: l.Text, jsonPlace: jsonPlace{l.Pos.File, l.Pos.Line, l.Pos.Col}}
	if l.At != program.Unsettled {
		at := int64(l.At / clock.Nanosecond)
		out.At = &at
	}
	return out
}

func (j *jsonWriter) End(s Summary) error {
	j.WriteString("\n],\"summary\":")
	j.value(jsonSummary{s.Passed, s.Failed, s.Unproved, s.Empty, s.Broken, s.Checks, s.Files, s.Interrupted, j.seconds(s.Took.Seconds())})
	j.WriteString("}\n")
	return j.Flush()
}
