package lab

// course is the ten lessons of docs/lessons.md.
func course() []lesson {
	return []lesson{
		taught("one-task", "01-one-task-then-all-microtasks",
			both{"One task, then all microtasks", "一个任务，然后是所有微任务"},
			both{"The script is one task. Promise jobs that it queues wait until it is over; then all of them run before the next task, which is the timer here.",
				"整个脚本是一个任务。它排入的 Promise 回调要等脚本结束；随后全部执行完，才轮到下一个任务，也就是这里的定时器。"}),
		taught("microtasks-of-microtasks", "02-microtasks-of-microtasks",
			both{"A microtask may queue another", "微任务可以再排入微任务"},
			both{"A checkpoint ends when the queue is empty, not when it has run what was there as it began. What a microtask queues goes to the end of the same queue.",
				"微任务检查点要等队列清空才结束，而不是执行完开始时已有的那些就结束。微任务排入的新微任务会接在同一个队列的末尾。"}),
		taught("await", "03-code-after-await",
			both{"What stands after await is a job", "await 之后的代码是一个微任务"},
			both{"An async function runs at once, like any other, up to its first await. What comes after it is a promise job.",
				"async 函数和普通函数一样立即执行，直到遇到第一个 await。之后的代码作为 Promise 回调（微任务）执行。"}),
		taught("ticks", "04-ticks-before-jobs",
			both{"Node's ticks go before promise jobs", "Node 的 nextTick 先于 Promise 回调"},
			both{"Node has a queue of its own for process.nextTick. A checkpoint that begins with a tick runs all ticks, then all jobs, and again. A tick that a job queues waits until the jobs are done.",
				"Node 为 process.nextTick 单独准备了一个队列。检查点先执行全部 nextTick 回调，再执行全部 Promise 回调，如此往复。Promise 回调里排入的 nextTick 要等其余 Promise 回调都执行完。"}),
		taught("due-times", "05-timers-by-due-time",
			both{"Timers run by when they are due", "定时器按到期时间执行"},
			both{"A timer waits for its time, not for its turn in the script. Timers of one delay run in the order in which they were set.",
				"定时器的先后取决于何时到期，而不是在脚本中出现的先后。延迟相同的定时器按设置的顺序执行。"}),
		taught("checkpoints", "06-a-checkpoint-after-each-callback",
			both{"A checkpoint follows each callback", "每个回调之后都有一次微任务检查点"},
			both{"Not only the script: after each callback the microtasks run, also between two timers that are due at the same time.",
				"不只是脚本：每个回调之后都会执行微任务，同时到期的两个定时器之间也不例外。"}),
		taught("phases", "07-phases",
			both{"After poll comes check", "poll 阶段之后是 check 阶段"},
			both{"A turn of Node's loop has phases: timers, pending callbacks, poll, check, closing callbacks; since Node 20 timers stand last, not first. I/O calls back in poll; setImmediate runs in check, which is next; timers come after it either way.",
				"Node 事件循环的每一轮都分阶段：timers、pending callbacks、poll、check、close callbacks；从 Node 20 起 timers 排在最后，而不是最前。I/O 回调在 poll 阶段执行；setImmediate 在紧接着的 check 阶段执行；定时器无论如何都在它之后。"}),
		taught("node-10-and-11", "08-why-node-10-and-11-differ",
			both{"Why Node 10 and 11 differ", "Node 10 和 Node 11 为什么不同"},
			both{"Node 10 runs a whole list of timers and only then ticks and microtasks. Node 11 runs them after each timer, as browsers do. Nothing else in this scenario differs.",
				"Node 10 先执行完一整批定时器，再执行 nextTick 和微任务。Node 11 和浏览器一样，在每个定时器之后就执行它们。这个例子里再没有别的差别。"}),
		taught("race", "09-a-race",
			both{"A race, and what decides it", "一场竞争，以及由什么决定胜负"},
			both{"A delay of 0 is 1 ms in Node, and Node counts whole milliseconds. Whether the timer is due in the first turn hangs on how long the loop took to start. The scenario leaves that open: find every order.",
				"在 Node 里延迟 0 就是 1 毫秒，而且 Node 只数整毫秒。定时器在第一轮是否到期，取决于事件循环启动花了多久。这个例子没有写死启动时间：请找出所有顺序。"}),
		taught("proof", "10-prove-it",
			both{"Prove that this order is guaranteed", "证明这个顺序有保证"},
			both{"One run shows that an order can be, many runs that it is likely. Finding every order holds a rule such as \"immediate before timer\" against every order that the ranges allow.",
				"运行一次只能说明某个顺序可能出现，运行多次只能说明它很常见。找出所有顺序，则是拿“immediate 先于 timer”这样的规则去核对给定范围内所有可能的顺序。"}),
	}
}

// taught is a lesson with one exercise.
func taught(id, file string, title, text both) lesson {
	return lesson{id, title, text, []example{{ID: "docs/lessons/" + file + ".yaml", Title: title, Predict: true}}}
}
