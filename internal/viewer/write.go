package viewer

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
)

// writePacked writes the document's JSON, deflated, as text.
func writePacked(w io.Writer, d *Document) error {
	text := base64.NewEncoder(base64.StdEncoding, w)
	z, err := flate.NewWriter(text, flate.BestCompression)
	if err != nil {
		return fmt.Errorf("the document cannot be packed: %w", err)
	}
	p := pieces{to: z}
	p.document(d)
	for _, end := range [...]func() error{z.Close, text.Close} {
		if err := end(); p.err == nil {
			p.err = err
		}
	}
	return p.err
}

// pieces writes a document as json.Marshal does, piece by piece: a document takes
// much memory already, and its JSON is not to take as much again. The first error
// is kept.
type pieces struct {
	to  io.Writer
	err error
}

func (p *pieces) write(text []byte) {
	if p.err == nil {
		_, p.err = p.to.Write(text)
	}
}

func (p *pieces) value(v any) {
	text, err := json.Marshal(v)
	if err != nil && p.err == nil {
		p.err = fmt.Errorf("the document cannot be written: %w", err)
	}
	p.write(text)
}

// key begins a field of an object; the first one begins the object.
func (p *pieces) key(before, name string) { p.write([]byte(before + `"` + name + `":`)) }

func list[T any](p *pieces, items []T, write func(*T)) {
	if items == nil {
		p.write([]byte("null"))
		return
	}
	p.write([]byte("["))
	for i := range items {
		if i > 0 {
			p.write([]byte(","))
		}
		write(&items[i])
	}
	p.write([]byte("]"))
}

func (p *pieces) document(d *Document) {
	p.key("{", "file")
	p.value(d.File)
	p.key(",", "title")
	p.value(d.Title)
	p.key(",", "text")
	p.value(d.Text)
	p.key(",", "kinds")
	p.value(d.Kinds)
	p.key(",", "runs")
	list(p, d.Runs, p.run)
	p.key(",", "texts")
	list(p, d.Texts, func(text *string) { p.value(*text) })
	p.key(",", "places")
	p.value(d.Places)
	p.key(",", "rules")
	p.value(d.Rules)
	if len(d.Searches) > 0 {
		p.key(",", "searches")
		list(p, d.Searches, func(s *Search) { p.value(s) })
	}
	p.write([]byte("}"))
}

// run writes the reasons of a run one by one: each repeats a line of the log. No
// text of a document can look like the field, since quotes in texts are escaped.
func (p *pieces) run(r *Run) {
	const field = `"reasons":`
	rest := *r
	rest.Reasons = []Reason{}
	text, err := json.Marshal(&rest)
	if err != nil && p.err == nil {
		p.err = fmt.Errorf("the document cannot be written: %w", err)
	}
	before, after, _ := bytes.Cut(text, []byte(field+"[]"))
	p.write(before)
	p.write([]byte(field))
	list(p, r.Reasons, func(reason *Reason) { p.value(reason) })
	p.write(after)
}
