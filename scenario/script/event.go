package script

import "evsim/model"

// EventName is what `on` listens to.
type EventName uint8

// The events of `on`.
const (
	OnUncaughtException  EventName = iota // Node
	OnUnhandledRejection                  // Node
	OnRejectionHandled                    // Node
	OnBeforeExit                          // Node
	OnExit                                // Node
	OnSIGHUP                              // Node
	OnSIGINT                              // Node
	OnSIGQUIT                             // Node
	OnSIGTERM                             // Node
	OnSIGUSR2                             // Node
	OnError                               // browser
	OnUnhandledrejection                  // browser
)

// events are their names in JavaScript, and what the model calls them.
var events = [...]struct {
	name  string
	event model.Event
}{
	OnUncaughtException:  {"uncaughtException", model.UncaughtException},
	OnUnhandledRejection: {"unhandledRejection", model.UnhandledRejection},
	OnRejectionHandled:   {"rejectionHandled", model.RejectionHandled},
	OnBeforeExit:         {"beforeExit", model.BeforeExit},
	OnExit:               {"exit", model.Exit},
	OnSIGHUP:             {"SIGHUP", model.SIGHUP},
	OnSIGINT:             {"SIGINT", model.SIGINT},
	OnSIGQUIT:            {"SIGQUIT", model.SIGQUIT},
	OnSIGTERM:            {"SIGTERM", model.SIGTERM},
	OnSIGUSR2:            {"SIGUSR2", model.SIGUSR2},
	OnError:              {"error", model.WindowError},
	OnUnhandledrejection: {"unhandledrejection", model.WindowUnhandledRejection},
}

// EventNames are the names of the events, by EventName.
func EventNames() []string {
	names := make([]string, len(events))
	for i := range events {
		names[i] = events[i].name
	}
	return names
}

// String is the event's name in JavaScript.
func (e EventName) String() string { return events[e].name }

// Model is what the model calls the event.
func (e EventName) Model() model.Event { return events[e].event }

// Signal reports whether the event is a signal.
func (e EventName) Signal() bool { return e >= OnSIGHUP && e <= OnSIGUSR2 }
