package answer

import (
	"context"
	"slices"
	"strings"

	"evsim/explore"
	"evsim/internal/document"
	"evsim/internal/prose"
)

// Solved is a lesson with all that it keeps, for its teacher. Texts are HTML, but
// for the title and the source.
type Solved struct {
	Title, About both
	Source       string
	Lines        []string // that one run logs, sorted
	Orders       []Orders
	Answer       both
	Hints, Then  []both
}

// Orders is what some policies log.
type Orders struct {
	Policies []string
	Logs     [][]string // the first of them
	More     int        // that are left out
	Complete bool       // there are no others
}

// shownOrders is how many orders of one policy a sheet has.
const shownOrders = 6

// Solved is the lessons of the folder, or of the course where no folder is shown,
// and what was left out, and why.
func (s *Answerer) Solved(ctx context.Context) (all []Solved, notes []both, err error) {
	var items []example
	if s.folder != nil {
		items, notes = s.folder.list(s.Limits)
	} else {
		shelf, err := lessons()
		if err != nil {
			return nil, nil, err
		}
		for i := range course() {
			e := shelf[i].Items[0]
			e.About = &both{paragraph(shelf[i].Text.En), paragraph(shelf[i].Text.Zh)}
			items = append(items, e)
		}
	}
	for i := range items {
		if items[i].Lesson == nil {
			continue
		}
		one, left, err := s.solved(ctx, &items[i])
		if err != nil {
			return nil, nil, err
		}
		all, notes = append(all, one), append(notes, left...)
	}
	return all, notes, ctx.Err()
}

// paragraph is a text of the course as HTML.
func paragraph(text string) string { return prose.HTML(text) }

func (s *Answerer) solved(ctx context.Context, e *example) (out Solved, notes []both, err error) {
	kept, err := carried(e.ID)
	if kept == nil && err == nil {
		kept, err = s.folder.lesson(e.ID, s.Limits)
	}
	if err != nil {
		return out, nil, err
	}
	out = Solved{Title: e.Title, Source: e.Source, Hints: kept.Hints, Then: kept.Then}
	if e.About != nil {
		out.About = *e.About
	}
	if kept.Answer != nil {
		out.Answer = *kept.Answer
	}
	of := written{Source: e.Source, Language: e.Language, Scenario: e.Scenario}
	listed, err := s.lines(ctx, &asking{written: of})
	if err != nil {
		return out, nil, err
	}
	out.Lines = listed.Lines
	for _, p := range listed.Problems {
		if p.Severity == "error" {
			notes = append(notes, ofLesson(e, p.Message))
		}
	}
	for _, note := range listed.Notes {
		notes = append(notes, ofLesson(e, note))
	}
	out.Orders, err = s.orders(ctx, of)
	return out, notes, err
}

// orders is what each policy of a scenario can log, once for those that agree.
func (s *Answerer) orders(ctx context.Context, of written) (out []Orders, err error) {
	sc, _, err := s.read(of, s.Searched)
	if sc == nil || err != nil {
		return nil, err
	}
	chosen, _, err := s.chosen(sc, nil)
	if err != nil {
		return nil, err
	}
	all, err := plans(sc, of, "", 0, chosen)
	if err != nil {
		return nil, err
	}
	for i := range all {
		one := s.ordersOf(ctx, &all[i])
		same := slices.IndexFunc(out, func(o Orders) bool {
			return o.More == one.More && o.Complete == one.Complete && slices.EqualFunc(o.Logs, one.Logs, slices.Equal)
		})
		if same >= 0 {
			out[same].Policies = append(out[same].Policies, one.Policies...)
		} else {
			out = append(out, one)
		}
	}
	return out, nil
}

func (s *Answerer) ordersOf(ctx context.Context, p *document.Plan) Orders {
	ctx, cancel := within(ctx, s.Explore)
	defer cancel()
	found := explore.Explore(ctx, p.Setting, explore.Options{Paths: s.Paths, Memory: s.Memory})
	logs := make([][]string, 0, len(found.Orders))
	for _, o := range found.Orders {
		logs = append(logs, texts(o.Log))
	}
	slices.SortFunc(logs, func(a, b []string) int { return strings.Compare(strings.Join(a, "\n"), strings.Join(b, "\n")) })
	out := Orders{Policies: []string{p.Policy.Name}, Complete: found.Complete, Logs: logs}
	if len(logs) > shownOrders {
		out.Logs, out.More = logs[:shownOrders], len(logs)-shownOrders
	}
	return out
}

// ofLesson is a note that says of which lesson it is.
func ofLesson(e *example, note both) both {
	return both{En: e.ID + ": " + note.En, Zh: e.ID + ": " + note.Zh}
}
