// Command compare holds random programs against a real Node.
//
//	go run ./internal/observe/fuzz/compare -node /path/to/node -policy node22 -seeds 1..2000 -out disagreements
//	go run ./internal/observe/fuzz/compare -node /path/to/node -policy node22 disagreements/*.yaml
//	go run ./internal/observe/fuzz/compare -node /path/to/node -seeds 1..2000 -record internal/observe/fuzz/testdata/sweeps.jsonl
//
// It fails if the model disagrees with the runtime, or if nothing was compared.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"evsim/internal/observe"
	"evsim/internal/observe/fuzz"
	"evsim/internal/replace"
	"evsim/model"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// options is the command line.
type options struct {
	node, policy, seeds, out, label, without, record string
	enough                                           int
}

func parse() (o options) {
	flag.StringVar(&o.node, "node", "node", "the Node binary")
	flag.StringVar(&o.policy, "policy", "", "the policy to hold against it (default: by the binary's version)")
	flag.StringVar(&o.seeds, "seeds", "1..200", "the seeds of the programs, FIRST..LAST")
	flag.StringVar(&o.out, "out", "", "the directory for shrunken disagreements")
	flag.StringVar(&o.label, "label", "", "begins the names of the files there (default: the policy)")
	flag.StringVar(&o.without, "without", "", "leave out classes of statements: any of "+strings.Join(fuzz.Classes, ","))
	flag.IntVar(&o.enough, "enough", 40, "shrink no more than so many disagreements")
	flag.StringVar(&o.record, "record", "", "put what the sweep came to into this file of records")
	flag.Parse()
	return o
}

func run(ctx context.Context) error {
	o := parse()
	r := observe.Runtime{Path: o.node, Timeout: time.Minute} // of real time, on a machine that may be busy
	version, err := r.Version(ctx)
	if err != nil {
		return err
	}
	if o.policy == "" {
		o.policy = "node@" + version
	}
	p, err := model.Lookup(o.policy)
	if err != nil {
		return err
	}
	c := fuzz.Comparer{Policy: p, Runtime: r}
	if flag.NArg() > 0 {
		return files(ctx, c, flag.Args())
	}
	return sweep(ctx, c, version, o)
}

func sweep(ctx context.Context, c fuzz.Comparer, version string, o options) error {
	s := &fuzz.Sweep{
		Comparer: c, Without: map[string]bool{}, Workers: runtime.NumCPU(), Dir: o.out, Label: cmp.Or(o.label, c.Policy.Name), Enough: o.enough,
		Report: func(name string) { fmt.Println(name) },
	}
	if _, err := fmt.Sscanf(o.seeds, "%d..%d", &s.First, &s.Last); err != nil {
		return fmt.Errorf("-seeds %s: %w", o.seeds, err)
	}
	if o.record != "" && o.without != "" {
		return errors.New("a sweep without some classes is not recorded: the record would not be of the programs of its seeds")
	}
	for _, class := range strings.FieldsFunc(o.without, func(r rune) bool { return r == ',' }) {
		s.Without[class] = true
	}
	t, err := s.Run(ctx)
	if err != nil {
		return err
	}
	t.Version = version
	fmt.Printf("%s %s: %d compared (%d never end, %d lines), %d equal, skipped %v, %d unsteady\n",
		t.Policy, version, t.Compared, t.Endless, t.Lines, t.Equal, t.Skipped, t.Unsteady)
	return finish(t, o.record)
}

// finish records what a sweep came to, unless it came to nothing.
func finish(t fuzz.Totals, record string) error {
	switch {
	case t.Compared == 0:
		return errNothing
	case t.Unsteady > 0:
		return errUnsteady
	}
	if record != "" {
		if err := keep(record, t.Record); err != nil {
			return err
		}
	}
	if t.Disagreed() > 0 {
		return errDisagree
	}
	return nil
}

// keep puts a record into a file of records, which may be new.
func keep(name string, r fuzz.Record) error {
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	all, err := fuzz.ReadRecords(bytes.NewReader(old))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var b bytes.Buffer
	if err := fuzz.WriteRecords(&b, fuzz.Merge(all, r)); err != nil {
		return err
	}
	return replace.Write(name, b.Bytes())
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
