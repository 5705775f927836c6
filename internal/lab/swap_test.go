//go:build unix

package lab_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestSwappedForAPipe lists a folder while somebody puts pipes in the place of
// its files: each request is answered, and none waits for a writer.
func TestSwappedForAPipe(t *testing.T) {
	folder := t.TempDir()
	file, aside, pipe := filepath.Join(folder, "a.yaml"), filepath.Join(folder, "aside"), filepath.Join(folder, "pipe")
	if err := errors.Join(os.WriteFile(file, []byte(race), 0o666), syscall.Mkfifo(pipe, 0o666)); err != nil {
		t.Fatal(err)
	}
	s := serve(t, opened(t, folder))
	s.Client().Timeout = 10 * time.Second
	over, swapped := make(chan struct{}), make(chan int)
	go func() {
		swaps := 0
		for {
			select {
			case <-over:
				swapped <- swaps
				return
			default:
			}
			_ = errors.Join(os.Rename(file, aside), os.Rename(pipe, file), os.Rename(file, pipe), os.Rename(aside, file))
			swaps++
		}
	}()
	var listed, without int
	for range 300 {
		body, _ := get(t, s, "/api/gallery", http.StatusOK)
		var g shelves
		if err := json.Unmarshal(body, &g); err != nil {
			t.Fatal(err)
		}
		if len(g.Yours) == 1 {
			listed++
		} else {
			without++
		}
	}
	close(over)
	if swaps := <-swapped; swaps == 0 || listed+without != 300 {
		t.Errorf("%d swaps, %d and %d answers", swaps, listed, without)
	}
}
