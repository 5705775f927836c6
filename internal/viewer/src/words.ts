// What the page says, in English and Chinese.

import type { Both } from "./data";

/** Why poll does not wait, as events have it. */
const pollReasons = {
  "nothing keeps the loop alive": "nothing keeps the loop alive",
  "a callback is pending": "a callback is pending",
  "an immediate is referenced": "an immediate is referenced",
  "a handle closes": "a handle closes",
};

/** What waits in a place. */
const places: Record<string, string> = {
  nextTick: "process.nextTick", microtasks: "promise callbacks, await", "vm microtasks": "promises of other contexts",
  timers: "setTimeout, setInterval", pending: "failed calls", poll: "files, network", check: "setImmediate", closing: "close events",
  "user interaction": "clicks, keys", rendering: "a new frame", "animation frame": "requestAnimationFrame", "DOM manipulation": "events of elements",
  timer: "setTimeout, setInterval", "timer of 0": "setTimeout of 0", "window message": "postMessage", broadcast: "BroadcastChannel", "message ports": "MessageChannel",
  networking: "fetch, requests", "database access": "IndexedDB", "posted message": "messages", idle: "requestIdleCallback",
};

const english = {
  lang: "en" as Language,
  step: "event {0} of {1}", stepOf: "{0} of {1}", atStart: "start", atEnd: "end",
  stackNote: "runs now", outside: "Waiting outside", outsideNote: "timers, files, network", outsideEmpty: "Nothing waits outside.",
  between1: "Between callbacks", betweenEach: "emptied after every callback", betweenLists: "emptied only after a whole list of timers or immediates",
  loop: "One turn of the loop", loopNote: "phases in this order, then again", loopWeb: "Tasks of the loop", loopWebNote: "one task a turn; the browser chooses the queue",
  turnOf: "turn {0}", left: "{0} ms left", shortLine: "L{0}", fewer: "fewer", fewerOf: "fewer ({0} more)", places,
  ruleAndSource: "The rule and its source", compare: "Compare", edit: "Edit", showEvents: "Events", showOrders: "Orders",
  s_start: "Nothing has run yet. The script comes first.",
  s_script: "The script itself runs first, from top to bottom. What it sets up can only run later.",
  s_goesOn: "{0} has ended, and {1} goes on.",
  s_now: "{0} is called at once, inside {1}. It did not wait in any queue.",
  s_host: "{0} is called by the runtime itself. It did not wait in any queue.",
  s_tick: "{0} has ended. Callbacks of nextTick run before the loop goes on.",
  s_job: "{0} has ended. Microtasks run before the loop goes on.",
  s_list: "{0} is in the same list, which this runtime finishes before it empties the microtasks.",
  s_jobList: "The whole list has run. Only now does this runtime empty what waits between callbacks.",
  s_timer: "The {1} ms of {0} are over, and the loop is in its timers phase.",
  s_poll: "What {0} waited for has happened, and the loop is in its poll phase.",
  s_check: "The loop is in its check phase, where immediates run, the oldest first.",
  s_phase: "The loop is in its {1} phase, and {0} is the first there.",
  s_webTimer: "The {1} ms of {0} are over, and the browser chose it as its next task.",
  s_task: "The browser runs one task a turn. It chose the queue {1}, where {0} is the oldest.",
  s_frame: "The browser draws a new frame. Callbacks for it run first, the oldest first.",
  s_idle: "Nothing else is to be done before the next frame, so the browser is idle and runs {0}.",
  play: "Play", pause: "Pause", first: "To the start", last: "To the end",
  back: "Back", forward: "Forward", speed: "Speed", unit: "Step by",
  unitEvents: "event", unitCallbacks: "callback", unitLines: "log line",
  runs: "Runtimes", orders: "Possible orders", when: "when {0}", always: "always",
  ordersOf: "{0} orders are possible on {1}", orderOnly: "One order is possible on {0}", ordersAtLeast: "At least {0} orders are possible on {1}",
  foundAll: "{0} lines; all {1} paths were searched.", foundSome: "{0} lines; {1} paths were searched, and there are more.", firstOrders: "Only the first {0} orders are looked at here.",
  noQuestion: "Nothing is open.", questions: "Open pairs: {0}. All else is always the same.", questionsOf: "Questions: {0}. Open pairs in all: {1}.",
  alwaysBefore: "always before, in every order", openLegend: "open: either can be first", setLegend: "open, and you have chosen", boxesLegend: "Lines in one box always stand together.",
  someLines: "Not in every order:", inSome: "in {0} of {1}", linesLeftOut: "{0} further lines are too many for this picture.",
  question: "An open pair", hangsOn: "Either can be first. It hangs on:", either: "Either can be first.", whichFirst: "Which is first", isFirst: "{0} first", ofOrders: "· {0} of {1} orders", leaveOpen: "leave open", openShort: "open",
  howLong: "how long it takes (line {0})", howLongAt: "how long it takes (line {0}, column {1})", unknowns: { startup: "how long the loop takes to start", phase: "where in its millisecond the clock stands" },
  oneOrder: "The order", allLeft: "All {0} orders", ordersLeft: "{0} of {1} orders are left", noneLeft: "No order has all of this. Take an answer back.", resetAnswers: "Reset",
  tooMany: "Too many to list. Answer a question or two: from {0} orders on they stand here. Until then, the first and the last:", watch: "Watch", watchOrder: "Watch order {0}", stageView: "Stage",
  source: "Code", allCode: "The whole code", stack: "Call stack", stackEmpty: "Nothing runs.",
  more: "and {0} more",
  log: "Log", logEmpty: "Nothing is logged.", timeline: "Time", events: "Events",
  time: "Virtual time", turn: "Turn", phase: "Phase", ms: "{0} ms", line: "line {0}",
  why: "Why this one now", causes: "How it came to be", host: "the host",
  zoom: "Zoom", language: "中文", theme: "Light or dark", help: "Keys", close: "Close",
  goto: "Go to", gotoWhat: "event or text", toDifference: "Go there", someRuns: "{0} of {1} runs", suchAs: "such as {0}", likely: "likely {0}",
  differs: "first difference", same: "The logs are the same so far as they go.",
  differ: "The logs differ from line {0} on: {1}.",
  ended: "ended", exited: "exited", died: "died: {0}", limit: "stopped at the limit of {0}", waits: "waits for ever: {0}", exit: ", exit code {0}",
  leftOut: "{0} later events are not in this page.",
  start: "The run begins.",
  k_turn: "Turn {0} of the loop begins.",
  k_phase: "The loop enters the phase {0}.",
  k_schedule: "{0} is scheduled, for {1}.",
  k_enqueue: "{0} waits in {1} now, behind {2}.",
  k_enqueueFirst: "{0} waits in {1} now; nothing is before it.",
  k_drop: "{0} leaves {1} and will not run: it was cleared, called off, or had nothing to do.",
  k_run: "{0} begins: it was the first in {1}, and the loop is at {2}.",
  k_runDue: "{0} begins: it waited in {1}, its time has come, and the loop is at {2}.",
  k_runNow: "{0} begins at once: nothing was queued, it runs inside what is on the stack.",
  k_end: "{0} ends.",
  k_endOuter: "{0} ends, and {1} goes on.",
  k_log: "{0} logs a line.",
  k_throw: "Nothing catches this error.",
  k_sleep: "Nothing can run, so time passes: {0} ms.",
  k_poll: "Poll may wait {0} ms for events: until the time set for {1}.",
  k_pollForEver: "Poll may wait for events without end: no timer is set.",
  k_pollDue: "Poll looks for events and does not wait: the time set for {0} has come.",
  k_pollNot: "Poll looks for events and does not wait: {0}.",
  pollNoTimer: "a timer that was cleared or set again",
  pollReasons: pollReasons as Record<string, string>,
  k_stop: "The run is over: {0}.",
  k_checkpoint: "A checkpoint begins: ticks and microtasks run until none is left.",
  k_runnable: "{0} may be chosen from now on.",
  k_pass: "The loop looks for timers that are due.",
  between: "Why “{0}” comes before “{1}”", written: "Written down in",
  keys: "← →|a step back or on;Shift ← →|an event back or on;L, Shift L|the next or last log line;Home, End|to the start or the end;D|to the first difference;C|compare two runtimes;E|all events;O|orders or stage;G|go to an event, by number or text;↑ ↓|in a list: a row up or down;Space|play or pause;+ −|faster or slower;1 to 9|another runtime;?|these keys",
  replay: "In the terminal:",
};

