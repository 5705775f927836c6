package summary_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"evsim/explore"
	"evsim/internal/summary"
	"evsim/program"
)

// TestDrawnIsXML draws hostile lines and titles, of which each has its box, and no
// line at all.
func TestDrawnIsXML(t *testing.T) {
	lines := []string{"<script>", `"&'`, "\x1b[31m\x00", "two\nlines", strings.Repeat("long ", 100), "界界界"}
	var order explore.Order
	for _, text := range lines {
		order.Log = append(order.Log, program.Line{Text: text})
	}
	for _, orders := range [][]*explore.Order{{&order}, {{}}, nil} {
		var out strings.Builder
		if err := summary.Of(orders).Draw(&out, summary.Picture{Title: lines[0], Heading: lines[2], Spoken: lines[1], Notes: lines}); err != nil {
			t.Fatal(err)
		}
		texts := 0
		for d := xml.NewDecoder(strings.NewReader(out.String())); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, &out)
			}
			if e, is := token.(xml.StartElement); is && e.Name.Local == "text" {
				texts++
			}
		}
		want := 2 + len(lines)
		if len(orders) > 0 && len(orders[0].Log) > 0 {
			want += len(lines)
		}
		if texts != want {
			t.Errorf("%d texts, want %d\n%s", texts, want, &out)
		}
	}
}

// failing is a writer that takes nothing.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestDrawTellsWhatCannotBeWritten(t *testing.T) {
	if err := summary.Of(nil).Draw(failing{}, summary.Picture{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}
