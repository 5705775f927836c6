package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"time"

	"evsim/internal/code"
	"evsim/internal/escape"
	"evsim/internal/lab/answer"
)

// readyFile has the answers to what the page asks first, by what is asked.
const readyFile = "ready.json.gz"

// calm is how long the making of one answer may take here: what an answer has
// follows from its limits of work, and not from how fast this machine is.
const calm = time.Minute

// ready makes these answers, of the folder too, whose packed list is given, if
// there is one.
func ready(ctx context.Context, folder []byte) ([]byte, error) {
	config := answer.Config{Limits: answer.Default(), Code: code.Text}
	config.Check, config.Run, config.Explore = calm, calm, calm
	if folder != nil {
		packed, err := answer.Unpack(folder)
		if err != nil {
			return nil, err
		}
		config.Folder = packed
	}
	a, err := answer.New(config)
	if err != nil {
		return nil, err
	}
	answers, err := a.Ready(ctx)
	if err != nil {
		return nil, fmt.Errorf("the answers that are ready: %w", err)
	}
	text, err := escape.JSON(answers)
	if err != nil {
		return nil, err
	}
	return compressed(text)
}

// compressed is a file as it is sent: simple hosts compress nothing.
func compressed(text []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}
