package answer

// ofLoops is what the phases of Node's loop decide.
func ofLoops() []lesson {
	return []lesson{ofTimersPhase(), ofLife(), ofPollPhase(), ofPool()}
}

// ofTimersPhase is what a phase runs, and where it stops.
func ofTimersPhase() lesson {
	return lesson{"whole-phase", both{"How much one phase runs", "一个阶段会执行多少"},
		both{"The timers phase runs what is due, by due time, and stops at the first timer that is not. The check phase runs the whole batch of immediates. Neither has a limit.",
			"timers 阶段按到期时间执行所有已到期的定时器，遇到第一个未到期的就停下。check 阶段执行整批 immediate。两者都没有数量上限。"},
		[]example{
			seed("seed2-01-timers-stop-at-the-first-not-due", both{"Timers A to F stop at C, and go on from there", "定时器 A 到 F：停在 C，之后从 C 继续"},
				both{"A and B are due, C is not: the phase ends there. A later turn begins with C.",
					"A 和 B 已到期，C 没有：这个阶段到此为止。之后的某一轮从 C 开始。"}),
			seed("seed2-02-timers-stand-by-due-time", both{"Timers stand by due time, not by when they were set", "定时器按到期时间排列，而不是按设置的先后"},
				both{"C was set before D, and is due later. Does C keep D from running?",
					"C 比 D 先设置，却更晚到期。C 会挡住 D 吗？"}),
			seed("seed0-10-timers-by-id", both{"Timers do not run by their ids", "定时器不按 id 执行"},
				both{"Three timers are due when the loop looks. They run by due time, and only those of one delay in the order in which they were made.",
					"事件循环检查时三个定时器都已到期。它们按到期时间执行；只有延迟相同的才按创建的先后执行。"}),
			seed("seed2-03-no-limit-on-timers", both{"5000 timers in one timers phase", "一个 timers 阶段里的 5000 个定时器"},
				both{"5000 timers are due together, and an immediate waits. Is there a limit at which the phase ends?",
					"5000 个定时器同时到期，还有一个 immediate 在等。这个阶段会在某个上限处结束吗？"}),
			seed("seed2-04-no-limit-on-immediates", both{"5000 immediates in one check phase", "一个 check 阶段里的 5000 个 immediate"},
				both{"A timer becomes due while a batch of 5000 immediates runs. It waits for the whole batch.",
					"一批 5000 个 immediate 执行期间，有个定时器到期了。它要等整批执行完。"}),
		}}
}

// ofLife is when the loop begins, goes on and ends.
func ofLife() lesson {
	return lesson{"life-of-the-loop", both{"How the loop begins and ends", "事件循环如何开始和结束"},
		both{"The main module runs outside of the loop. Then the loop goes round for as long as something waits; at the end come beforeExit and exit.",
			"主模块在事件循环之外执行。之后只要还有东西在等，循环就继续转；最后依次触发 beforeExit 和 exit。"},
		[]example{
			seed("seed2-05-exit-when-nothing-waits", both{"Nothing waits, so the process exits after the main module", "没有任何等待：主模块之后进程就退出"},
				both{"Ticks and promise jobs need no loop. When nothing waits, beforeExit and exit follow.",
					"nextTick 和 Promise 回调不需要事件循环。没有任何等待时，接着就是 beforeExit 和 exit。"}),
			seed("seed2-06-exit-after-the-loop", both{"The loop lives while a timer waits", "有定时器在等，循环就还活着"},
				both{"A timer keeps the loop alive. What the listener of exit starts never runs.",
					"定时器让循环保持活动。exit 的监听函数里启动的东西永远不会执行。"}),
			seed("seed2-07-loop-enters-at-timers", both{"The loop begins with its timers", "循环从定时器开始"},
				both{"A timer that is due as the loop begins goes before an immediate, also where timers stand at the end of a turn.",
					"循环开始时已到期的定时器先于 immediate，即使在 timers 排在一轮末尾的版本里也一样。"}),
			seed("seed2-11-loop-goes-on-after-closing", both{"After the closing phase the loop asks whether to go on", "close 阶段之后，循环会检查是否继续"},
				both{"A close callback sets a timer. So the loop goes on, and the process exits only after it.",
					"close 回调里设置了定时器，所以循环继续，直到它执行完进程才退出。"}),
		}}
}

