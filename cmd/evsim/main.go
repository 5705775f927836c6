// Command evsim replays scenarios of JavaScript event loops on a virtual clock.
package main

import (
	"context"
	"os"
	"runtime/debug"

	_ "evsim/internal/early"
	away "evsim/internal/lab/apart"
)

func main() {
	if away.Wanted() {
		answerApart()
		return
	}
	debug.SetMaxStack(mostStack)
	a := newApp(os.Stdin, os.Stdout, os.Stderr)
	a.lang = spoken(os.Getenv)
	os.Exit(int(a.execute(context.Background(), os.Args[1:])))
}
