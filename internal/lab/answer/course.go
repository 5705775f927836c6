package answer

import "slices"

// course is the lessons of docs/lessons.md.
func course() []lesson { return slices.Concat(basics(), further()) }

// basics is the lessons that are for everybody.
func basics() []lesson {
	return []lesson{
		taught("one-task", "01-one-task-then-all-microtasks",
			both{"One task, then all microtasks", "一个任务，然后是所有微任务"},
			both{"The script is one task. The promise jobs that it queues wait until the script ends; then all of them run before the next task, which is the timer here.",
				"整个脚本是一个任务。它排入的 Promise 回调要等脚本结束；随后全部执行完，才轮到下一个任务，也就是这里的定时器。"}),
		taught("microtasks-of-microtasks", "02-microtasks-of-microtasks",
			both{"A microtask may queue another", "微任务可以再排入微任务"},
			both{"A checkpoint runs until the queue is empty. A microtask may queue another one: it goes to the end of the same queue and runs in the same checkpoint.",
				"微任务检查点要等队列清空才结束，而不是执行完开始时已有的那些就结束。微任务排入的新微任务会接在同一个队列的末尾。"}),
		taught("await", "03-code-after-await",
			both{"What stands after await is a job", "await 之后的代码是一个微任务"},
			both{"An async function runs at once, like any other function, up to its first await. The code after the await is a promise job.",
				"async 函数和普通函数一样立即执行，直到遇到第一个 await。之后的代码作为 Promise 回调（微任务）执行。"}),
		taught("ticks", "04-ticks-before-jobs",
			both{"Node's ticks go before promise jobs", "Node 的 nextTick 先于 Promise 回调"},
			both{"Node has a separate queue for process.nextTick. A checkpoint that begins with a tick runs all ticks, then all promise jobs, and repeats this until both queues are empty. A tick that a job queues waits until the jobs are done.",
				"Node 为 process.nextTick 单独准备了一个队列。检查点先执行全部 nextTick 回调，再执行全部 Promise 回调，如此往复。Promise 回调里排入的 nextTick 要等其余 Promise 回调都执行完。"}),
		taught("due-times", "05-timers-by-due-time",
			both{"Timers run by when they are due", "定时器按到期时间执行"},
			both{"The order of timers depends on when they are due, not on where they stand in the script. Timers with the same delay run in the order in which they were set.",
				"定时器的先后取决于何时到期，而不是在脚本中出现的先后。延迟相同的定时器按设置的顺序执行。"}),
		taught("checkpoints", "06-a-checkpoint-after-each-callback",
			both{"A checkpoint follows each callback", "每个回调之后都有一次微任务检查点"},
			both{"Microtasks run after each callback, not only after the script. They also run between two timers that are due at the same time.",
				"不只是脚本：每个回调之后都会执行微任务，同时到期的两个定时器之间也不例外。"}),
		taught("phases", "07-phases",
			both{"After poll comes check", "poll 阶段之后是 check 阶段"},
			both{"A turn of Node's loop has phases: timers, pending callbacks, poll, check, closing callbacks. Since Node 20, timers come last instead of first. I/O callbacks run in poll. setImmediate callbacks run in check, which is next. Timers come after check in both cases.",
				"Node 事件循环的每一轮都分阶段：timers、pending callbacks、poll、check、close callbacks；从 Node 20 起 timers 排在最后，而不是最前。I/O 回调在 poll 阶段执行；setImmediate 在紧接着的 check 阶段执行；定时器无论如何都在它之后。"}),
		taught("node-10-and-11", "08-why-node-10-and-11-differ",
			both{"Why Node 10 and 11 differ", "Node 10 和 Node 11 为什么不同"},
			both{"Node 10 runs a whole list of timers, and only then ticks and microtasks. Node 11 runs ticks and microtasks after each timer, as browsers do. Nothing else in this scenario differs.",
				"Node 10 先执行完一整批定时器，再执行 nextTick 和微任务。Node 11 和浏览器一样，在每个定时器之后就执行它们。这个例子里再没有别的差别。"}),
		taught("race", "09-a-race",
			both{"A race, and what decides it", "一场竞争，以及由什么决定胜负"},
			both{"Node turns a delay of 0 into 1 ms and reads its clock in whole milliseconds. So the timer is due in the first turn only if the loop took long enough to start. The scenario leaves that open: find every order.",
				"在 Node 里延迟 0 就是 1 毫秒，而且 Node 只数整毫秒。定时器在第一轮是否到期，取决于事件循环启动花了多久。这个例子没有写死启动时间：请找出所有顺序。"}),
		taught("proof", "10-prove-it",
			both{"Prove that this order is guaranteed", "证明这个顺序有保证"},
			both{"One run shows that an order is possible; many runs show that it is likely. To find every order is to check a rule such as \"immediate before timer\" against every order that the ranges allow. This proves the rule.",
				"运行一次只能说明某个顺序可能出现，运行多次只能说明它很常见。找出所有顺序，则是拿“immediate 先于 timer”这样的规则去核对给定范围内所有可能的顺序。"}),
	}
}

