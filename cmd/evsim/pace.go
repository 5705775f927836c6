package main

import (
	"context"

	"evsim/sim"
)

type player struct{}

func (a *app) player(context.Context, string) (*player, error) { return &player{}, nil }
func (p *player) stop()                                        {}
func (p *player) interrupted() bool                            { return false }
func (p *player) slowed(s sim.Sink) sim.Sink                   { return s }
