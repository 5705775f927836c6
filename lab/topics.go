package lab

// topics is the scenarios of scenarios/seeds, by what they show.
func topics() []lesson { return append(ofJobs(), ofClocks()...) }

// ofJobs is what queues decide.
func ofJobs() []lesson {
	return []lesson{
		{"script-and-jobs", both{"Script, promise jobs, timers", "脚本、Promise 回调与定时器"},
			both{"Where everything begins: the script runs to its end, then promise jobs, then timers. Only what stands in then is asynchronous; the executor of a promise is not.",
				"一切从这里开始：脚本先执行到底，然后是 Promise 回调，最后是定时器。只有 then 里的代码是异步的；传给 new Promise 的函数（executor）是同步执行的。"},
			[]example{
				seed("seed0-01-start-end", "Promise cbs run before a timer", "Promise 回调先于定时器"),
				seed("seed3-01-script-start-end", "Script, promise jobs, timer", "脚本、Promise 回调、定时器"),
				seed("seed0-02-executor-sync", "The executor of a promise is synchronous", "Promise 的 executor 是同步执行的"),
			}},
		{"await-over-time", both{"await, then and now", "await 的过去与现在"},
			both{"Awaiting a promise took three jobs up to Chrome 72 and Node 11, and takes one since Chrome 73 and Node 12. Compare the runtimes.",
				"在 Chrome 72 和 Node 11 及更早的版本里，await 一个 Promise 要经过三个微任务；从 Chrome 73 和 Node 12 起只要一个。请对比不同的运行时。"},
			[]example{
				seed("seed3-02-async1-async2", "await before and after Chrome 73", "Chrome 73 前后的 await"),
				seed("seed3-03-await-p-equivalence", "What await p stands for", "await p 究竟等价于什么"),
			}},
		{"between-callbacks", both{"Between two callbacks", "两个回调之间"},
			both{"Do ticks and promise jobs run between two timers, or two immediates, that are ready together? Up to Node 10 they wait for the whole list; from Node 11 on, as in browsers, they run in between.",
				"两个同时就绪的定时器（或 immediate）之间，会不会执行 nextTick 和 Promise 回调？Node 10 及更早的版本要等整批执行完；从 Node 11 起和浏览器一样，中间就会执行。"},
			[]example{
				seed("seed0-04-two-timers-promise", "Two timers that each queue a promise job", "两个定时器各排入一个 Promise 回调"),
				seed("seed3-05-timer1-timer2-promise3", "Two timers with promise jobs, and a promise job of the script", "两个带 Promise 回调的定时器，外加脚本的一个 Promise 回调"),
				seed("seed4-04-timer-tick-timer", "A tick between two timers", "两个定时器之间的 nextTick"),
				seed("seed4-05-immediate-tick-immediate", "A tick between two immediates", "两个 immediate 之间的 nextTick"),
			}},
		{"next-tick", both{"process.nextTick", "process.nextTick"},
			both{"A tick runs when the code that is running is done, before promise jobs and before the loop goes on. So ticks that work long, or that are many, hold up everything else.",
				"nextTick 回调在当前代码结束后立即执行，先于 Promise 回调，也先于事件循环的下一步。所以耗时或大量的 nextTick 会拖住其他一切。"},
			[]example{
				seed("seed3-08-bar", "A tick runs after the rest of the script", "nextTick 在脚本余下部分之后执行"),
				seed("seed4-01-tick-before-promise", "Ticks before promise jobs", "nextTick 先于 Promise 回调"),
				seed("seed4-02-nexttick-blocks-3s", "A tick that works 3 seconds", "一个要忙 3 秒的 nextTick"),
				shown("seed4-03-nexttick-blocks-literal-no-require", "The same text as it stands in the document", "同一段代码，照原文一字不改"),
				shown("seed0-07-nexttick-1000", "A thousand ticks hold up the timer", "一千个 nextTick 拖住定时器"),
			}},
		{"starvation", both{"Loops that starve the loop, and loops that do not", "饿死事件循环的循环，和不会饿死的循环"},
			both{"Ticks and microtasks that queue each other are never done, so the loop does not go on. Immediates wait for the next turn: a chain of them may be endless and yet blocks nothing.",
				"互相排入的 nextTick 和微任务永远清不空，事件循环就走不下去。immediate 则要等下一轮：即使一个接一个没有尽头，也不会堵住别的回调。"},
			[]example{
				shown("seed1-11-loop2-tick-tick", "A tick that schedules itself", "不断重新排入自己的 nextTick"),
				shown("seed1-09-loop0-tick-queuemicrotask", "A tick that queues a microtask that schedules a tick", "nextTick 排入微任务，微任务又排入 nextTick"),
				shown("seed1-10-loop1-tick-reject-catch", "A tick and the catch of a rejected promise", "nextTick 与被拒绝的 Promise 的 catch"),
				shown("seed1-13-loop4-microtask-tick", "A microtask that schedules a tick that queues a microtask", "微任务排入 nextTick，nextTick 又排入微任务"),
				shown("seed1-12-loop3-tick-immediate", "A tick that makes an immediate that makes a tick", "nextTick 设置 immediate，immediate 又排入 nextTick"),
				seed("seed1-01-immediate-hello-loop", "An endless chain of immediates leaves the loop running", "没有尽头的 immediate 链不会卡住事件循环"),
				shown("seed0-08-immediate-1000", "A thousand immediates do not hold up the timer", "一千个 immediate 拖不住定时器"),
			}},
	}
}

