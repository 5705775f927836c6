package explore_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/explore"
)

// TestCheckpointsAreRead ends a search, writes down what is left, reads that
// again and goes on: the result is that of one search.
func TestCheckpointsAreRead(t *testing.T) {
	s, p := parsed(t, tenCallbacks), policy(t, "node22")
	whole := explore.ByStates(context.Background(), s, p, explore.Options{})
	part := explore.ByStates(context.Background(), s, p, explore.Options{Paths: 60})
	var file bytes.Buffer
	if err := part.Left.Write(&file, "this search"); err != nil {
		t.Fatal(err)
	}
	text := file.Bytes()
	if _, err := explore.ReadFrontier(bytes.NewReader(text), "that search"); !errors.Is(err, explore.ErrOther) {
		t.Errorf("a checkpoint of another search: %v", err)
	}
	if _, err := explore.ReadFrontier(bytes.NewReader(text[:len(text)/2]), "this search"); err == nil || !strings.Contains(err.Error(), "not whole") {
		t.Errorf("half a checkpoint: %v", err)
	}
	left, err := explore.ReadFrontier(bytes.NewReader(text), "this search")
	if err != nil {
		t.Fatal(err)
	}
	rest := explore.ByStates(context.Background(), s, p, explore.Options{Resume: left})
	if diff := cmp.Diff(whole.Orders, rest.Orders); diff != "" || rest.Paths != whole.Paths {
		t.Errorf("%d paths, want %d\n%s", rest.Paths, whole.Paths, diff)
	}
}
