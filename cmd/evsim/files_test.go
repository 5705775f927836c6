package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// A reader never gets a part of one text and a part of another, as long as
// writing changes the file's time or size.
func TestReadSettled(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.yaml")
	texts := [][]byte{bytes.Repeat([]byte("a"), 1<<20), bytes.Repeat([]byte("b"), 1<<20+1)}
	if err := os.WriteFile(name, texts[0], 0o666); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				if err := os.WriteFile(name, texts[i%2], 0o666); err != nil {
					t.Error(err)
				}
			}
		}
	})
	for range 20 {
		text, err := readSettled(name)
		if err != nil && !errors.Is(err, errUnsettled) {
			t.Error(err)
		}
		if bytes.Contains(text, []byte("ab")) || bytes.Contains(text, []byte("ba")) {
			t.Error("half of one text and half of another")
		}
	}
	close(stop)
	writer.Wait()
}
