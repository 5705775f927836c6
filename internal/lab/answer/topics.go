package answer

import "slices"

// topics is the scenarios of scenarios/seeds, by what they show.
func topics() []lesson {
	return slices.Concat(ofPromises(), ofTicks(), ofRaces(), ofPolls(), ofLoops())
}

// ofPromises is what promise jobs decide.
func ofPromises() []lesson {
	return []lesson{
		{"script-and-jobs", both{"Script, promise jobs, timers", "脚本、Promise 回调与定时器"},
			both{"Where everything begins: the script runs to its end, then promise jobs, then timers. Only what stands in then is asynchronous; the executor of a promise is not.",
				"一切从这里开始：脚本先执行到底，然后是 Promise 回调，最后是定时器。只有 then 里的代码是异步的；传给 new Promise 的函数（executor）是同步执行的。"},
			[]example{
				seed("seed0-01-start-end", both{"Promise cbs run before a timer", "Promise 回调先于定时器"},
					both{"The script is the first task. Its promise jobs run when it ends; the timer is a task of its own and comes after them.",
						"脚本本身是第一个任务。它的 Promise 回调在脚本结束时执行；定时器是单独的任务，排在后面。"}),
				seed("seed3-01-script-start-end", both{"Script, promise jobs, timer", "脚本、Promise 回调、定时器"},
					both{"One turn of the loop from beginning to end: script, two chained promise jobs, timer. It is the same in browsers and in every Node.",
						"把事件循环的一轮从头走到尾：脚本、两个链式的 Promise 回调、定时器。在浏览器和所有版本的 Node 里都一样。"}),
				seed("seed0-02-executor-sync", both{"The executor of a promise is synchronous", "Promise 的 executor 是同步执行的"},
					both{"The function given to new Promise runs at once, and goes on after resolve. Only what stands in then waits.",
						"传给 new Promise 的函数会立即执行，调用 resolve 之后也会接着往下走。要等待的只有 then 里的代码。"}),
				seed("seed0-09-next-tick-of-vue", both{"What nextTick of Vue is made of", "Vue 的 nextTick 由什么构成"},
					both{"A promise job, a mutation observer, a message and a timer of 0, side by side. The first two run when the script ends; the others are tasks.",
						"把 Promise 回调、MutationObserver、消息和延迟 0 的定时器放在一起比较。前两者在脚本结束时执行；后两者是任务。"}),
			}},
		{"await-over-time", both{"await, then and now", "await 的过去与现在"},
			both{"Awaiting a promise took three jobs up to Chrome 72 and Node 11, and takes one since Chrome 73 and Node 12. Compare the runtimes.",
				"在 Chrome 72 和 Node 11 及更早的版本里，await 一个 Promise 要经过三个微任务；从 Chrome 73 和 Node 12 起只要一个。请对比不同的运行时。"},
			[]example{
				seed("seed3-02-async1-async2", both{"await before and after Chrome 73", "Chrome 73 前后的 await"},
					both{"A well-known interview question. Where does the code after await come, before promise1 or after promise2? It depends on the age of the engine.",
						"一道有名的面试题：await 之后的代码排在 promise1 之前，还是 promise2 之后？这取决于引擎的新旧。"}),
				seed("seed3-03-await-p-equivalence", both{"What await p stands for", "await p 究竟等价于什么"},
					both{"Is await p the same as Promise.resolve(p).then, or as resolving a new promise with p? The old await was the second, which takes three jobs; the new one is the first.",
						"await p 相当于 Promise.resolve(p).then，还是相当于用 p 去 resolve 一个新的 Promise？旧的 await 是后者，要三个微任务；新的是前者。"}),
			}},
		{"between-callbacks", both{"Between two callbacks", "两个回调之间"},
			both{"Do ticks and promise jobs run between two timers, or two immediates, that are ready together? Up to Node 10 they wait for the whole list; from Node 11 on, as in browsers, they run in between.",
				"两个同时就绪的定时器（或 immediate）之间，会不会执行 nextTick 和 Promise 回调？Node 10 及更早的版本要等整批执行完；从 Node 11 起和浏览器一样，中间就会执行。"},
			[]example{
				seed("seed0-04-two-timers-promise", both{"Two timers that each queue a promise job", "两个定时器各排入一个 Promise 回调"},
					both{"Each of two timers queues a promise job. Up to Node 10 both timers run first if they are due together; from Node 11 on, as in browsers, each job follows its timer.",
						"两个定时器各排入一个 Promise 回调。在 Node 10 及更早的版本里，如果两个定时器同时到期，它们会先后执行完；从 Node 11 起和浏览器一样，每个回调紧跟自己的定时器。"}),
				seed("seed3-05-timer1-timer2-promise3", both{"Two timers with promise jobs, and a promise job of the script", "两个带 Promise 回调的定时器，外加脚本的一个 Promise 回调"},
					both{"The same with a promise job of the script in front. Compare Node 10 with Node 11: many texts get this one wrong.",
						"同样的例子，前面多了脚本自己的一个 Promise 回调。对比 Node 10 和 Node 11：很多文章在这里写错了。"}),
				seed("seed4-04-timer-tick-timer", both{"A tick between two timers", "两个定时器之间的 nextTick"},
					both{"The first timer schedules a tick. Does the second timer wait for it? From Node 11 on it does; in Node 10 the tick waits for the whole list.",
						"第一个定时器排入了 nextTick。第二个定时器会等它吗？从 Node 11 起会等；在 Node 10 里，nextTick 要等整批定时器执行完。"}),
				seed("seed4-05-immediate-tick-immediate", both{"A tick between two immediates", "两个 immediate 之间的 nextTick"},
					both{"Two immediates, and a tick from the first. One check phase runs the whole batch; what may come in between is the tick.",
						"两个 immediate，第一个里排入了 nextTick。一个 check 阶段会执行完整批 immediate；能插在中间的是 nextTick。"}),
			}},
	}
}

