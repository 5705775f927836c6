package answer

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"evsim/internal/escape"
	"evsim/internal/viewer"
	"evsim/scenario/syntax"
)

// readyRoom is how many bytes of questions and answers are made ready at most;
// what finds no room is asked of the program.
const readyRoom = 2 << 20

// chosenFirst and mostChosen are which runtimes the page chooses for its reader
// (lab-chosen.ts): those that a text names, the newest of them, else these.
var chosenFirst = []string{"node26", "browser"}

const mostChosen = 4

// Ready is the answers to what the page asks before anybody has changed anything,
// by method, path and body, a space between them: the lists that it shows, and of
// its first text, of the lessons of the course and of the folder what is wrong, a
// run, and what there is to predict. So a page has them before its program is
// there (ready.ts). They are the very answers; what is asked otherwise has none.
func (a *Answerer) Ready(ctx context.Context) (map[string]string, error) {
	r := ready{a, map[string]string{}, readyRoom}
	for _, path := range []string{"/api/gallery", "/api/schema", "/api/schema/zh", "/api/policies"} {
		if _, err := r.ask(ctx, get, path, nil); err != nil {
			return nil, err
		}
	}
	all, err := lessons()
	if err != nil {
		return nil, err
	}
	shown := []example{{ID: "first.yaml", Source: viewer.FirstText(), Predict: true}}
	for _, l := range all[:len(course())] {
		shown = append(shown, l.Items...)
	}
	if a.folder != nil {
		yours, _ := a.folder.list(a.Limits)
		shown = append(shown, yours...)
	}
	for i := range shown {
		if err := r.example(ctx, &shown[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", shown[i].ID, err)
		}
	}
	return r.answers, nil
}

type ready struct {
	*Answerer
	answers map[string]string
	room    int // bytes that are left
}

// questioned is what the page asks about a text, with its fields in the page's
// order (lab-runner.ts).
type questioned struct {
	Source   string `json:"source"`
	Language string `json:"language"`
	Scenario string `json:"scenario"`
}

type (
	runAsked struct {
		questioned
		Policies []string `json:"policies"`
		Case     string   `json:"case"`
		Seed     int      `json:"seed"`
	}
	linesAsked struct {
		questioned
		Policy string `json:"policy"`
		Case   string `json:"case"`
	}
)

// example asks what the page asks of an example: first what is wrong with it,
// which says where it runs.
func (r *ready) example(ctx context.Context, e *example) error {
	q := questioned{e.Source, e.Language, e.Scenario}
	if q.Language == "" {
		q.Language = "yaml"
	}
	var of checked
	text, err := r.ask(ctx, post, "/api/check", q)
	if err != nil || text == nil {
		return err
	}
	if err := json.Unmarshal(text, &of); err != nil {
		return err
	}
	policies := of.usable(e)
	if len(policies) == 0 {
		return nil
	}
	if _, err := r.ask(ctx, post, "/api/run", runAsked{questioned: q, Policies: policies}); err != nil || !e.Predict {
		return err
	}
	_, err = r.ask(ctx, post, "/api/lines", linesAsked{questioned: q, Policy: policies[0]})
	return err
}

// usable is the runtimes that the page chooses for an example and that can run it,
// in the order of the policies.
func (c checked) usable(e *example) (out []string) {
	text := e.Scenario
	if text == "" {
		text = e.Source
	}
	s, _ := syntax.Parse(e.ID, []byte(text))
	if s == nil {
		return nil
	}
	known := func(names []string) (out []support) {
		for _, p := range c.Policies {
			if slices.Contains(names, p.Name) {
				out = append(out, p)
			}
		}
		return out
	}
	chosen := known(s.Policies)
	if chosen = chosen[max(0, len(chosen)-mostChosen):]; len(chosen) == 0 {
		chosen = known(chosenFirst)
	}
	for _, p := range chosen {
		if p.Supported {
			out = append(out, p.Name)
		}
	}
	return out
}

// ask keeps the answer to one question, if it is a good one and there is room.
func (r *ready) ask(ctx context.Context, method, path string, q any) ([]byte, error) {
	var body []byte
	if q != nil {
		text, err := escape.JSON(q) // as JSON.stringify writes it, unless there are characters that nobody writes
		if err != nil {
			return nil, err
		}
		body = text
	}
	a := r.Answer(ctx, method, path, body)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if a.Status != statusOK {
		return nil, nil
	}
	key := method + " " + path + " " + string(body)
	if size := len(key) + len(a.Body); size <= r.room {
		r.room -= size
		r.answers[key] = string(a.Body)
	}
	return a.Body, nil
}