export type Words = typeof english;

const chinesePollReasons: Record<keyof typeof pollReasons, string> = {
  "nothing keeps the loop alive": "没有任何东西使循环继续",
  "a callback is pending": "有待处理的 pending 回调",
  "an immediate is referenced": "有被引用的 immediate",
  "a handle closes": "有句柄正在关闭",
};

const chinesePlaces: Record<string, string> = {
  nextTick: "process.nextTick", microtasks: "promise 回调、await", "vm microtasks": "其他上下文的 promise",
  timers: "setTimeout、setInterval", pending: "失败的调用", poll: "文件、网络", check: "setImmediate", closing: "关闭事件",
  "user interaction": "点击、按键", rendering: "新的一帧", "animation frame": "requestAnimationFrame", "DOM manipulation": "元素的事件",
  timer: "setTimeout、setInterval", "timer of 0": "延迟为 0 的 setTimeout", "window message": "postMessage", broadcast: "BroadcastChannel", "message ports": "MessageChannel",
  networking: "fetch、请求", "database access": "IndexedDB", "posted message": "消息", idle: "requestIdleCallback",
};

const chinese: Words = {
  lang: "zh",
  step: "事件 {0}，共 {1} 个", stepOf: "{0} / {1}", atStart: "开头", atEnd: "结束",
  stackNote: "正在运行", outside: "在外面等待", outsideNote: "定时器、文件、网络", outsideEmpty: "外面没有在等待的。",
  between1: "回调之间", betweenEach: "每个回调之后清空", betweenLists: "整列定时器或 immediate 之后才清空",
  loop: "循环的一轮", loopNote: "按此顺序经过各阶段，然后重来", loopWeb: "循环的任务", loopWebNote: "每轮一个任务，由浏览器选择队列",
  turnOf: "第 {0} 轮", left: "还剩 {0} ms", shortLine: "第{0}行", fewer: "收起", fewerOf: "收起（还有 {0} 个）", places: chinesePlaces,
  ruleAndSource: "规则及其出处", compare: "比较", edit: "编辑", showEvents: "事件", showOrders: "顺序",
  s_start: "还没有运行任何代码。首先运行脚本。",
  s_script: "首先从头到尾运行脚本本身。它安排的回调只能之后运行。",
  s_goesOn: "{0} 已结束，{1} 继续运行。",
  s_now: "{0} 在 {1} 内部被立即调用，没有在任何队列中等待。",
  s_host: "{0} 由运行时自己调用，没有在任何队列中等待。",
  s_tick: "{0} 已结束。循环继续之前，先运行 nextTick 的回调。",
  s_job: "{0} 已结束。循环继续之前，先运行微任务。",
  s_list: "{0} 在同一列中，这个运行时先运行完整列，再清空微任务。",
  s_jobList: "整列已运行完。这个运行时到这时才清空在回调之间等待的任务。",
  s_timer: "{0} 的 {1} ms 已过，循环正处于 timers 阶段。",
  s_poll: "{0} 所等待的事已经发生，循环正处于 poll 阶段。",
  s_check: "循环正处于 check 阶段，immediate 在此运行，最早的在先。",
  s_phase: "循环正处于 {1} 阶段，{0} 排在那里的最前面。",
  s_webTimer: "{0} 的 {1} ms 已过，浏览器选它作为下一个任务。",
  s_task: "浏览器每轮运行一个任务。它选了队列 {1}，其中 {0} 最早。",
  s_frame: "浏览器要绘制新的一帧。为它登记的回调先运行，最早的在先。",
  s_idle: "下一帧之前没有别的事可做，浏览器空闲，运行 {0}。",
  play: "播放", pause: "暂停", first: "回到开头", last: "跳到结尾",
  back: "后退", forward: "前进", speed: "速度", unit: "步长",
  unitEvents: "事件", unitCallbacks: "回调", unitLines: "日志行",
  runs: "运行时", orders: "可能的顺序", when: "当 {0}", always: "总是",
  ordersOf: "在 {1} 上可能有 {0} 种顺序", orderOnly: "在 {0} 上只可能有一种顺序", ordersAtLeast: "在 {1} 上至少可能有 {0} 种顺序",
  foundAll: "{0} 行；搜索了全部 {1} 条路径。", foundSome: "{0} 行；搜索了 {1} 条路径，还有更多。", firstOrders: "这里只看前 {0} 种顺序。",
  noQuestion: "没有未定之处。", questions: "未定的行对：{0}。其余总是一样。", questionsOf: "问题：{0}。未定的行对共 {1}。",
  alwaysBefore: "在每种顺序中总是在前", openLegend: "未定：哪个都可能在前", setLegend: "未定，而你已选定", boxesLegend: "同一框中的行总是连在一起。",
  someLines: "并非每种顺序都有：", inSome: "{1} 种中的 {0} 种", linesLeftOut: "另有 {0} 行，此图容纳不下。",
  question: "一对未定的行", hangsOn: "哪个都可能在前。这取决于：", either: "哪个都可能在前。", whichFirst: "哪个在前", isFirst: "{0} 在前", ofOrders: "· {1} 种顺序中的 {0} 种", leaveOpen: "不作选择", openShort: "未定",
  howLong: "它需要多久（第 {0} 行）", howLongAt: "它需要多久（第 {0} 行第 {1} 列）", unknowns: { startup: "循环启动需要多久", phase: "时钟处在一毫秒中的何处" },
  oneOrder: "这种顺序", allLeft: "全部 {0} 种顺序", ordersLeft: "还剩 {1} 种顺序中的 {0} 种", noneLeft: "没有顺序同时满足这些。请收回一个选择。", resetAnswers: "重来",
  tooMany: "太多，无法列出。请回答一两个问题：少到 {0} 种时会列在这里。在此之前列出首尾两种：", watch: "观看", watchOrder: "观看顺序 {0}", stageView: "舞台",
  source: "代码", allCode: "全部代码", stack: "调用栈", stackEmpty: "没有正在运行的代码。",
  more: "还有 {0} 个",
  log: "日志", logEmpty: "没有输出。", timeline: "时间", events: "事件",
  time: "虚拟时间", turn: "轮次", phase: "阶段", ms: "{0} ms", line: "第 {0} 行",
  why: "为什么现在轮到它", causes: "它的由来", host: "宿主",
  zoom: "缩放", language: "English", theme: "浅色或深色", help: "按键", close: "关闭",
  goto: "前往", gotoWhat: "事件编号或文字", toDifference: "前往", someRuns: "{1} 个运行中的 {0} 个", suchAs: "例如 {0}", likely: "可能性 {0}",
  differs: "首个不同", same: "目前各日志相同。",
  differ: "从第 {0} 行起日志不同：{1}。",
  ended: "正常结束", exited: "已退出", died: "异常终止：{0}", limit: "达到上限：{0}", waits: "永远等待：{0}", exit: "，退出码 {0}",
  leftOut: "之后还有 {0} 个事件不在本页中。",
  start: "运行开始。",
  k_turn: "事件循环第 {0} 轮开始。",
  k_phase: "循环进入 {0} 阶段。",
  k_schedule: "安排了 {0}，去向 {1}。",
  k_enqueue: "{0} 进入 {1} 等待，前面有 {2} 个。",
  k_enqueueFirst: "{0} 进入 {1} 等待，前面没有别的。",
  k_drop: "{0} 离开 {1}，不会再运行：它被清除、被取消，或无事可做。",
  k_run: "{0} 开始：它排在 {1} 的最前面，循环正处于 {2}。",
  k_runDue: "{0} 开始：它在 {1} 中等待，时间已到，循环正处于 {2}。",
  k_runNow: "{0} 立即开始：没有排队，就在当前调用栈之内运行。",
  k_end: "{0} 结束。",
  k_endOuter: "{0} 结束，{1} 继续。",
  k_log: "{0} 输出一行。",
  k_throw: "没有代码捕获这个错误。",
  k_sleep: "没有可运行的任务，时间流逝 {0} ms。",
  k_poll: "poll 最多等待 {0} ms：直到 {1} 所定的时间。",
  k_pollForEver: "poll 可以一直等待事件：没有设定任何定时器。",
  k_pollDue: "poll 查看事件但不等待：{0} 所定的时间已到。",
  k_pollNot: "poll 查看事件但不等待：{0}。",
  pollNoTimer: "一个已被清除或重新设定的定时器",
  pollReasons: chinesePollReasons,
  k_stop: "运行结束：{0}。",
  k_checkpoint: "检查点开始：运行 tick 和微任务，直到一个不剩。",
  k_runnable: "从现在起可以选择 {0}。",
  k_pass: "循环查看哪些定时器已到期。",
  between: "为什么“{0}”在“{1}”之前", written: "出处：",
  keys: "← →|后退或前进一步;Shift ← →|后退或前进一个事件;L, Shift L|下一行或上一行日志;Home, End|开头或结尾;D|第一处不同;C|比较两个运行时;E|所有事件;O|顺序或舞台;G|按编号或文字前往某个事件;↑ ↓|在列表中上移或下移一行;Space|播放或暂停;+ −|更快或更慢;1–9|换一个运行时;?|显示这些按键",
  replay: "在终端中：",
};

export type Language = "en" | "zh";

/** The browser's language, as far as the page speaks it. */
export function preferred(): Language {
  return (navigator.languages ?? [navigator.language]).find((l) => /^(en|zh)\b/.test(l))?.startsWith("zh") ? "zh" : "en";
}

export function wordsOf(language: Language): Words {
  return language === "zh" ? chinese : english;
}

/** A claim as a sentence. Names of code keep their first letter. */
export function sentence(claim: Both, w: { lang: Language }): string {
  const text = claim[w.lang];
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${w.lang === "zh" ? "。" : "."}`.replaceAll("`", "");
}

/** Puts values in the places {0}, {1} of a text. */
export function fill(text: string, ...values: (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, n: string) => String(values[Number(n)]));
}
