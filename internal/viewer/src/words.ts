// What the page says, in English and Chinese.

/** Why poll does not wait, as events have it. */
const pollReasons = {
  "nothing keeps the loop alive": "nothing keeps the loop alive",
  "a callback is pending": "a callback is pending",
  "an immediate is referenced": "an immediate is referenced",
  "a handle closes": "a handle closes",
};

const english = {
  step: "step {0} of {1}",
  play: "Play", pause: "Pause", first: "To the start", last: "To the end",
  back: "Back", forward: "Forward", speed: "Speed", unit: "Step by",
  unitEvents: "event", unitCallbacks: "callback", unitLines: "log line",
  runs: "Runtimes", orders: "Possible orders", order: "Order {0}", when: "when {0}", always: "always",
  source: "Scenario", stack: "Call stack", stackEmpty: "Nothing runs.",
  queues: "Queues", queueEmpty: "empty", more: "and {0} more", due: "due {0} ms", unused: "Not used in this run: {0}.",
  log: "Log", logEmpty: "Nothing is logged.", timeline: "Time", events: "Events",
  time: "Virtual time", turn: "Turn", phase: "Phase", ms: "{0} ms", line: "line {0}",
  why: "Why this one now", causes: "How it came to be", host: "the host",
  zoom: "Zoom", language: "中文", theme: "Light or dark", help: "Keys", close: "Close",
  goto: "Go to", gotoWhat: "step or text", toDifference: "Go there", someRuns: "{0} of {1} runs", suchAs: "such as {0}",
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
  keys: "← →|a step back or on;Shift ← →|a callback back or on;L, Shift L|the next or last log line;Home, End|to the start or the end;D|to the first difference;G|go to a step, or to an event by its text;↑ ↓|in a list: a row up or down;Space|play or pause;+ −|faster or slower;1 to 9|another runtime;?|these keys",
  replay: "In the terminal:",
};

export type Words = typeof english;

const chinesePollReasons: Record<keyof typeof pollReasons, string> = {
  "nothing keeps the loop alive": "没有任何东西使循环继续",
  "a callback is pending": "有待处理的 pending 回调",
  "an immediate is referenced": "有被引用的 immediate",
  "a handle closes": "有句柄正在关闭",
};

const chinese: Words = {
  step: "第 {0} 步，共 {1} 步",
  play: "播放", pause: "暂停", first: "回到开头", last: "跳到结尾",
  back: "后退", forward: "前进", speed: "速度", unit: "步长",
  unitEvents: "事件", unitCallbacks: "回调", unitLines: "日志行",
  runs: "运行时", orders: "可能的顺序", order: "顺序 {0}", when: "当 {0}", always: "总是",
  source: "场景", stack: "调用栈", stackEmpty: "没有正在运行的代码。",
  queues: "队列", queueEmpty: "空", more: "还有 {0} 个", due: "{0} ms 到期", unused: "本次运行没有用到：{0}。",
  log: "日志", logEmpty: "没有输出。", timeline: "时间", events: "事件",
  time: "虚拟时间", turn: "轮次", phase: "阶段", ms: "{0} ms", line: "第 {0} 行",
  why: "为什么现在轮到它", causes: "它的由来", host: "宿主",
  zoom: "缩放", language: "English", theme: "浅色或深色", help: "按键", close: "关闭",
  goto: "前往", gotoWhat: "步数或文字", toDifference: "前往", someRuns: "{1} 个运行中的 {0} 个", suchAs: "例如 {0}",
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
  keys: "← →|后退或前进一步;Shift ← →|后退或前进一个回调;L, Shift L|下一行或上一行日志;Home, End|开头或结尾;D|第一处不同;G|前往某一步，或按文字前往某个事件;↑ ↓|在列表中上移或下移一行;Space|播放或暂停;+ −|更快或更慢;1–9|换一个运行时;?|显示这些按键",
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

/** Puts values in the places {0}, {1} of a text. */
export function fill(text: string, ...values: (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, n: string) => String(values[Number(n)]));
}
