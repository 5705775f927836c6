// Command compare holds random programs against a real Node.
//
//	go run ./observe/fuzz/compare -node /path/to/node -policy node22 -seeds 1..2000 -out disagreements
//	go run ./observe/fuzz/compare -node /path/to/node -policy node22 disagreements/*.yaml
//
// It fails if the model disagrees with the runtime, or if nothing was compared.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"time"

	"evsim/model"
	"evsim/observe"
	"evsim/observe/fuzz"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	node := flag.String("node", "node", "the Node binary")
	policy := flag.String("policy", "", "the policy to hold against it (default: by the binary's version)")
	seeds := flag.String("seeds", "1..200", "the seeds of the programs, FIRST..LAST")
	out := flag.String("out", "", "the directory for shrunken disagreements")
	label := flag.String("label", "", "begins the names of the files there (default: the policy)")
	without := flag.String("without", "", "leave out classes of statements: any of "+strings.Join(fuzz.Classes, ","))
	enough := flag.Int("enough", 40, "shrink no more than so many disagreements")
	flag.Parse()

	r := observe.Runtime{Path: *node}
	version, err := r.Version(ctx)
	if err != nil {
		return err
	}
	if *policy == "" {
		*policy = "node@" + version
	}
	p, err := model.Lookup(*policy)
	if err != nil {
		return err
	}
	r.Timeout = time.Minute // of real time, on a machine that may be busy
	c := fuzz.Comparer{Policy: p, Runtime: r}
	if flag.NArg() > 0 {
		return files(ctx, c, flag.Args())
	}
	if *label == "" {
		*label = p.Name
	}
	s := &fuzz.Sweep{
		Comparer: c, Without: map[string]bool{}, Workers: runtime.NumCPU(), Dir: *out, Label: *label, Enough: *enough,
		Report: func(name string) { fmt.Println(name) },
	}
	if _, err := fmt.Sscanf(*seeds, "%d..%d", &s.First, &s.Last); err != nil {
		return fmt.Errorf("-seeds %s: %w", *seeds, err)
	}
	for _, class := range strings.FieldsFunc(*without, func(r rune) bool { return r == ',' }) {
		s.Without[class] = true
	}
	t, err := s.Run(ctx)
	fmt.Printf("%s %s: %d compared (%d lines), %d skipped, %d disagree, %d unsteady\n",
		p.Name, version, t.Compared, t.Lines, t.Skipped, t.Disagreed, t.Unsteady)
	switch {
	case err != nil:
		return err
	case t.Compared == 0:
		return errNothing
	case t.Disagreed > 0:
		return errDisagree
	case t.Unsteady > 0:
		return errUnsteady
	}
	return nil
}

var (
	errNothing  = errors.New("nothing was compared")
	errDisagree = errors.New("the model disagrees with the runtime")
	errUnsteady = errors.New("the runtime does not do the same twice: something besides the virtual clock wakes it")
)

// files compares scenarios that were written before.
func files(ctx context.Context, c fuzz.Comparer, names []string) error {
	var wrong error
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		got, err := c.Compare(ctx, string(text))
		switch {
		case err != nil:
			return err
		case got.Skipped != "":
			fmt.Printf("%s: skipped: %s\n", name, got.Skipped)
		case got.Agrees():
			fmt.Printf("%s: agrees\n", name)
		default:
			fmt.Printf("%s: disagrees\nmodel:\n%s\nreal:\n%s\n", name, got.Model, got.Real)
			wrong = errDisagree
		}
	}
	return wrong
}