// ofPollPhase is how long poll waits, and what comes after it.
func ofPollPhase() lesson {
	return lesson{"poll-and-closing", both{"Poll, check, closing", "poll、check 与 close"},
		both{"Poll sleeps until an event or the next timer, but not while an immediate, a pending callback or a close callback waits. Ticks and jobs follow every callback, in every phase.",
			"poll 会睡到有事件或下一个定时器到期为止；但只要有 immediate、pending 回调或 close 回调在等，它就不睡。每个阶段的每个回调之后都会执行 nextTick 和 Promise 回调。"},
		[]example{
			seed("seed2-08-poll-does-not-wait-for-others", both{"Poll does not wait where an immediate stands ready", "有 immediate 就绪时 poll 不等待"},
				both{"An answer comes at 50 ms; the immediate does not wait for it.",
					"应答 50 毫秒后才到；immediate 不会等它。"}),
			seed("seed2-09-poll-does-not-wait-while-closing", both{"Poll does not wait while something closes", "有句柄正在关闭时 poll 不等待"},
				both{"A connection is closed while the only timer is far away. Its close callback does not wait for the timer.",
					"连接被关闭，而唯一的定时器还早。close 回调不会等那个定时器。"}),
			seed("seed2-10-socket-destroyed-in-its-callback", both{"A socket that is destroyed", "被销毁的 socket"},
				both{"The callback of a socket destroys it, and sets one of everything. In which order do they come?",
					"socket 的回调销毁了自己，又各设置了一个其他回调。它们按什么顺序执行？"}),
			shown("seed2-12-ticks-and-jobs-in-every-phase", both{"Ticks and jobs after the callbacks of every phase", "每个阶段的回调之后都有 nextTick 和 Promise 回调"},
				both{"Ticks and jobs do not wait for the end of a phase: two answers come in one poll phase, and each has its tick and its job behind it.",
					"nextTick 和 Promise 回调不会等到阶段结束：同一个 poll 阶段里到了两个应答，每个后面都紧跟自己的 nextTick 和 Promise 回调。"}),
		}}
}

// ofPool is what the thread pool does, and what it does not.
func ofPool() lesson {
	return lesson{"thread-pool", both{"The thread pool", "线程池"},
		both{"libuv has a pool of four threads, not of processes. Files, dns.lookup and crypto use it; the network does not.",
			"libuv 有一个由四个线程（不是进程）组成的池。文件、dns.lookup 和 crypto 使用它；网络不用。"},
		[]example{
			seed("seed2-13-pool-of-threads", both{"Four threads work while the loop goes on", "四个线程干活，循环照常转动"},
				both{"Five requests of 10 ms on four threads, and a timer meanwhile. When is the fifth done?",
					"四个线程上五个 10 毫秒的请求，期间还有一个定时器。第五个什么时候完成？"}),
			seed("seed2-14-dns-by-pool-and-by-sockets", both{"A name is looked up by the pool or by sockets", "查域名：用线程池还是用 socket"},
				both{"dns.lookup waits for a thread of the pool, dns.resolve asks over sockets. All threads are busy.",
					"dns.lookup 要等线程池里的线程，dns.resolve 通过 socket 查询。此刻所有线程都在忙。"}),
			seed("seed2-15-network-needs-no-thread", both{"Not every asynchronous call uses the pool", "并非每个异步调用都用线程池"},
				both{"Five file operations share four threads; five answers of the network need none.",
					"五个文件操作共用四个线程；五个网络应答一个线程也不需要。"}),
		}}
}
