package main

import (
	"fmt"
	"os"

	"evsim/model"
	"evsim/scenario"
	"evsim/sim"
)

type printer struct{}

func (printer) Emit(e sim.Event) {
	fmt.Printf("%12d %-8s %-10s t%d %s\n", e.At, e.Kind, e.Phase, e.Turn, e.Text)
}

func main() {
	src, _ := os.ReadFile(os.Args[1])
	s, d := scenario.Parse(os.Args[1], src)
	if s == nil {
		fmt.Println(d)
		os.Exit(2)
	}
	for _, name := range os.Args[2:] {
		p, err := model.Lookup(name)
		fmt.Println("==", name, err)
		w := sim.KindsOf(sim.EventLog, sim.EventStop)
		if os.Getenv("V") != "" {
			w = sim.AllKinds
		}
		stop := s.Run(p, scenario.Options{Sink: printer{}, Wants: w})
		fmt.Printf("%+v\n", stop)
	}
}
