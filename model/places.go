package model

import "evsim/sim"

// The places that events name, in the words of the specifications. The queue of a
// channel or port after the first has a number besides.
const (
	// In Node and in browsers.
	InMicrotasks sim.Place = "microtasks"

	// In Node.
	InNextTicks          sim.Place = "nextTick"
	InContextJobs        sim.Place = "vm microtasks"
	InMain               sim.Place = "main"
	InTimers             sim.Place = "timers"
	InUnreferencedTimers sim.Place = "unref'd timers"
	InPending            sim.Place = "pending"
	InPoolQueue          sim.Place = "thread pool queue"
	InPool               sim.Place = "thread pool"
	InIOUring            sim.Place = "io_uring"
	InEpoll              sim.Place = "epoll"
	InUsers              sim.Place = "users"
	InSignals            sim.Place = "signals"
	InMessages           sim.Place = "messages"
	InPoll               sim.Place = "poll"
	InCheck              sim.Place = "check"
	InClosing            sim.Place = "closing"
	InBeforeExit         sim.Place = "beforeExit"
	InExit               sim.Place = "exit"

	// In browsers, outside of the loop.
	InActiveTimers   sim.Place = "active timers"
	InNetwork        sim.Place = "network"
	InUser           sim.Place = "user"
	InDisplay        sim.Place = "display"
	InDatabase       sim.Place = "database"
	InRequestTimeout sim.Place = "request timeout"

	// In browsers: what runs is no task of a source.
	InScript         sim.Place = "script"
	InAnimationFrame sim.Place = "animation frame"
	InIdle           sim.Place = "idle"
	InSizeObserver   sim.Place = "size observer"
	InEvent          sim.Place = "event"

	// In browsers: the sources of tasks.
	InUserInteraction          sim.Place = "user interaction"
	InRendering                sim.Place = "rendering"
	InDOM                      sim.Place = "DOM manipulation"
	InTimer                    sim.Place = "timer"
	InTimerNow                 sim.Place = "timer of 0"
	InWindowMessage            sim.Place = "window message"
	InBroadcast                sim.Place = "broadcast"
	InPorts                    sim.Place = "message ports"
	InNetworking               sim.Place = "networking"
	InNetworkingNow            sim.Place = "networking, past the event loop"
	InNetworkingLate           sim.Place = "networking, delayed"
	InNetworkingBody           sim.Place = "networking, a body"
	InIdleTimeout              sim.Place = "idle timeout"
	InDatabaseAccess           sim.Place = "database access"
	InPostedMessage            sim.Place = "posted message"
	InScheduler                sim.Place = "scheduler"
	InLeftTurn                 sim.Place = "scheduler, in a turn that another task left"
	InBackground               sim.Place = "scheduler background"
	InBackgroundContinuation   sim.Place = "scheduler background continuation"
	InUserVisible              sim.Place = "scheduler user-visible"
	InUserVisibleContinuation  sim.Place = "scheduler user-visible continuation"
	InUserBlocking             sim.Place = "scheduler user-blocking"
	InUserBlockingContinuation sim.Place = "scheduler user-blocking continuation"
	InBackgroundDelayed        sim.Place = "scheduler background, delayed"
	InUserVisibleDelayed       sim.Place = "scheduler user-visible, delayed"
	InUserBlockingDelayed      sim.Place = "scheduler user-blocking, delayed"
	InUserMove                 sim.Place = "user interaction, a move"

	// Listeners of what Node and browsers report.
	InUncaughtException  sim.Place = "uncaughtException"
	InUnhandledRejection sim.Place = "unhandledRejection"
	InRejectionHandled   sim.Place = "rejectionHandled"
	InSIGHUP             sim.Place = "SIGHUP"
	InSIGINT             sim.Place = "SIGINT"
	InSIGQUIT            sim.Place = "SIGQUIT"
	InSIGTERM            sim.Place = "SIGTERM"
	InSIGUSR2            sim.Place = "SIGUSR2"
	InWindowError        sim.Place = "error"
	InWindowRejection    sim.Place = "unhandledrejection"
)