// ofTicks is what ticks hold up.
func ofTicks() []lesson {
	return []lesson{
		{"next-tick", both{"process.nextTick", "process.nextTick"},
			both{"A tick runs when the code that is running is done, before promise jobs and before the loop goes on. So ticks that work long, or that are many, hold up everything else.",
				"nextTick 回调在当前代码结束后立即执行，先于 Promise 回调，也先于事件循环的下一步。所以耗时或大量的 nextTick 会拖住其他一切。"},
			[]example{
				seed("seed3-08-bar", both{"A tick runs after the rest of the script", "nextTick 在脚本余下部分之后执行"},
					both{"A tick sees the variable that the script sets after scheduling it. The timer and the immediate come later, in either order.",
						"脚本在排入 nextTick 之后才给变量赋值，而 nextTick 回调能看到这个值。定时器和 immediate 更晚，两者谁先谁后都有可能。"}),
				seed("seed4-01-tick-before-promise", both{"Ticks before promise jobs", "nextTick 先于 Promise 回调"},
					both{"When the main module ends, its ticks run, then its promise jobs, then the loop starts. In an ES module the microtasks come first.",
						"主模块结束后，先执行 nextTick，再执行 Promise 回调，然后事件循环才开始。在 ES 模块里则是微任务在先。"}),
				seed("seed4-02-nexttick-blocks-3s", both{"A tick that works 3 seconds", "一个要忙 3 秒的 nextTick"},
					both{"A tick works for three seconds. Neither the timer nor the file gets a turn before it ends, however long they have been ready.",
						"一个 nextTick 回调忙了三秒。不管定时器和文件早就准备好多久，都得等它结束。"}),
				shown("seed4-03-nexttick-blocks-literal-no-require", both{"The same text as it stands in the document", "同一段代码，照原文一字不改"},
					both{"The same text without require('fs'), as a document printed it. The main module throws, the process ends with code 1, and nothing is printed.",
						"同一段代码，但照原文缺了 require('fs')。主模块抛出异常，进程以退出码 1 结束，什么也没有输出。"}),
				shown("seed0-07-nexttick-1000", both{"A thousand ticks hold up the timer", "一千个 nextTick 拖住定时器"},
					both{"Each tick schedules the next, a thousand times. All of them run before the loop starts, so the timer waits for every one.",
						"每个 nextTick 排入下一个，一共一千次。它们全部在事件循环开始之前执行，所以定时器要等到最后。"}),
			}},
		{"starvation", both{"Loops that starve the loop, and loops that do not", "饿死事件循环的循环，和不会饿死的循环"},
			both{"Ticks and microtasks that queue each other are never done, so the loop does not go on. Immediates wait for the next turn: a chain of them may be endless and yet blocks nothing.",
				"互相排入的 nextTick 和微任务永远清不空，事件循环就走不下去。immediate 则要等下一轮：即使一个接一个没有尽头，也不会堵住别的回调。"},
			[]example{
				shown("seed1-11-loop2-tick-tick", both{"A tick that schedules itself", "不断重新排入自己的 nextTick"},
					both{"The tick queue is emptied together with the ticks that it adds to itself, so it never is empty. The timer never runs.",
						"清空 nextTick 队列时，新加入的也要一并清空，所以它永远清不空。定时器永远不会执行。"}),
				shown("seed1-09-loop0-tick-queuemicrotask", both{"A tick that queues a microtask that schedules a tick", "nextTick 排入微任务，微任务又排入 nextTick"},
					both{"Ticks and microtasks are emptied in turns until both queues are empty. These two keep each other alive, so the loop never starts.",
						"nextTick 和微任务轮流清空，直到两个队列都空为止。这两者互相续命，事件循环永远开始不了。"}),
				shown("seed1-10-loop1-tick-reject-catch", both{"A tick and the catch of a rejected promise", "nextTick 与被拒绝的 Promise 的 catch"},
					both{"An endless loop again, with the catch of a rejected promise in place of the microtask.",
						"又一个没有尽头的循环，这次把微任务换成了被拒绝的 Promise 的 catch。"}),
				shown("seed1-13-loop4-microtask-tick", both{"A microtask that schedules a tick that queues a microtask", "微任务排入 nextTick，nextTick 又排入微任务"},
					both{"The same pair, begun by the microtask. It makes no difference who begins.",
						"同样的一对，这次由微任务起头。谁起头都一样。"}),
				shown("seed1-12-loop3-tick-immediate", both{"A tick that makes an immediate that makes a tick", "nextTick 设置 immediate，immediate 又排入 nextTick"},
					both{"This chain ends no more than the others, but each round waits for the next check phase. So the loop turns, and the timer runs.",
						"这条链本身也没有尽头，但每一轮都要等下一个 check 阶段。所以事件循环照常转动，定时器得以执行。"}),
				seed("seed1-01-immediate-hello-loop", both{"An endless chain of immediates leaves the loop running", "没有尽头的 immediate 链不会卡住事件循环"},
					both{"An immediate made by an immediate waits for the next turn. The chain never ends, and yet the timer runs.",
						"在 immediate 里设置的 immediate 要等下一轮。这条链没有尽头，定时器却照样执行。"}),
				shown("seed0-08-immediate-1000", both{"A thousand immediates do not hold up the timer", "一千个 immediate 拖不住定时器"},
					both{"A thousand immediates, each set by the one before. The timer may run in any turn in which it is due; where that is hangs on how long the turns take.",
						"一千个 immediate，每个由前一个设置。定时器一到期，就能在那一轮执行；究竟是哪一轮，取决于每轮花多少时间。"}),
			}},
	}
}