// ofClocks is what clocks, files and displays decide.
func ofClocks() []lesson {
	return []lesson{
		{"timeout-or-immediate", both{"setTimeout(0) or setImmediate?", "setTimeout(0) 还是 setImmediate？"},
			both{"Outside of I/O callbacks either may come first. It is no accident: the timer is first exactly when Node's clock, which counts whole milliseconds, has moved on by then. Explore each and read the conditions.",
				"在 I/O 回调之外，两者谁先都有可能。但这并非偶然：Node 的时钟只数整毫秒，到那时时钟已经往前走了，定时器就先执行。逐个探索，看看各自成立的条件。"},
			[]example{
				seed("seed0-05-timeout-immediate-main", "setTimeout(0) against setImmediate in the main module", "主模块中的 setTimeout(0) 与 setImmediate"),
				seed("seed1-02-immediate-timeout-main", "setImmediate against setTimeout(0) in the main module", "主模块中的 setImmediate 与 setTimeout(0)"),
				seed("seed3-06-timeout-immediate-main", "The timer example of Node's guide", "Node 官方指南里的定时器例子"),
				seed("seed4-06-timeout-immediate-main", "setTimeout(0) against setImmediate once more", "再看一次 setTimeout(0) 与 setImmediate"),
				seed("seed0-06-timeout-immediate-sync", "Synchronous work before the loop does not settle the race", "循环开始前的同步代码并不能决定胜负"),
				seed("seed4-07-immediate-timeout-100000-loop", "A loop of 100000 rounds does not settle the race", "空转十万次也不能决定胜负"),
				seed("seed1-03-immediate-timeout-in-immediate", "setImmediate against setTimeout(0) inside an immediate", "在 immediate 回调中：setImmediate 与 setTimeout(0)"),
			}},
		{"always-first", both{"Where setImmediate always comes first", "setImmediate 总是先执行的地方"},
			both{"Inside an I/O callback, and inside this timer, the check phase comes before the next timers phase: no clock can change the order. Exploring proves it.",
				"在 I/O 回调里，以及在这里的定时器回调里，check 阶段总在下一个 timers 阶段之前：时钟怎么走都改变不了这个顺序。探索可以证明这一点。"},
			[]example{
				seed("seed3-07-timeout-immediate-in-readfile", "setTimeout(0) against setImmediate in an I/O callback", "I/O 回调中的 setTimeout(0) 与 setImmediate"),
				seed("seed4-08-immediate-timeout-in-readfile-missing", "setImmediate against setTimeout(0) when a read fails", "读文件失败时的 setImmediate 与 setTimeout(0)"),
				seed("seed1-04-immediate-timeout-in-timeout", "setImmediate against setTimeout(0) inside a timer", "在定时器回调中：setImmediate 与 setTimeout(0)"),
			}},
		{"files", both{"Files, the thread pool, and poll", "文件、线程池与 poll 阶段"},
			both{"fs.readFile goes to the thread pool several times, and each time its result is taken in poll. How many turns that is depends on the release of Node, on the file and on the clock.",
				"fs.readFile 要多次交给线程池，每次的结果都在 poll 阶段取回。一共要几轮，取决于 Node 的版本、文件和时钟。"},
			[]example{
				seed("seed3-04-readfile-95ms-timer-100", "A timer of 100 ms and a file that takes 95 ms", "100 毫秒的定时器与耗时 95 毫秒的文件读取"),
				seed("seed1-05-immediate-vs-readfile-exists", "setImmediate against reading a file", "setImmediate 与读文件"),
				seed("seed1-06-immediate-vs-readfile-missing", "setImmediate against a file that does not exist", "setImmediate 与不存在的文件"),
				seed("seed1-07-immediate-loop-until-readfile", "Immediates until a file is read", "文件读完之前的 immediate"),
				seed("seed1-08-immediate-loop-until-readfile-missing", "Immediates until a missing file fails", "不存在的文件报错之前的 immediate"),
			}},
		{"frames", both{"Frames in browsers", "浏览器的渲染帧"},
			both{"requestAnimationFrame comes with the display's next frame, and no engine says how soon that is. So it races timers of 0 in every browser.",
				"requestAnimationFrame 随显示器的下一帧执行，而下一帧多久到来，没有哪个引擎作保证。所以在每种浏览器里，它和延迟 0 的定时器谁先谁后都不一定。"},
			[]example{
				seed("seed0-03-raf-vs-timeout", "requestAnimationFrame races setTimeout(0)", "requestAnimationFrame 与 setTimeout(0) 的竞争"),
			}},
	}
}

// seed is a scenario whose lines a student can put in order.
func seed(file, en, zh string) example {
	return example{ID: "scenarios/seeds/" + file + ".yaml", Title: both{en, zh}, Predict: true}
}

// shown is one that logs too little for that, or too much.
func shown(file, en, zh string) example {
	e := seed(file, en, zh)
	e.Predict = false
	return e
}