// further is the lessons on single phases, modules, the end of a process, and pages.
func further() []lesson {
	return []lesson{
		taught("poll", "11-when-poll-waits",
			both{"When poll waits", "poll 何时等待"},
			both{"Node's loop waits in poll. It does not wait if there is a referenced immediate or a closing handle. Otherwise it waits until the first timer is due, or without limit if there is no timer. An event from outside ends the wait.",
				"Node 的事件循环在 poll 阶段等待。有被引用的 immediate 或有句柄正在关闭时不等；否则等到最早的定时器到期，没有定时器就一直等。外部事件会结束等待。"}),
		taught("check", "12-inside-the-check-phase",
			both{"Inside the check phase", "check 阶段之内"},
			both{"The check phase runs all immediates that are set when it begins. An immediate that is set during the phase waits for the next turn. If one throws and the exception is handled, the rest of the batch still runs. An unreferenced immediate does not keep the loop alive, but it runs if the phase happens anyway.",
				"check 阶段取出当时已设置的全部 immediate，期间新设置的等下一轮。被处理的异常之后，这一批剩下的仍会执行；未被引用的 immediate，只要这个阶段到来也会执行。"}),
		taught("pending", "13-pending-and-closing",
			both{"Pending and closing", "pending 与 closing"},
			both{"Two phases are rarely used. Pending runs callbacks of operations whose first system call failed; since Node 18.13 it also runs after poll. Closing is the last phase before the next turn and runs the close callbacks.",
				"有两个阶段客人很少。pending 处理第一次系统调用就失败的操作；从 Node 18.13 起它在 poll 之后再来一次。closing 是下一轮之前的最后一个阶段，执行 close 的回调。"}),
		taught("pool", "14-the-thread-pool",
			both{"Four threads, and sockets that need none", "四个线程，以及不需要线程的 socket"},
			both{"Four threads do the work of files, DNS lookups and crypto, in the order of the requests. A socket needs no thread: the kernel tells poll when data has arrived.",
				"文件、域名解析和加密由四个线程按先来先服务处理。socket 不需要线程：内核会告诉 poll 数据何时到达。"}),
		taught("esm", "15-es-modules",
			both{"ES modules", "ES 模块"},
			both{"Node runs the body of an ES module as a microtask. So when the body reaches an await or ends, Node is already draining the microtask queue. Ticks must wait until that queue is empty.",
				"Node 把 ES 模块的主体作为一个微任务执行。所以它在 await 处停下或结束时，微任务的清空已经在进行，nextTick 要等清空结束。"}),
		taught("clicks", "16-clicks-and-observers",
			both{"Clicks and observers", "点击与观察者"},
			both{"A click by the user is a task. Each listener is a separate callback, and microtasks run between two listeners. click() and dispatchEvent call the listeners at once, inside the script, so microtasks wait until the script ends. Mutation observers run as microtasks.",
				"用户的点击是一个任务：每个监听器是独立的回调，两个监听器之间会执行微任务。click() 和 dispatchEvent 在脚本内部立即调用监听器，微任务要等脚本结束。MutationObserver 的回调是微任务。"}),
		taught("exit", "17-exit",
			both{"The ways out", "进程的出口"},
			both{"Node emits beforeExit when nothing is left to do. If its listeners start new work, the process continues. exit is the end: nothing that its listeners schedule runs. After process.exit, not even promise jobs run.",
				"无事可做时触发 beforeExit，监听器可以再安排工作，进程就继续。exit 是终点：监听器安排的东西都不再执行。调用 process.exit 之后连微任务也不执行。"}),
		taught("rendering", "18-microtasks-against-rendering",
			both{"Microtasks against rendering", "微任务与渲染"},
			both{"A browser draws a frame between two tasks. Microtasks that queue further microtasks all belong to one task, however long that takes. So the frame that was due at 5 ms waits for the last of them.",
				"渲染发生在两个任务之间。微任务不断排入微任务仍属于同一个任务，无论多久：本应在 5 毫秒绘制的一帧要等最后一个微任务。"}),
		taught("framework", "19-next-tick-of-vue",
			both{"The next tick of a framework", "框架的 nextTick"},
			both{"Vue's nextTick runs its callback after the current callback. Over time it has used a promise, a MessageChannel and, in old browsers, a timer. A promise job runs before any task. Whether the message or the timer comes first depends on the browser.",
				"Vue 的 nextTick 在当前回调之后执行。它用过 Promise、MessageChannel，在旧浏览器里用过定时器。Promise 的微任务先于任何任务；消息和定时器谁先，取决于浏览器。"}),
	}
}

// taught is a lesson with one exercise.
func taught(id, file string, title, text both) lesson {
	return lesson{id, title, text, []example{{ID: "docs/lessons/" + file + ".yaml", Title: title, Predict: true}}}
}