// ofRaces is what the clock decides, and what it cannot.
func ofRaces() []lesson {
	return []lesson{
		{"timeout-or-immediate", both{"setTimeout(0) or setImmediate?", "setTimeout(0) 还是 setImmediate？"},
			both{"Outside of I/O callbacks either may come first. It is no accident: the timer is first exactly when Node's clock, which counts whole milliseconds, has moved on by then. Find every order of each, and read the conditions.",
				"在 I/O 回调之外，两者谁先都有可能。但这并非偶然：Node 的时钟只数整毫秒，到那时时钟已经往前走了，定时器就先执行。逐个找出所有顺序，看看各自成立的条件。"},
			[]example{
				seed("seed0-05-timeout-immediate-main", both{"setTimeout(0) against setImmediate in the main module", "主模块中的 setTimeout(0) 与 setImmediate"},
					both{"The classic question. A delay of 0 becomes 1 ms, so the timeout comes first exactly when Node's clock moves by a millisecond before the first timers phase.",
						"经典问题。延迟 0 会变成 1 毫秒，所以只有当 Node 的时钟在第一个 timers 阶段之前走过一个整毫秒时，定时器才先执行。"}),
				seed("seed1-02-immediate-timeout-main", both{"setImmediate against setTimeout(0) in the main module", "主模块中的 setImmediate 与 setTimeout(0)"},
					both{"The two calls stand in the other order here. Does that matter? Find every order of both, and compare.",
						"这里两个调用换了先后。有影响吗？把两个例子的所有顺序都找出来，对比看看。"}),
				seed("seed3-06-timeout-immediate-main", both{"The timer example of Node's guide", "Node 官方指南里的定时器例子"},
					both{"The example of Node's guide, which calls the order bound by the performance of the process. More exactly: by whole milliseconds of its clock.",
						"Node 官方指南里的例子，指南说顺序取决于进程的性能。更准确地说，取决于时钟走过的整毫秒。"}),
				seed("seed4-06-timeout-immediate-main", both{"setTimeout(0) against setImmediate once more", "再看一次 setTimeout(0) 与 setImmediate"},
					both{"It is not whether a full millisecond has passed: a tenth is enough if it crosses a boundary of the clock, and nine tenths are not if they do not.",
						"关键不在于是否过了整整一毫秒：如果跨过了时钟的整毫秒边界，0.1 毫秒就够；如果没有跨过，0.9 毫秒也不够。"}),
				seed("seed0-06-timeout-immediate-sync", both{"Synchronous work before the loop does not settle the race", "循环开始前的同步代码并不能决定胜负"},
					both{"A console.log before the loop takes a while, so the timeout is first more often. It is not guaranteed: find every order, and read when it is not.",
						"循环开始前的 console.log 要花一点时间，所以定时器先执行的情况更多。但这没有保证：找出所有顺序，看看什么时候不是这样。"}),
				seed("seed4-07-immediate-timeout-100000-loop", both{"A loop of 100000 rounds does not settle the race", "空转十万次也不能决定胜负"},
					both{"An empty loop of 100000 rounds takes about a tenth of a millisecond. That helps the timeout, and guarantees nothing.",
						"空转十万次大约只要 0.1 毫秒。这对定时器有利，但什么也保证不了。"}),
				seed("seed1-03-immediate-timeout-in-immediate", both{"setImmediate against setTimeout(0) inside an immediate", "在 immediate 回调中：setImmediate 与 setTimeout(0)"},
					both{"Both are set in the check phase and wait for the next turn, whose timers phase comes first. The timeout is due there if the clock has moved on by then.",
						"两者都在 check 阶段设置，都要等下一轮，而下一轮先到 timers 阶段。到那时如果时钟已经走过整毫秒，定时器就到期了。"}),
			}},
		{"always-first", both{"Where setImmediate always comes first", "setImmediate 总是先执行的地方"},
			both{"Inside an I/O callback, and inside this timer, the check phase comes before the next timers phase: no clock can change the order. Finding every order proves it.",
				"在 I/O 回调里，以及在这里的定时器回调里，check 阶段总在下一个 timers 阶段之前：时钟怎么走都改变不了这个顺序。找出所有顺序就能证明这一点。"},
			[]example{
				seed("seed3-07-timeout-immediate-in-readfile", both{"setTimeout(0) against setImmediate in an I/O callback", "I/O 回调中的 setTimeout(0) 与 setImmediate"},
					both{"The callback of a file runs in poll, and the check phase comes next. So the immediate is first, however long the file takes.",
						"文件的回调在 poll 阶段执行，接下来就是 check 阶段。所以不管读文件花多久，总是 immediate 先执行。"}),
				seed("seed4-08-immediate-timeout-in-readfile-missing", both{"setImmediate against setTimeout(0) when a read fails", "读文件失败时的 setImmediate 与 setTimeout(0)"},
					both{"The same for a file that does not exist: its error also comes in poll.",
						"文件不存在时也一样：错误同样在 poll 阶段送达。"}),
				seed("seed1-04-immediate-timeout-in-timeout", both{"setImmediate against setTimeout(0) inside a timer", "在定时器回调中：setImmediate 与 setTimeout(0)"},
					both{"Set inside a timer, the immediate comes first in this script, on every Node. Find every order for the proof.",
						"在定时器回调里设置时，这段脚本在所有版本的 Node 里都是 immediate 先执行。找出所有顺序就能证明。"}),
			}},
	}
}

