package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"evsim/internal/replace"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// man writes a manual page for each command into a folder.
func (a *app) man(root *cobra.Command, folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("cannot make %s: %w", folder, reason(err))
	}
	return eachCommand(root, func(c *cobra.Command) error {
		page, err := manPage(c)
		if err != nil {
			return err
		}
		name := filepath.Join(folder, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
		if err := replace.Write(name, page); err != nil {
			return fmt.Errorf("cannot write %s: %w", name, err)
		}
		return nil
	})
}

// manPage is the manual page of a command. It bears no date: the same build
// writes the same bytes on every day.
func manPage(c *cobra.Command) ([]byte, error) {
	var page bytes.Buffer
	c.DisableAutoGenTag = true
	err := doc.GenMan(c, &doc.GenManHeader{Source: "evsim", Manual: "evsim", Date: &time.Time{}}, &page)
	if err != nil {
		return nil, fmt.Errorf("the manual page of %s: %w", c.CommandPath(), err)
	}
	return bytes.Replace(page.Bytes(), []byte(`"Jan 0001"`), []byte(`""`), 1), nil
}

// eachCommand visits a command and those below it that help shows.
func eachCommand(c *cobra.Command, visit func(*cobra.Command) error) error {
	if err := visit(c); err != nil {
		return err
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			if err := eachCommand(sub, visit); err != nil {
				return err
			}
		}
	}
	return nil
}