// ofPolls is what files and displays decide.
func ofPolls() []lesson {
	return []lesson{
		{"outside", both{"What comes from outside: files and frames", "来自外部：文件与渲染帧"},
			both{"fs.readFile goes to the thread pool several times, and each time poll takes its result: how many turns that is depends on the release of Node, the file and the clock. requestAnimationFrame comes with the display's next frame, and no engine says how soon that is.",
				"fs.readFile 要多次交给线程池，每次的结果都由 poll 阶段取回：一共要几轮，取决于 Node 的版本、文件和时钟。requestAnimationFrame 随显示器的下一帧执行，而下一帧多久到来，没有哪个引擎作保证。"},
			[]example{
				seed("seed3-04-readfile-95ms-timer-100", both{"A timer of 100 ms and a file that takes 95 ms", "100 毫秒的定时器与耗时 95 毫秒的文件读取"},
					both{"The file is there at 95 ms and its callback works 10 ms. So the timer of 100 ms runs at 105 ms, when the loop comes back to timers.",
						"文件在 95 毫秒时读完，回调又忙了 10 毫秒。所以 100 毫秒的定时器要到 105 毫秒、事件循环回到 timers 阶段时才执行。"}),
				seed("seed3-09-readfile-missing-timer-100", both{"A timer of 100 ms and a file that is not there", "100 毫秒的定时器与不存在的文件"},
					both{"Opening it fails at once, so its callback has long worked when the timer is due, and the timer runs at 100 ms.",
						"打开它立刻失败，所以定时器到期时，文件的回调早已执行完，定时器在 100 毫秒时执行。"}),
				seed("seed1-05-immediate-vs-readfile-exists", both{"setImmediate against reading a file", "setImmediate 与读文件"},
					both{"fs.readFile goes to the thread pool four times (open, fstat, read, close), and each time poll has to take the result. Node 26 goes once: there the file may be first.",
						"fs.readFile 要去线程池四次（open、fstat、read、close），每次都要由 poll 阶段取回结果。Node 26 只去一次：在那里文件有可能先完成。"}),
				seed("seed1-06-immediate-vs-readfile-missing", both{"setImmediate against a file that does not exist", "setImmediate 与不存在的文件"},
					both{"Opening a file that is not there fails on the first trip to the thread pool. So the callback may run in the first poll: a race on every Node.",
						"打开不存在的文件，第一次去线程池就失败了。所以回调可能在第一次 poll 时执行：在所有版本的 Node 里都是一场竞争。"}),
				seed("seed1-07-immediate-loop-until-readfile", both{"Immediates until a file is read", "文件读完之前的 immediate"},
					both{"How many immediates run until the file is read? Each trip to the thread pool is at least one turn of the loop. Find every order, and compare Node 22 with Node 26.",
						"文件读完之前会执行多少个 immediate？每去一次线程池，事件循环至少转一轮。找出所有顺序，再对比 Node 22 和 Node 26。"}),
				shown("seed1-08-immediate-loop-until-readfile-missing", both{"Immediates until a missing file fails", "不存在的文件报错之前的 immediate"},
					both{"The same with a file that does not exist: one trip, so no immediate comes first, or one.",
						"换成不存在的文件：只去一次线程池，所以它之前没有 immediate，或者只有一个。"}),
				seed("seed0-03-raf-vs-timeout", both{"requestAnimationFrame races setTimeout(0)", "requestAnimationFrame 与 setTimeout(0) 的竞争"},
					both{"A frame callback and timers of 0. Which is first hangs on when the display's next frame falls due; find every order in each browser.",
						"一个渲染帧回调和几个延迟 0 的定时器。谁先执行，取决于显示器的下一帧何时到来；在每种浏览器里找出所有顺序看看。"}),
			}},
	}
}

// seed is a scenario whose lines a student can put in order.
func seed(file string, title, text both) example {
	return example{ID: "scenarios/seeds/" + file + ".yaml", Title: title, Text: &text, Predict: true}
}

// shown is one that logs too little for that, or too much.
func shown(file string, title, text both) example {
	e := seed(file, title, text)
	e.Predict = false
	return e
}
