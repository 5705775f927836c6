// EventTarget, Event, AbortController, and in browsers what is made of them:
// messages, mutation observers, elements that are nothing but targets.
(function (global, host) {
  // As they are before the program runs, which may overwrite them.
  const { Array, Error, Map, Number, Object, Proxy, RangeError, Set, String, Symbol, TypeError, WeakMap, WeakSet } = global;
  const { assign, create: createFrom, defineProperty, freeze, keys: keysOf } = Object, { isArray } = Array, { isInteger, isFinite, isNaN } = Number;
  const lists = new WeakMap();
  const of = (target) => {
    let list = lists.get(target);
    if (!list) lists.set(target, list = []);
    return list;
  };

  // What Web IDL's conversions throw in pages, in the words of Chromium or of Firefox.
  const fox = host.engine === 'firefox', chromium = host.engine === 'browser' || host.engine === 'chrome69';
  const calling = (of, method) => fox ? `${of}.${method}: ` : `Failed to execute '${method}' on '${of}': `;
  const making = (of) => fox ? `${of} constructor: ` : `Failed to construct '${of}': `;
  const few = (before, need, given) => {
    if (!host.browser || given >= need) return;
    const s = need > 1 ? 's' : '';
    throw new TypeError(before + (fox ? `At least ${need} argument${s} required, but only ${given} passed` : `${need} argument${s} required, but only ${given} present.`));
  };
  const isObject = (value) => typeof value === 'object' && value !== null || typeof value === 'function';
  const notA = (type, before, n, value) => {
    const foxes = !isObject(value) ? 'is not an object' : type === 'Function' ? 'is not callable' : `does not implement interface ${type}`;
    return new TypeError(before + (fox ? `Argument ${n} ${foxes}.` : `parameter ${n} is not of type '${type}'.`));
  };
  const priority = (before, what, member, value) => {
    if (['user-blocking', 'user-visible', 'background'].includes(String(value))) return String(value);
    throw new TypeError(before + (fox ? `'${value}' (value of ${member}) is not a valid value for enumeration TaskPriority.` : `${what}The provided value '${value}' is not a valid enum value of type TaskPriority.`));
  };

  class Event {
    #type; #options; stopped = false; prevented = false; now = false; made = true; trusted = false; passive = false; phase = 0; path = [];
    constructor(type, options = {}) {
      few(making(new.target.name in made ? new.target.name : 'Event'), 1, arguments.length);
      if (host.browser && options !== null && !isObject(options)) throw new TypeError(making('Event') + (fox ? "Argument 2 can't be converted to a dictionary." : "The provided value is not of type 'EventInit'."));
      if (arguments.length === 0) throw host.coded(new TypeError("The \"type\" argument must be specified"), 'ERR_MISSING_ARGS');
      this.#type = String(type);
      this.#options = { ...options };
      for (const name of ['stopped', 'prevented', 'now', 'made', 'trusted', 'passive', 'phase', 'path']) defineProperty(this, name, { enumerable: false });
      if (!('isTrusted' in Event.prototype)) defineProperty(this, 'isTrusted', { get: () => this.trusted, enumerable: true }); // older Nodes
      for (const [name, value] of [['target', null], ['currentTarget', null], ['timeStamp', 0]]) {
        defineProperty(this, name, { value, writable: true, configurable: true });
      }
    }
    get type() { return this.#type; }
    get bubbles() { return !!this.#options.bubbles; }
    get cancelable() { return !!this.#options.cancelable; }
    get eventPhase() { return this.phase; }
    get isTrusted() { return this.trusted; }
    composedPath() { return [...this.path]; }
    get srcElement() { return this.target; }
    get returnValue() { return !this.prevented; }
    set returnValue(value) { if (!value && host.passive) this.preventDefault(); }
    get cancelBubble() { return this.stopped; }
    set cancelBubble(value) { if (value) this.stopped = true; }
    get [Symbol.toStringTag]() { return 'Event'; }
    get composed() { return !!this.#options.composed; }
    get defaultPrevented() { return this.prevented; }
    preventDefault() { if (this.cancelable && !this.passive) this.prevented = true; }
    stopPropagation() { this.stopped = true; }
    stopImmediatePropagation() { this.stopped = this.now = true; }
    initEvent(type, bubbles = false, cancelable = false) {
      if (this.path.length > 0) return;
      if (host.browser) this.stopped = this.now = this.prevented = false;
      this.made = true;
      this.#type = String(type);
      this.#options = { ...this.#options, bubbles, cancelable };
    }
  }
  const constants = (of, names, from) => names.split(' ').forEach((name, i) => defineProperty(of, name, { value: from + i, enumerable: true }));
  for (const of of host.browser ? [Event, Event.prototype] : [Event]) constants(of, 'NONE CAPTURING_PHASE AT_TARGET BUBBLING_PHASE', 0);

  // tag gives a class what Object.prototype.toString says (Web IDL).
  const tag = (proto, value) => defineProperty(proto, Symbol.toStringTag, { value, configurable: true });

  class CustomEvent extends Event {
    #detail;
    constructor(type, options = {}) {
      few(making('CustomEvent'), 1, arguments.length);
      super(type, options);
      this.#detail = options.detail ?? null;
    }
    get detail() { return this.#detail; }
    initCustomEvent(type, bubbles = false, cancelable = false, detail = null) {
      if (this.path.length > 0) return;
      this.initEvent(type, bubbles, cancelable);
      this.#detail = detail;
    }
  }

  if (!host.browser) delete CustomEvent.prototype.initCustomEvent; // Node has none

  const plain = new WeakMap(); // what listeners of Node's own kind get in place of an event

  // Whether what is called now is the outermost script: the browser fires the event, not a script.
  let outermost = false;
  const reports = (error, outer) => {
    if (outer) host.reportFired(error);
    else if (host.listenersThrow) host.tellProcess(error);
    else host.report(error);
  };
  const cleanUp = () => {
    outermost = false;
    try { host.cleanUp(); } finally { outermost = true; }
  };

  // callOne calls a listener. It reports whether a checkpoint follows.
  const callOne = (target, event, listener) => {
    const { callback } = listener, outer = outermost;
    event.passive = listener.passive;
    if (host.browser && typeof callback !== 'function') return callObject(callback, event);
    outermost = false;
    try {
      if (typeof callback !== 'function' && host.asksLate) {
        awaitHandler(callback, event);
        return true;
      }
      const given = (listener.bound ?? callback).call(target, listener.plain && plain.has(event) ? plain.get(event) : event);
      if (!host.browser && given !== undefined && given !== null && typeof given.then === 'function') given.then(undefined, host.report);
    } catch (error) {
      reports(error, outer);
    } finally {
      outermost = outer;
    }
    return true;
  };

  // Web IDL, "call a user object's operation". To ask for it is not to call a script in WebKit
  // (JSEventListener::handleEvent has no JSExecState then) and in Chromium 69
  // (V8EventListener::GetListenerFunction has no MicrotasksScope), so what a getter dispatches calls
  // the outermost script. In today's Chromium it is, with a checkpoint of its own
  // (CallbackInvokeHelper::PrepareForCall), but where the property is no function that error stands
  // in the way of the checkpoint, and no script runs that could report it.
  const asksBare = host.engine === 'webkit' || host.engine === 'chrome69';
  const callObject = (object, event) => {
    const outer = outermost;
    let operation;
    outermost = outer && asksBare;
    try {
      operation = object.handleEvent;
      if (typeof operation !== 'function' && chromium) return false;
      if (typeof operation !== 'function') throw new TypeError(fox ? 'Property \'handleEvent\' is not callable.' : `${operation} is not a function`);
    } catch (error) {
      outermost = outer && host.engine === 'chrome69'; // WebKit's is told apart
      if (outer) host.reportAsked(error);
      else host.report(error);
      return !asksBare;
    } finally {
      outermost = outer;
    }
    if (host.engine === 'browser' && outer) cleanUp();
    outermost = false;
    try {
      operation.call(object, event);
    } catch (error) {
      reports(error, outer);
    } finally {
      outermost = outer;
    }
    return true;
  };

  // In today's Node an async function awaits it (lib/internal/event_target.js, Listener), so an error
  // is told by a job, or by two where what it returned is rejected.
  const awaitHandler = (object, event) => {
    try {
      const given = object.handleEvent ? object.handleEvent(event) : undefined;
      if (given !== undefined && given !== null && typeof given.then === 'function') given.then(undefined, (error) => host.reportLater(error));
    } catch (error) {
      host.reportLater(error);
    }
  };

  // lib/internal/event_target.js, kHybridDispatch: a list goes from one listener to the next,
  // and the next is taken before each is called; so one that is added meanwhile may be called.
  const invokeOfNode = (target, event) => {
    event.currentTarget = target;
    let next;
    for (let one = of(target).find((one) => one.type === event.type); one && !event.now; one = next) {
      next = one.next;
      if (one.removed) continue;
      if (one.once) remove(target, one, true);
      callOne(target, event, one);
    }
  };

  // DOM, "inner invoke". Behind each listener that is the outermost script comes a checkpoint
  // (HTML, "clean up after running script").
  const invoke = (target, event, capturing) => {
    if (!host.browser) { invokeOfNode(target, event); return; }
    event.currentTarget = target;
    for (const listener of [...of(target)]) {
      if (listener.type !== event.type || listener.removed || capturing !== null && listener.capture !== capturing) continue;
      if (listener.once) remove(target, listener);
      if (callOne(target, event, listener) && outermost) cleanUp();
      if (event.now) return;
    }
  };

  const remove = (target, listener, leaves = false) => {
    listener.removed = true;
    const list = of(target), at = list.indexOf(listener);
    if (at < 0) return;
    list.splice(at, 1);
    if (listener.previous) listener.previous.next = listener.next;
    if (listener.next) listener.next.previous = listener.previous;
    if (host.browser) unlistened.get(target)?.(listener.type);
    else if (count(target, listener.type, -1) === 0 && !leaves) forget(target, listener.type);
  };

  // Node counts what listens to each type, and forgets the type, with what is left of it, when
  // removeEventListener makes that none (lib/internal/event_target.js). What is being dispatched
  // still reaches those that are left.
  const counts = new WeakMap();
  const countsOf = (target) => {
    let all = counts.get(target);
    if (!all) counts.set(target, all = new Map());
    return all;
  };
  const count = (target, type, by) => {
    const all = countsOf(target), now = (all.get(type) ?? 0) + by;
    all.set(type, now);
    (by > 0 ? listened : unlistened).get(target)?.(type, now);
    return now;
  };
  const forget = (target, type) => {
    const list = of(target);
    for (const one of list.splice(0)) if (one.type !== type) list.push(one);
    countsOf(target).delete(type);
  };

  // DOM, "dispatch": down to the target, and up again where the event bubbles.
  const dispatch = (target, event) => {
    event.target = target;
    const above = [];
    for (let node = target.parentNode; node; node = node.parentNode) above.push(node);
    if (page && (target === page || above.includes(page))) above.push(global);
    event.path = [target, ...above];
    event.phase = 1;
    for (let i = above.length - 1; i >= 0 && !event.stopped; i--) invoke(above[i], event, true);
    event.phase = 2;
    for (const capturing of capturesFirst(target) ? [true, false] : [null]) if (!event.stopped) invoke(target, event, capturing);
    event.phase = 3;
    if (event.bubbles) for (let i = 0; i < above.length && !event.stopped; i++) invoke(above[i], event, false);
    ended(event);
    return !event.prevented;
  };

  // Node leaves the flags as they are.
  const ended = (event) => {
    event.phase = 0;
    event.currentTarget = null;
    event.path = [];
    if (host.browser) event.stopped = event.now = false;
  };

  const nodeStyle = Symbol('node style');
  const listened = new WeakMap(), unlistened = new WeakMap(); // what is to be done when a target gets a listener, and when it loses one
  const add = (target, type, callback, options) => {
    const set = typeof options === 'object' && options !== null ? options : { capture: options };
    const signal = host.browser || host.takesSignal ? set.signal : undefined;
    if (callback === null || callback === undefined) {
      if (!host.browser) host.warn('AddEventListenerArgumentTypeWarning', `addEventListener called with ${callback} which has no effect.`, { target, type });
      return;
    }
    if (signal && signal.aborted) return;
    const capture = !!set.capture, list = of(target);
    const same = () => list.find((one) => one.type === type && one.callback === callback && one.capture === capture);
    if (signal && !host.browser) whenAborted(signal, () => { const one = same(); if (one) remove(target, one); }); // first of all there, and by removeEventListener
    if (same()) return;
    const previous = host.browser ? undefined : list.filter((one) => one.type === type).pop(); // see invokeOfNode
    const listener = { type, callback, capture, once: !!set.once, passive: host.passive && !!set.passive, plain: !!set[nodeStyle], removed: false, previous, next: undefined };
    if (typeof callback !== 'function' && !host.asksLate) listener.bound = callback.handleEvent.bind(callback);
    if (previous) previous.next = listener;
    list.push(listener);
    if (host.browser) listened.get(target)?.(type);
    else {
      warnOfMany(target, type);
      count(target, type, 1);
    }
    if (signal && host.browser) whenAborted(signal, () => remove(target, listener));
  };

  // How many listeners of one type a target of Node's may have before it warns, which it does once
  // (lib/internal/event_target.js, kNewListener).
  const limits = new WeakMap();
  const limit = (target, most) => limits.set(target, { most, warned: false });
  const warnOfMany = (target, type) => {
    const of = limits.get(target);
    if (!of || !(of.most > 0) || of.warned) return;
    const count = listeners(target, type).length;
    if (count <= of.most) return;
    of.warned = true;
    const name = isPort?.(target) ? '[MessagePort [EventTarget]]' : target instanceof AbortSignal ? '[AbortSignal]' : target.constructor.name;
    host.warn('MaxListenersExceededWarning', `Possible EventTarget memory leak detected. ${count} ${type} listeners added to ${name}.` +
      `${host.allowed(of.most)} Use ${host.allWarn ? 'events.' : ''}setMaxListeners() to increase limit`, { target, type, count });
  };
  const listeners = (target, type) => of(target).filter((one) => one.type === type);

  // DOM, "add the following abort steps": before the event, but for Node, which has them
  // as a listener (lib/internal/event_target.js, addEventListener).
  const steps = new WeakMap();
  const whenAborted = (signal, step) => {
    if (!host.browser) add(signal, 'abort', step, { once: true });
    else if (steps.has(signal)) steps.get(signal).push(step);
    else steps.set(signal, [step]);
  };

  const handlers = new WeakMap();
  // HTML, "the event handler processing algorithm".
  const handle = (target, event, handler) => {
    if (target === global && event.type === 'error') {
      if (handler.call(target, event.message, event.filename, event.lineno, event.colno, event.error) === true) event.preventDefault();
      return;
    }
    const given = handler.call(target, event);
    if (given === false && host.browser) event.preventDefault();
    return given;
  };

  // An attribute such as onmessage: one listener.
  const attribute = (proto, name, set = () => {}) => {
    defineProperty(proto, 'on' + name, {
      configurable: true, enumerable: true,
      get() {
        const value = handlers.get(this ?? global)?.[name]?.value;
        return host.noneIsNull ? value ?? null : value;
      },
      set(value) {
        const target = this ?? global;
        let mine = handlers.get(target);
        if (!mine) handlers.set(target, mine = {});
        setHandler(target, name, mine, isObject(value) || !host.objectsListen ? value : null);
        set.call(target, value);
      },
    });
  };
  const holds = () => {
    const holder = { value: null, callback(event) { if (typeof holder.value === 'function') return handle(this, event, holder.value); } };
    return holder;
  };
  const setInPage = (target, name, mine, value) => {
    const holder = mine[name] ??= holds(), before = holder.value;
    // null takes it away, and what is set then stands behind all others (HTML, "deactivate an event handler", "activate an event handler").
    if (value !== null && before === null) add(target, name, holder.callback);
    if (value === null && before !== null) remove(target, of(target).find((one) => one.callback === holder.callback));
    holder.value = value;
  };
  // lib/internal/event_target.js, defineEventHandler: it keeps the place where it was first set, and
  // from the second time on it counts while it is a function.
  const setInNode = (target, name, mine, value) => {
    let holder = mine[name];
    if (!holder) {
      holder = mine[name] = holds();
      holder.value = value;
      add(target, name, holder.callback);
      return;
    }
    const counted = (handler, by) => {
      if (typeof handler !== 'function') return;
      if (countsOf(target).has(name)) count(target, name, by);
      else if (!host.handlersReturn) countsOf(target).get(name).size; // the type was forgotten, and Node throws
      else if (by > 0) add(target, name, holder.callback);
    };
    counted(holder.value, -1);
    holder.value = value;
    counted(value, 1);
  };
  // Before Node 15.2 the handler itself is the listener.
  const setAsListener = (target, name, mine, value) => {
    const before = mine[name]?.value;
    if (before) {
      if (typeof before !== 'function' && typeof before.handleEvent !== 'function') throw notListener(before);
      target.removeEventListener(name, before);
    }
    if (typeof value === 'function') target.addEventListener(name, value);
    mine[name] = { value };
  };
  const setHandler = host.browser ? setInPage : host.handlersStay ? setInNode : setAsListener;

  // lib/internal/event_target.js, validateEventListener.
  const checkListener = (given, callback) => {
    if (given < 2) throw host.coded(new TypeError('The "type" and "listener" arguments must be specified'), 'ERR_MISSING_ARGS');
    if (typeof callback === 'function' || callback === null || callback === undefined) return;
    if (typeof callback === 'object' && (host.asksLate || typeof callback.handleEvent === 'function')) return;
    throw notListener(callback);
  };
  const notListener = (callback) => host.coded(new TypeError(`The "listener" argument must be an instance of EventListener. Received ${host.received(callback)}`), 'ERR_INVALID_ARG_TYPE');

  const dispatched = new WeakSet(); // what Node before 16.6 dispatches no other time

  class EventTarget {
    constructor() { if (host.allWarn) limit(this, host.most()); }
    addEventListener(type, callback, options) {
      if (!host.browser) checkListener(arguments.length, callback);
      few(calling('EventTarget', 'addEventListener'), 2, arguments.length);
      if (host.browser && callback !== null && callback !== undefined && !isObject(callback)) throw notA('Object', calling('EventTarget', 'addEventListener'), 2, callback);
      add(this ?? global, String(type), callback, options);
    }
    removeEventListener(type, callback, options) {
      const target = this ?? global;
      const capture = !!(typeof options === 'object' && options !== null ? options.capture : options);
      for (const one of of(target)) {
        if (one.type === String(type) && one.callback === callback && one.capture === capture) return remove(target, one);
      }
    }
    dispatchEvent(event) {
      few(calling('EventTarget', 'dispatchEvent'), 1, arguments.length);
      if (host.browser && !(event instanceof Event)) throw notA('Event', calling('EventTarget', 'dispatchEvent'), 1, event);
      if (!(event instanceof Event)) throw host.coded(new TypeError(`The "event" argument must be an instance of Event${host.received ? '. Received ' + host.received(event) : ''}`), 'ERR_INVALID_ARG_TYPE');
      if (event.path.length > 0 || dispatched.has(event)) throw underWay(event);
      if (!host.dispatchesAgain && (host.handlersStay || countsOf(this).has(event.type))) dispatched.add(event);
      if (!event.made) throw unusable(calling('EventTarget', 'dispatchEvent') + 'The event provided is uninitialized.');
      return dispatch(this ?? global, event);
    }
  }

  const unusable = (message) => new DOMException(fox ? 'An attempt was made to use an object that is not, or is no longer, usable' : message, 'InvalidStateError');
  const underWay = (event) => host.browser ? unusable(calling('EventTarget', 'dispatchEvent') + 'The event is already being dispatched.')
    : host.coded(new Error(`The event "${event.type}" is already being dispatched`), 'ERR_EVENT_RECURSION');

  // The names of errors by their codes, from 1 on (Web IDL, "DOMException names"); "" has none any more.
  const codes = ['IndexSizeError', '', 'HierarchyRequestError', 'WrongDocumentError', 'InvalidCharacterError', '', 'NoModificationAllowedError', 'NotFoundError', 'NotSupportedError',
    'InUseAttributeError', 'InvalidStateError', 'SyntaxError', 'InvalidModificationError', 'NamespaceError', 'InvalidAccessError', '', 'TypeMismatchError', 'SecurityError', 'NetworkError',
    'AbortError', 'URLMismatchError', 'QuotaExceededError', 'TimeoutError', 'InvalidNodeTypeError', 'DataCloneError'];
  const DOMException = global.DOMException ?? class DOMException extends Error {
    #name;
    constructor(message = '', name = 'Error') { super(message); this.#name = name; }
    get name() { return this.#name; }
    get code() { return codes.indexOf(this.#name) + 1; }
  };
  for (const of of [DOMException, DOMException.prototype]) {
    constants(of, 'INDEX_SIZE_ERR DOMSTRING_SIZE_ERR HIERARCHY_REQUEST_ERR WRONG_DOCUMENT_ERR INVALID_CHARACTER_ERR NO_DATA_ALLOWED_ERR NO_MODIFICATION_ALLOWED_ERR NOT_FOUND_ERR ' +
      'NOT_SUPPORTED_ERR INUSE_ATTRIBUTE_ERR INVALID_STATE_ERR SYNTAX_ERR INVALID_MODIFICATION_ERR NAMESPACE_ERR INVALID_ACCESS_ERR VALIDATION_ERR TYPE_MISMATCH_ERR SECURITY_ERR NETWORK_ERR ' +
      'ABORT_ERR URL_MISMATCH_ERR QUOTA_EXCEEDED_ERR TIMEOUT_ERR INVALID_NODE_TYPE_ERR DATA_CLONE_ERR', 1);
  }

  const messages = {
    browser: { aborted: 'signal is aborted without reason', timedOut: 'signal timed out' },
    chrome69: { aborted: 'signal is aborted without reason', timedOut: 'signal timed out' },
    firefox: { aborted: 'The operation was aborted. ', timedOut: 'The operation timed out.' },
    webkit: { aborted: 'The operation was aborted.', timedOut: 'The operation timed out.' },
  }[host.engine] ?? { aborted: 'This operation was aborted', timedOut: 'The operation was aborted due to timeout' };

  const create = Symbol('create');
  let end; // aborts a signal
  // checkDelay is Node's validateUint32 (lib/internal/abort_controller.js, AbortSignal.timeout).
  function checkDelay(delay) {
    if (typeof delay !== 'number') throw host.coded(new TypeError(`The "delay" argument must be of type number. Received ${host.received(delay)}`), 'ERR_INVALID_ARG_TYPE');
    if (isInteger(delay) && delay >= 0 && delay <= 4294967295) return;
    const must = isInteger(delay) ? '>= 0 && <= 4294967295' : 'an integer';
    throw host.coded(new RangeError(`The value of "delay" is out of range. It must be ${must}. Received ${isInteger(delay) && Math.abs(delay) > 2 ** 32 ? String(delay).replace(/\B(?=(\d{3})+$)/g, '_') : delay}`), 'ERR_OUT_OF_RANGE');
  }
  // Web IDL, [EnforceRange] unsigned long long.
  const enforced = (value) => {
    const delay = Math.trunc(+value);
    if (delay >= 0 && delay <= Number.MAX_SAFE_INTEGER) return delay;
    const finite = isFinite(delay), chromes = finite ? "outside the 'unsigned long long' value range" : isNaN(delay) ? "not of type 'unsigned long long'" : "infinite and not of type 'unsigned long long'";
    if (host.engine === 'webkit') throw new TypeError(`Value ${+value} is outside the range [0, ${Number.MAX_SAFE_INTEGER}]`);
    throw new TypeError(calling('AbortSignal', 'timeout') + (fox ? `Argument 1 is ${finite ? '' : 'not a finite value, so is '}out of range for unsigned long long.` : `Value is ${chromes}.`));
  };
  class AbortSignal extends EventTarget {
    #aborted = false; #reason; #sources = null; #dependents = new Set();
    constructor(key) {
      super();
      if (key !== create) throw host.coded(new TypeError(!host.browser ? 'Illegal constructor' : fox ? 'Illegal constructor.' : making('AbortSignal') + 'Illegal constructor'), 'ERR_ILLEGAL_CONSTRUCTOR');
      if (!host.browser && !host.signalsWarn) limit(this, 0);
    }
    get aborted() { return this.#aborted; }
    get reason() { return this.#reason; }
    throwIfAborted() { if (this.#aborted) throw this.#reason; }
    static abort(reason) { const signal = new AbortSignal(create); end(signal, reason); return signal; }
    static timeout(delay) {
      few(calling('AbortSignal', 'timeout'), 1, arguments.length);
      if (host.browser) delay = enforced(delay);
      else checkDelay(delay);
      const signal = new AbortSignal(create);
      host.delay(delay, () => end(signal, new DOMException(messages.timedOut, 'TimeoutError'), true));
      return signal;
    }
    // DOM, "create a dependent abort signal": it depends on signals that hang on none.
    static any(signals) {
      const before = calling('AbortSignal', 'any');
      few(before, 1, arguments.length);
      const signal = new (this === taskSignal ? this : AbortSignal)(create), all = [...signals];
      for (const one of all) {
        if (host.browser && !(one instanceof AbortSignal)) throw new TypeError(before + (fox ? isObject(one) ? 'Element of argument 1 does not implement interface AbortSignal.' : 'Element of argument 1 is not an object.' : "Failed to convert value to 'AbortSignal'."));
      }
      for (const one of all) if (one.aborted) { signal.#mark(one.reason); return signal; }
      for (const one of all) {
        for (const source of one.#sources ?? [one]) {
          (signal.#sources ??= new Set()).add(source);
          source.#dependents.add(signal);
        }
      }
      return signal;
    }
    #mark(reason) {
      this.#aborted = true;
      this.#reason = reason === undefined ? new DOMException(messages.aborted, 'AbortError') : reason;
    }
    #tell(fired) {
      for (const step of steps.get(this) ?? []) step();
      steps.delete(this);
      const event = new Event('abort');
      event.trusted = true;
      if (!host.abortHandled && typeof this.onabort === 'function') this.onabort(event); // a property of anyone's, in Node 15.0
      if (fired) fire(this, event);
      else dispatch(this, event);
    }
    // DOM, "signal abort": all that hangs on a signal is aborted before the first event.
    // Releases of Node before 22.10 had each aborted after the events of the one before.
    static {
      end = (signal, reason, fired) => {
        if (signal.#aborted) return;
        signal.#mark(reason);
        const hang = host.marksFirst ? [...signal.#dependents].filter((one) => !one.#aborted) : [];
        for (const one of hang) one.#mark(signal.#reason);
        signal.#tell(fired);
        for (const one of hang) one.#tell(fired);
        for (const one of signal.#dependents) end(one, signal.#reason, fired);
      };
    }
  }
  if (host.abortHandled) attribute(AbortSignal.prototype, 'abort');

  const signalClass = Symbol('signal');
  class AbortController {
    #signal;
    constructor() {
      this.#signal = new (this[signalClass] ?? AbortSignal)(create);
      if (!host.browser) host.tries('AbortController');
    }
    get signal() { return this.#signal; }
    abort(reason) { end(this.#signal, reason); }
  }

  if (!host.browser) {
    const shown = (fields) => ({ configurable: true, writable: true, value(depth, options) { return depth < 0 ? this : `${this.constructor.name} ${host.inspect(fields(this), options)}`; } });
    const custom = Symbol.for('nodejs.util.inspect.custom');
    defineProperty(AbortSignal.prototype, custom, shown((signal) => ({ aborted: signal.aborted })));
    defineProperty(AbortController.prototype, custom, shown((controller) => ({ signal: controller.signal })));
  }

  // capturesFirst reports whether capturing listeners of the target run before the others, as
  // DOM has it. Chromium does so for nodes alone, since 89; Node never.
  const capturesFirst = (target) => host.engine === 'firefox' || host.engine === 'webkit' || host.engine === 'browser' && !!nodeClass && target instanceof nodeClass;

  // fire is what the browser does where the script does not dispatch: the run's own task.
  const fire = (target, event) => {
    const before = outermost;
    event.trusted = true;
    outermost = !!host.browser;
    try {
      return dispatch(target, event);
    } finally {
      outermost = before;
    }
  };

  const made = { Event, CustomEvent, EventTarget, DOMException, AbortSignal, AbortController };
  let page = null, nodeClass = null, taskSignal = null, isPort = null; // what is made late
  // later has classes be made when give is first asked for one of them. What makes several hands them
  // over at its end, so that all are made again where it ran out of stack.
  const sections = [];
  const later = (names, make) => {
    if (host.atOnce) make();
    else sections.push({ names, make });
  };
  const give = (name) => {
    if (made[name] === undefined) {
      const { names, make } = sections.find((one) => one.names.includes(name));
      make();
      host.complete(names);
    }
    return made[name];
  };
  defineProperty(made, 'give', { value: give });
  defineProperty(made, 'waiting', { value: () => [].concat(...sections.map((one) => one.names)) });
  defineProperty(made, 'whenAborted', { value: whenAborted });
  defineProperty(made, 'limits', { value: { limit, mostOf: (target) => limits.get(target)?.most, listeners } });
  const { any } = AbortSignal;
  defineProperty(made, 'follows', { value: (signal) => host.browser ? any([signal]) : signal });
  for (const name of keysOf(made)) if (name !== 'Event') defineProperty(made[name].prototype, Symbol.toStringTag, { value: name, configurable: true });
  const handled = host.browser ? pageEvents() : [];
  const messageFields = { data: null, origin: '', lastEventId: '', source: null, ports: freeze([]) };
  if (host.browser) browser();
  else if (host.ports) later(['MessagePort', 'MessageChannel', 'MessageEvent'], nodePorts);
  if (!host.browser && host.ports) defineProperty(made, 'isPort', { value: (value) => !!isPort?.(value) });
  return made;

  // The events of elements and windows that have an attribute for a listener (HTML, "GlobalEventHandlers"):
  // those that the program names.
  function pageEvents() {
    const all = ' click dblclick auxclick contextmenu mousedown mouseup mousemove mouseover mouseout mouseenter mouseleave wheel keydown keyup keypress input ' +
      'beforeinput change focus blur submit reset invalid select scroll resize load error abort cancel close toggle drag dragend dragenter dragleave dragover ' +
      'dragstart drop copy cut paste pointerdown pointerup pointermove pointerover pointerout pointerenter pointerleave pointercancel touchstart touchend ' +
      'touchmove touchcancel transitionend transitionstart animationend animationstart beforeunload unload hashchange popstate pagehide pageshow storage ' +
      'online offline visibilitychange ';
    return host.handlers().map((name) => name.slice(2)).filter((name) => all.includes(` ${name} `));
  }

  function browser() {
    for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) {
      const method = EventTarget.prototype[name];
      made[name] = name === 'addEventListener' ? function addEventListener(...all) {
        if (all.length > 1) hear(String(all[0]));
        method.apply(global, all);
      } : method.bind(global);
    }
    // The loop tells of errors and rejections once somebody listens.
    const heard = new Set();
    const hear = (type) => {
      if (heard.has(type)) return;
      heard.add(type);
      host.listens(type, (given, promise) => {
        const fields = type === 'error' ? failure(given) : { reason: given, promise };
        const event = new (give(type === 'error' ? 'ErrorEvent' : 'PromiseRejectionEvent'))(type, { ...fields, cancelable: type !== 'rejectionhandled' });
        if (type === 'error') event.trusted = true;
        (type === 'error' && !host.apart() ? dispatch : fire)(global, event);
      });
    };
    // What an ErrorEvent says. The place in the code is not told.
    const failure = (error) => {
      const named = error instanceof Error || error instanceof DOMException; // others are not asked for their text
      const chromes = () => {
        if (typeof error === 'function') return Function.prototype.toString.call(error);
        if (!isObject(error)) return String(error);
        const { toString } = error, its = Object.prototype.toString.call(error);
        return toString === Object.prototype.toString && its === '[object Object]' ? `#<${error.constructor?.name || 'Object'}>` : its;
      };
      const text = named ? String(error) : fox ? isObject(error) ? 'Object' : String(error) : host.engine === 'webkit' ? String(error) : chromes();
      const before = host.engine === 'browser' || host.engine === 'chrome69' ? 'Uncaught ' : fox && !named ? 'uncaught exception: ' : '';
      return { message: before + (error instanceof DOMException && !fox ? error.message : text), filename: '', lineno: 0, colno: 0, error };
    };
    for (const type of new Set(['error', 'unhandledrejection', 'rejectionhandled', 'message', 'load', ...handled])) attribute(global, type, () => hear(type));
    classes();
    later(['MessagePort', 'MessageChannel', 'postMessage', 'BroadcastChannel'], channels);
    later(['Node', 'Element', 'HTMLElement', 'Text', 'Document', 'MutationObserver', 'document'], elements);
    later(['TaskController', 'TaskSignal'], tasks);
    later(['XMLHttpRequest', 'XMLHttpRequestEventTarget'], requests);
    if (['localStorage', 'sessionStorage', 'Storage'].some((name) => host.mentions(name))) storages();
  }

  // HTML, "Storage". It is empty as the page begins, and no other page hears of a change.
  function storages() {
    const kept = new WeakMap();
    class Storage {
      constructor() { throw new TypeError(fox ? 'Illegal constructor.' : making('Storage') + 'Illegal constructor'); }
      get length() { return kept.get(this).size; }
      key(at) { few(calling('Storage', 'key'), 1, arguments.length); return [...kept.get(this).keys()][at] ?? null; }
      getItem(key) { few(calling('Storage', 'getItem'), 1, arguments.length); return kept.get(this).get(String(key)) ?? null; }
      setItem(key, value) { few(calling('Storage', 'setItem'), 2, arguments.length); kept.get(this).set(String(key), String(value)); }
      removeItem(key) { few(calling('Storage', 'removeItem'), 1, arguments.length); kept.get(this).delete(String(key)); }
      clear() { kept.get(this).clear(); }
    }
    tag(Storage.prototype, 'Storage');
    const fresh = () => {
      const items = new Map(), own = (key) => typeof key === 'string' && !(key in Storage.prototype) && items.has(key);
      const storage = new Proxy(createFrom(Storage.prototype), {
        get: (of, key) => own(key) ? items.get(key) : key === 'length' ? items.size : of[key],
        set: (of, key, value) => { items.set(String(key), String(value)); return true; },
        has: (of, key) => own(key) || key in of,
        deleteProperty: (of, key) => { items.delete(key); return true; },
        ownKeys: () => [...items.keys()],
        getOwnPropertyDescriptor: (of, key) => own(key) ? { value: items.get(key), writable: true, enumerable: true, configurable: true } : undefined,
      });
      kept.set(storage, items);
      return storage;
    };
    assign(made, { Storage, localStorage: fresh(), sessionStorage: fresh() });
  }

  // define makes a class of events with fields of their own, by what its dictionary says if nothing is given.
  function define(name, above, fields, { required } = {}) {
    const keys = keysOf(fields);
    const kind = { [name]: class extends above {
      #fields = {};
      constructor(type, options = {}) {
        few(making(name), required ? 2 : 1, arguments.length);
        super(type, options);
        if (required && options?.[required] === undefined) throw new TypeError(making(name) + (fox ? `Missing required '${required}' member of ${name}Init.` : `Failed to read the '${required}' property from '${name}Init': Required member is undefined.`));
        for (const key of keys) this.#fields[key] = options?.[key] === undefined ? fields[key] : typeof fields[key] === 'string' ? String(options[key]) : options[key];
      }
      static of(event, key) { return event.#fields[key]; }
    } }[name];
    const { of } = kind;
    delete kind.of;
    for (const key of keys) defineProperty(kind.prototype, key, { get() { return of(this, key); }, enumerable: true, configurable: true });
    tag(kind.prototype, name);
    made[name] = kind;
    return kind;
  }

  function classes() {
    const event = (name, above, fields, options) => later([name], () => define(name, above ? give(above) : Event, fields, options));
    event('ErrorEvent', '', { message: '', filename: '', lineno: 0, colno: 0, error: undefined });
    event('PromiseRejectionEvent', '', { promise: undefined, reason: undefined }, { required: 'promise' });
    event('MessageEvent', '', messageFields);
    event('ProgressEvent', '', { lengthComputable: false, loaded: 0, total: 0 });
    event('CloseEvent', '', { wasClean: false, code: 0, reason: '' });
    event('StorageEvent', '', { key: null, oldValue: null, newValue: null, url: '', storageArea: null });
    event('TaskPriorityChangeEvent', '', { previousPriority: '' }, { required: 'previousPriority' });
    event('HashChangeEvent', '', { oldURL: '', newURL: '' });
    event('PopStateEvent', '', { state: null });
    event('UIEvent', '', { view: null, detail: 0 });
    event('FocusEvent', 'UIEvent', { relatedTarget: null });
    event('InputEvent', 'UIEvent', { data: null, isComposing: false, inputType: '' });
    const keys = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };
    event('KeyboardEvent', 'UIEvent', { key: '', code: '', location: 0, repeat: false, isComposing: false, ...keys });
    event('MouseEvent', 'UIEvent', { screenX: 0, screenY: 0, clientX: 0, clientY: 0, button: 0, buttons: 0, relatedTarget: null, ...keys });
    event('PointerEvent', 'MouseEvent', { pointerId: 0, width: 1, height: 1, pressure: 0, pointerType: '', isPrimary: false });
    event('WheelEvent', 'MouseEvent', { deltaX: 0, deltaY: 0, deltaZ: 0, deltaMode: 0 });
  }

  function channels() {
    class MessagePort extends EventTarget {
      #other = null; #channel = 0; #queue = []; #open = false; #closed = false; #waits = []; #moved = false;
      static pair() {
        const a = new MessagePort(), b = new MessagePort();
        for (const [from, to] of [[a, b], [b, a]]) {
          from.#other = to;
          to.#listen();
        }
        return [a, b];
      }
      #listen() {
        this.#channel = host.port(() => {
          if (this.#queue.length === 0) return; // they went with the port
          const { data, ports } = this.#queue.shift();
          if (!this.#closed || host.engine === 'firefox') fire(this, new (give('MessageEvent'))('message', { data, ports: freeze(ports) }));
        });
      }
      // HTML, "message ports", transfer steps: a port is given up for another one that takes its messages.
      static check(list, before, from) {
        list.forEach((port, at) => {
          if (list.indexOf(port) < at) throw notCloned(fox ? 'duplicate transferable for structured clone' : `${before}Message port at index ${at} is a duplicate of an earlier port.`);
          if (port === from) throw notCloned(fox ? 'The object could not be cloned.' : `${before}Port at index ${at} contains the source port.`);
          if (port.#moved) throw notCloned(fox ? 'invalid transferable array for structured clone' : `${before}Port at index ${at} is already neutered.`);
        });
        return new Map(list.map((port) => [port, new MessagePort()]));
      }
      static move(pairs) {
        for (const [port, next] of pairs) {
          next.#listen();
          next.#other = port.#other;
          if (next.#other) next.#other.#other = next;
          next.#waits = [...port.#queue.splice(0), ...port.#waits.splice(0)];
          port.#other = null;
          port.#moved = true;
        }
        return [...pairs.values()];
      }
      postMessage(data, options) {
        few(calling('MessagePort', 'postMessage'), 1, arguments.length);
        const copy = handOver(data, options, calling('MessagePort', 'postMessage'), this);
        const to = this.#other;
        if (!to) return;
        if (to.#open) { to.#queue.push(copy); host.post(to.#channel); } else to.#waits.push(copy);
      }
      start() {
        if (this.#open) return;
        this.#open = true;
        for (const data of this.#waits.splice(0)) { this.#queue.push(data); host.post(this.#channel); }
      }
      close() {
        this.#closed = true;
        if (this.#other) { this.#other.#other = null; this.#other = null; }
      }
    }
    tag(MessagePort.prototype, 'MessagePort');
    const { check, move, pair } = MessagePort;
    for (const name of ['check', 'move', 'pair']) delete MessagePort[name];
    const notCloned = (message) => new DOMException(message, 'DataCloneError');
    const handOver = (data, options, before, from) => {
      const given = [...isArray(options) ? options : options?.transfer ?? []];
      for (const one of given) if (!isObject(one)) throw new TypeError(before + (fox ? 'Element of argument 2 is not an object.' : "Failed to convert value to 'object'."));
      const pairs = check(given.filter((one) => one instanceof MessagePort), before, from);
      return { data: host.clone(data, given, pairs, before), ports: move(pairs) };
    };
    // WebKit starts it as it adds the listener of an attribute (MessagePort::addEventListener), and adds none for a value that is no object.
    attribute(MessagePort.prototype, 'message', function (value) { if (host.engine !== 'webkit' || isObject(value)) this.start(); });
    attribute(MessagePort.prototype, 'messageerror', function () { if (chromium) this.start(); }); // message_port.h, setOnmessageerror
    class MessageChannel {
      constructor() { [this.port1, this.port2] = pair(); }
    }

    // HTML, "window post message steps": "/", the usual one, is the page's own origin.
    const targetOrigin = (given, before) => {
      const text = given === undefined ? '/' : String(given);
      if (text === '*') return text;
      if (text === '/') return host.origin;
      const found = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#\s]+)/i.exec(text);
      if (!found) throw new DOMException(fox ? 'An invalid or illegal string was specified' : `${before}Invalid target origin '${text}' in a call to 'postMessage'.`, 'SyntaxError');
      return found[0].toLowerCase();
    };
    let channel = 0;
    const sent = [];
    function postMessage(data, target, transfer) {
      const before = fox ? '' : calling('Window', 'postMessage');
      if (arguments.length === 0) throw new TypeError(fox ? 'Window.postMessage: 0 is not a valid argument count for any overload.' : `${before}1 argument required, but only 0 present.`);
      const options = transfer ?? (typeof target === 'object' ? target : undefined);
      const origin = targetOrigin(typeof target === 'object' && target !== null ? target.targetOrigin : target, before);
      channel ||= host.window(() => {
        const { data, ports, origin } = sent.shift();
        if (origin === '*' || origin === host.origin) fire(global, new (give('MessageEvent'))('message', { data, ports: freeze(ports), origin: host.origin, source: global }));
      });
      sent.push({ ...handOver(data, options, before), origin });
      host.post(channel);
    }

    const named = new Map();
    class BroadcastChannel extends EventTarget {
      #name; #queue = []; #channel;
      constructor(name) {
        super();
        this.#name = String(name);
        this.#channel = host.broadcast(() => {
          const data = this.#queue.shift();
          if (named.get(this.#name).includes(this)) fire(this, new (give('MessageEvent'))('message', { data, origin: host.origin }));
        });
        if (!named.has(this.#name)) named.set(this.#name, []);
        named.get(this.#name).push(this);
      }
      get name() { return this.#name; }
      postMessage(data) {
        const before = calling('BroadcastChannel', 'postMessage');
        few(before, 1, arguments.length);
        if (!named.get(this.#name).includes(this)) throw unusable(before + 'Channel is closed');
        const copy = host.clone(data, [], undefined, before);
        for (const one of named.get(this.#name)) {
          if (one !== this) { one.#queue.push(host.clone(copy)); host.post(one.#channel); }
        }
      }
      close() { const list = named.get(this.#name); if (list.includes(this)) list.splice(list.indexOf(this), 1); }
    }
    attribute(BroadcastChannel.prototype, 'message');
    assign(made, { MessagePort, MessageChannel, postMessage, BroadcastChannel });
  }

  // MessageChannel of Node (lib/internal/worker/io.js), whose ports are emitters, too
  // (lib/internal/event_target.js, NodeEventTarget).
  function nodePorts() {
    class NodeEventTarget extends EventTarget {
      static defaultMaxListeners = 10;
      on(type, listener, options) { this.addEventListener(type, listener, { ...options, [nodeStyle]: true }); return this; }
      addListener(type, listener, options) { return this.on(type, listener, options); }
      once(type, listener, options) { return this.on(type, listener, { ...options, once: true }); }
      off(type, listener, options) { this.removeEventListener(type, listener, options); return this; }
      removeListener(type, listener, options) { return this.off(type, listener, options); }
      // Nobody is told of these, and the event that is being dispatched still reaches them.
      removeAllListeners(type) {
        for (const one of type === undefined ? this.eventNames() : [String(type)]) forget(this, one);
        return host.abortHandled ? this : undefined;
      }
      listenerCount(type) { return countsOf(this).get(String(type)) ?? 0; }
      setMaxListeners(n) {
        host.checkMost(n, 'setMaxListeners');
        if (host.allWarn) return void limit(this, n);
        limits.get(this).most = n;
        return this;
      }
      getMaxListeners() { return limits.get(this).most; }
      eventNames() { return [...countsOf(this).keys()]; }
      emit(type, value) {
        const some = this.listenerCount(type) > 0;
        send(this, new Event(type), value);
        return some;
      }
    }
    if (!host.handlersStay) delete NodeEventTarget.prototype.emit; // it came with Node 15.2
    const send = (target, event, value) => { plain.set(event, value); dispatch(target, event); };

    const making = Symbol('making');
    class MessagePort extends NodeEventTarget {
      #ref; #queue = [];
      constructor(key) {
        if (key !== making) throw host.coded(new TypeError('Constructor cannot be called'), 'ERR_CONSTRUCT_CALL_INVALID');
        super();
        if (!host.allWarn) limit(this, NodeEventTarget.defaultMaxListeners);
        for (const type of ['newListener', 'removeListener']) count(this, type, 1); // Node's own
        listened.set(this, (type, now) => this.#changed(type, now === 1, true));
        unlistened.set(this, (type, now) => this.#changed(type, now === 0, false));
      }
      // A port is started and referenced while something listens to its messages (setupPortReferencing).
      #changed(type, first, listens) {
        if (type !== 'message' || !first) return;
        host.refPort(this.#ref, listens);
        host.startPort(this.#ref, listens);
      }
      static pair() {
        const both = [new MessagePort(making), new MessagePort(making)];
        const ref = host.ports(...both.map((port) => () => send(port, ...port.#next())), ...both.map((port) => () => dispatch(port, new MessagePortCloseEvent())));
        both.forEach((port, i) => { port.#ref = ref + i; port.#other = both[1 - i]; });
        return both;
      }
      #other;
      #next() {
        const data = this.#queue.shift();
        return [new MessageEvent('message', { data, ports: [] }), data];
      }
      postMessage(data, options) {
        if (arguments.length === 0) throw host.coded(new TypeError('Not enough arguments to MessagePort.postMessage'), 'ERR_MISSING_ARGS');
        const refused = (what) => host.coded(new TypeError(`Optional ${what} argument must be an iterable`), 'ERR_INVALID_ARG_TYPE');
        if (options !== undefined && options !== null && !isObject(options)) throw refused('transferList');
        const iterable = (list) => isObject(list) && typeof list[Symbol.iterator] === 'function';
        let given = options ?? [];
        if (!iterable(given)) {
          given = given.transfer ?? [];
          if (!iterable(given)) throw refused('options.transfer');
        }
        const copy = host.clone(data, [...given], undefined, '');
        if (host.postToPort(this.#ref)) this.#other.#queue.push(copy);
      }
      start() { host.startPort(this.#ref, true); }
      close(callback) {
        if (typeof callback === 'function') this.once('close', callback);
        host.closePort(this.#ref);
      }
      ref() { host.refPort(this.#ref, true); }
      unref() { host.refPort(this.#ref, false); }
      hasRef() { return host.hasRefPort(this.#ref); }
      static is(value) { return isObject(value) && #ref in value; }
    }
    attribute(MessagePort.prototype, 'message');
    attribute(MessagePort.prototype, 'messageerror');
    const { pair, is } = MessagePort;
    for (const name of ['pair', 'is']) delete MessagePort[name];
    defineProperty(MessagePort.prototype, Symbol.for('nodejs.util.inspect.custom'), { value() { host.lacks('MessagePort.prototype[util.inspect.custom]'); } });
    class MessagePortCloseEvent extends Event { constructor() { super('close'); } }
    const MessageEvent = define('MessageEvent', Event, messageFields);
    if (!host.tagsMessages) {
      delete MessageEvent.prototype[Symbol.toStringTag];
    } else {
      defineProperty(MessageEvent.prototype, 'initMessageEvent', { configurable: true, writable: true, enumerable: true, value: function initMessageEvent(type, bubbles = false, cancelable = false, data = null, origin = '', lastEventId = '', source = null, ports = []) {
        return new MessageEvent(type, { bubbles, cancelable, data, origin, lastEventId, source, ports });
      } });
    }
    function MessageChannel() {
      if (!new.target) throw host.coded(new TypeError('Cannot call constructor without `new`'), 'ERR_CONSTRUCT_CALL_REQUIRED');
      [this.port1, this.port2] = pair();
    }
    isPort = is;
    if (!host.portsTell) delete MessagePort.prototype.hasRef;
    assign(made, { MessagePort, MessageChannel });
  }

  function elements() {
    const byId = new Map();
    class Node extends EventTarget {
      constructor() {
        super();
        for (const [name, value] of [['parentNode', null], ['childNodes', []]]) defineProperty(this, name, { value, writable: true });
      }
      get parentElement() { return this.parentNode instanceof Element ? this.parentNode : null; }
      get firstChild() { return this.childNodes[0] ?? null; }
      get lastChild() { return this.childNodes[this.childNodes.length - 1] ?? null; }
      get nextSibling() { return beside(this, 1); }
      get previousSibling() { return beside(this, -1); }
      get isConnected() { return this.contains.call(page, this); }
      get textContent() { return this.childNodes.map((child) => child.textContent).join(''); }
      set textContent(value) { replace(this, value === null || value === '' ? [] : [new Text(value)]); }
      contains(node) {
        for (; node; node = node.parentNode) if (node === this) return true;
        return false;
      }
      get ownerDocument() { return this === page ? null : page; }
      hasChildNodes() { return this.childNodes.length > 0; }
      appendChild(child) {
        if (!(child instanceof Node)) throw notA('Node', calling('Node', 'appendChild'), 1, child);
        insert(this, [child], null, 'appendChild');
        return child;
      }
      insertBefore(child, before) {
        if (!(child instanceof Node)) throw notA('Node', calling('Node', 'insertBefore'), 1, child);
        if (before && before.parentNode !== this) throw notFound(calling('Node', 'insertBefore') + (fox ? 'Child to insert before is not a child of this node' : 'The node before which the new node is to be inserted is not a child of this node.'));
        insert(this, [child], before, 'insertBefore');
        return child;
      }
      removeChild(child) {
        if (!(child instanceof Node)) throw notA('Node', calling('Node', 'removeChild'), 1, child);
        if (child.parentNode !== this) throw notFound(calling('Node', 'removeChild') + (fox ? 'The node to be removed is not a child of this node' : 'The node to be removed is not a child of this node.'));
        take(child);
        return child;
      }
      // DOM, "replace": one record.
      replaceChild(child, old) {
        if (old.parentNode !== this) throw notFound(calling('Node', 'replaceChild') + (fox ? 'The node to be replaced is not a child of this node' : 'The node to be replaced is not a child of this node.'));
        if (child === old) return old;
        runs(child);
        if (child.parentNode) take(child);
        const [previousSibling, nextSibling] = [old.previousSibling, old.nextSibling];
        this.childNodes.splice(this.childNodes.indexOf(old), 1, child);
        [old.parentNode, child.parentNode] = [null, this];
        changed(this, { type: 'childList', addedNodes: [child], removedNodes: [old], previousSibling, nextSibling });
        return old;
      }
      replaceChildren(...nodes) { replace(this, nodes.map(nodeOf)); }
      append(...nodes) { insert(this, nodes.map(nodeOf), null, 'append'); }
      prepend(...nodes) { insert(this, nodes.map(nodeOf), this.firstChild, 'prepend'); }
      before(...nodes) { if (this.parentNode) insert(this.parentNode, nodes.map(nodeOf), this, 'before'); }
      after(...nodes) { if (this.parentNode) insert(this.parentNode, nodes.map(nodeOf), this.nextSibling, 'after'); }
      replaceWith(node) { this.parentNode?.replaceChild(nodeOf(node), this); }
      remove() { if (this.parentNode) take(this); }
    }
    const notFound = (message) => new DOMException(message, 'NotFoundError');
    // DOM, "remove" and "insert": a record each, also of several nodes.
    const take = (child) => {
      const [parent, previousSibling, nextSibling] = [child.parentNode, child.previousSibling, child.nextSibling];
      parent.childNodes.splice(parent.childNodes.indexOf(child), 1);
      child.parentNode = null;
      changed(parent, { type: 'childList', removedNodes: [child], previousSibling, nextSibling });
    };
    const insert = (parent, addedNodes, before, method) => {
      for (const child of addedNodes) {
        if (child.contains(parent)) throw new DOMException(fox ? `Node.${method}: The new child is an ancestor of the parent` : `${calling('Node', method)}The new child element contains the parent.`, 'HierarchyRequestError');
      }
      if (addedNodes.includes(before)) before = before.nextSibling;
      for (const child of addedNodes) {
        runs(child);
        if (child.parentNode) take(child);
      }
      if (addedNodes.length === 0) return;
      const at = before ? parent.childNodes.indexOf(before) : parent.childNodes.length;
      const previousSibling = parent.childNodes[at - 1] ?? null;
      parent.childNodes.splice(at, 0, ...addedNodes);
      for (const child of addedNodes) child.parentNode = parent;
      changed(parent, { type: 'childList', addedNodes, previousSibling, nextSibling: before ?? null });
    };
    const beside = (node, by) => node.parentNode?.childNodes[node.parentNode.childNodes.indexOf(node) + by] ?? null;
    const nodeOf = (value) => value instanceof Node ? value : new Text(value);
    // DOM, "replace all": one record.
    const replace = (node, nodes) => {
      const removedNodes = node.childNodes.splice(0);
      for (const child of removedNodes) child.parentNode = null;
      for (const child of nodes) { child.parentNode?.removeChild(child); child.parentNode = node; node.childNodes.push(child); }
      if (removedNodes.length + nodes.length > 0) changed(node, { type: 'childList', addedNodes: nodes, removedNodes });
    };
    const { changed, MutationObserver } = mutations();

    class Element extends Node {
      #attributes = new Map(); #name;
      constructor(name) {
        super();
        this.#name = String(name).toUpperCase();
        for (const member of lackingOf(this.localName)) {
          const ends = () => host.lacks(`${member} of <${this.localName}>`);
          defineProperty(this, member, { configurable: true, get: ends, set: ends });
        }
        if (/^(input|textarea)$/.test(this.localName)) given(this);
        // A style is the attribute style, and each change of it a change of that.
        const style = {}, written = () => keysOf(style).map((key) => `${key.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase())}: ${style[key]};`).join(' ');
        defineProperty(this, 'style', { value: new Proxy(style, {
          get: (of, key) => key === 'cssText' ? written() : of[key] ?? (key in Object.prototype || typeof key === 'symbol' ? of[key] : key === 'setProperty' ? (name, value) => { this.style[name] = value; } : ''),
          set: (of, key, value) => {
            if (key === 'cssText') { this.setAttribute('style', value); return true; }
            if (of[key] === String(value)) return true;
            of[key] = String(value);
            if (value === '') delete of[key];
            this.setAttribute('style', written());
            return true;
          },
        }) });
      }
      get tagName() { return this.#name; }
      get nodeName() { return this.#name; }
      get nodeType() { return 1; }
      get localName() { return this.#name.toLowerCase(); }
      get children() { return this.childNodes.filter((node) => node instanceof Element); }
      get [Symbol.toStringTag]() { return `HTML${names[this.#name] ?? this.#name[0] + this.#name.slice(1).toLowerCase()}Element`; }
      getAttribute(name) { return this.#attributes.get(String(name)) ?? null; }
      hasAttribute(name) { return this.#attributes.has(String(name)); }
      setAttribute(name, value) { this.#change(String(name), String(value)); }
      removeAttribute(name) { if (this.hasAttribute(name)) this.#change(String(name), null); }
      toggleAttribute(name, force = !this.hasAttribute(name)) {
        if (!force) this.removeAttribute(name);
        else if (!this.hasAttribute(name)) this.setAttribute(name, '');
        return force;
      }
      #change(attributeName, value) {
        if (value !== null && loads[this.localName]?.includes(attributeName)) host.lacks(`the attribute ${attributeName} of <${this.localName}>`);
        const oldValue = this.getAttribute(attributeName);
        if (value === null) this.#attributes.delete(attributeName);
        else this.#attributes.set(attributeName, value);
        if (attributeName === 'id') byId.set(value, this);
        changed(this, { type: 'attributes', attributeName, oldValue });
      }
      get innerHTML() { return this.childNodes.map(html).join(''); }
      set innerHTML(text) { replace(this, parsed(String(text))); }
      get classList() {
        const list = () => this.className.split(/\s+/).filter(Boolean), set = (names) => { this.className = names.join(' '); };
        return {
          contains: (name) => list().includes(name),
          add: (...names) => set([...new Set([...list(), ...names])]),
          remove: (...names) => set(list().filter((name) => !names.includes(name))),
          toggle: (name, force = !list().includes(name)) => { set(force ? [...new Set([...list(), name])] : list().filter((one) => one !== name)); return force; },
          get length() { return list().length; },
          toString: () => this.className,
        };
      }
      get dataset() {
        const named = (key) => 'data-' + String(key).replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase());
        return new Proxy({}, {
          get: (of, key) => typeof key === 'symbol' ? undefined : this.getAttribute(named(key)) ?? undefined,
          set: (of, key, value) => { this.setAttribute(named(key), value); return true; },
          has: (of, key) => this.hasAttribute(named(key)),
          deleteProperty: (of, key) => { this.removeAttribute(named(key)); return true; },
        });
      }
      getAttributeNames() { return [...this.#attributes.keys()]; }
      // HTML, click(): an element of which a click is in progress is not clicked once more.
      click() {
        if (this.disabled || this.#clicking) return;
        this.#clicking = true;
        try { this.#activated(); } finally { this.#clicking = false; }
      }
      #clicking = false;
      // HTML, "input", legacy-pre-activation behavior: a box is checked before the event is told.
      #activated() {
        if (this.localName !== 'input' || this.type !== 'checkbox') return this.#clicked();
        this.checked = !this.checked;
        if (!this.#clicked()) this.checked = !this.checked;
        else if (this.isConnected) for (const name of ['input', 'change']) dispatch(this, new Event(name, { bubbles: true, composed: name === 'input' }));
      }
      #clicked() {
        return dispatch(this, new (give('PointerEvent'))('click', { bubbles: true, cancelable: true, composed: true, view: global }));
      }
    }
    const html = (node) => {
      if (node instanceof Text) return node.data.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
      const attributes = node.getAttributeNames().map((name) => ` ${name}="${node.getAttribute(name)}"`).join('');
      return `<${node.localName}${attributes}>` + (empty.test(node.localName) ? '' : `${node.innerHTML}</${node.localName}>`);
    };
    const empty = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
    // HTML of elements that are closed where they should be. What HTML's own parser would move,
    // add or leave out ends the run, because nothing here would do the same.
    const moved = /^(html|head|body|frameset|table|caption|colgroup|thead|tbody|tfoot|tr|td|th|select|option|optgroup|template|svg|math|script|style|textarea|title|noscript|iframe|plaintext|xmp|pre|listing|image)$/;
    const alone = /^(a|button|form|nobr|li|dd|dt|p|h[1-6]|rb|rp|rt|rtc)$/; // not within another one
    const inParagraphs = /^(a|abbr|b|bdi|bdo|br|button|cite|code|data|dfn|em|i|img|input|kbd|label|mark|meter|output|progress|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/;
    const parsed = (text) => {
      const root = new Element('div'), open = [root];
      const plain = (raw) => raw.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&amp;/g, '&');
      const within = (name) => open.some((one) => one.localName === name && one !== root);
      let end = 0, follows = !/&(?!(?:lt|gt|quot|amp);)/.test(text);
      for (const found of text.matchAll(/(<(\/?)([a-z][\w-]*)((?:\s+[\w-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`/]+))?)*)\s*(\/?)>)|([^<]+)/gi)) {
        const [all, tagged, closes, given, attributes, ends, between] = found, top = open[open.length - 1], name = given?.toLowerCase();
        follows &&= found.index === end;
        end += all.length;
        if (!tagged) { top.append(plain(between)); continue; }
        if (closes) { follows &&= open.length > 1 && open.pop().localName === name; continue; }
        follows &&= !moved.test(name) && (!ends || empty.test(name)) && !(alone.test(name) && within(name)) && (!within('p') || inParagraphs.test(name));
        const element = new Element(name);
        for (const [, key, a, b, c] of attributes.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g)) if (!element.hasAttribute(key)) element.setAttribute(key, plain(a ?? b ?? c ?? ''));
        top.appendChild(element);
        if (!empty.test(name)) open.push(element);
      }
      if (!follows || end !== text.length || open.length > 1) host.lacks(`innerHTML = ${JSON.stringify(text.slice(0, 60))}`);
      return root.childNodes.splice(0).map((node) => { node.parentNode = null; return node; });
    };
    // What is not of all elements, and not there, ends the run; and so does what loads something.
    const lacking = new Map();
    const lackingOf = (tag) => lacking.get(tag) ?? lacking.set(tag, host.lackingOfElements(tag)).get(tag);
    const loads = {
      img: ['src', 'srcset'], script: ['src'], iframe: ['src', 'srcdoc'], frame: ['src'], video: ['src'], audio: ['src'], source: ['src', 'srcset'], embed: ['src'],
      object: ['data'], link: ['href'], input: ['src'], track: ['src'], details: ['open'], dialog: ['open'],
    };
    // What the user or the program enters.
    const given = (element) => {
      let value, checked;
      defineProperty(element, 'value', {
        configurable: true,
        get: () => value ?? (element.localName === 'textarea' ? element.textContent : element.getAttribute('value') ?? (/^(checkbox|radio)$/.test(element.type) ? 'on' : '')),
        set: (to) => { value = to === null ? '' : String(to); },
      });
      if (element.localName === 'input') defineProperty(element, 'checked', { configurable: true, get: () => checked ?? element.hasAttribute('checked'), set: (to) => { checked = Boolean(to); } });
    };
    const runs = (node) => { if (node.localName === 'script' && node.firstChild) host.lacks('a <script> that is put into the page'); };
    const types = { input: 'text', button: 'submit', select: 'select-one', textarea: 'textarea', fieldset: 'fieldset', output: 'output' };
    const names = { P: 'Paragraph', A: 'Anchor', IMG: 'Image', UL: 'UList', OL: 'OList', SECTION: '', MAIN: '' };
    for (const [name, attributeName] of [['id', 'id'], ['className', 'class'], ['title', 'title'], ['type', 'type'], ['name', 'name'], ['placeholder', 'placeholder'], ['alt', 'alt'], ['lang', 'lang'], ['htmlFor', 'for']]) {
      defineProperty(Element.prototype, name, {
        configurable: true, enumerable: true,
        get() { return this.getAttribute(attributeName) ?? (attributeName === 'type' && types[this.localName] || ''); },
        set(value) { this.setAttribute(attributeName, value); },
      });
    }
    for (const name of ['disabled', 'hidden']) {
      defineProperty(Element.prototype, name, {
        configurable: true, enumerable: true,
        get() { return this.hasAttribute(name); },
        set(value) { this.toggleAttribute(name, !!value); },
      });
    }
    for (const name of new Set(['click', ...handled])) attribute(Element.prototype, name);

    class Text extends Node {
      #data;
      constructor(data = '') { super(); this.#data = String(data); }
      get nodeType() { return 3; }
      get nodeName() { return '#text'; }
      get data() { return this.#data; }
      set data(value) {
        const oldValue = this.#data;
        this.#data = String(value);
        changed(this, { type: 'characterData', oldValue });
      }
      get nodeValue() { return this.#data; }
      set nodeValue(value) { this.data = value; }
      get textContent() { return this.#data; }
      set textContent(value) { this.data = value; }
    }
    tag(Text.prototype, 'Text');

    let titled = '';
    class Document extends Node {
      get nodeType() { return 9; }
      get nodeName() { return '#document'; }
      get visibilityState() { return 'visible'; }
      get hidden() { return false; }
      get readyState() { return 'complete'; }
      get defaultView() { return global; }
      hasFocus() { return false; }
      get title() { return titled; }
      set title(value) { titled = String(value); }
      createElement(name) { return new Element(name); }
      // DOM, "createEvent": what it makes is not ready before initEvent.
      createEvent(name) {
        const kinds = { event: 'Event', events: 'Event', htmlevents: 'Event', customevent: 'CustomEvent', mouseevent: 'MouseEvent', mouseevents: 'MouseEvent', uievent: 'UIEvent', uievents: 'UIEvent', keyboardevent: 'KeyboardEvent', messageevent: 'MessageEvent', focusevent: 'FocusEvent' };
        const kind = kinds[String(name).toLowerCase()];
        if (!kind) throw new DOMException(fox ? 'Operation is not supported' : `${calling('Document', 'createEvent')}The provided event type ('${name}') is invalid.`, 'NotSupportedError');
        const event = new (give(kind))('');
        event.made = false;
        return event;
      }
      createTextNode(data) { return new Text(data); }
      querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
      querySelectorAll(selector) {
        const [all, tagName, id, className] = /^([a-z][a-z0-9]*)?(?:#([\w-]+))?(?:\.([\w-]+))?$/i.exec(selector) ?? [];
        if (!all) host.lacks(`querySelectorAll('${selector}')`);
        const fits = (node) => (!tagName || node.localName === tagName.toLowerCase()) && (!id || node.id === id) && (!className || node.className.split(' ').includes(className));
        const under = (node) => node.children.flatMap((child) => [...(fits(child) ? [child] : []), ...under(child)]);
        return under({ children: [this.documentElement] });
      }
      // An element that nobody made stands for one of the page: all of these lie in the body.
      getElementById(id) {
        let found = byId.get(String(id));
        if (!found) {
          found = new Element('div');
          found.setAttribute('id', id);
          found.parentNode = page.body;
          page.body.childNodes.push(found);
        }
        return found;
      }
    }
    tag(Document.prototype, 'HTMLDocument');
    page = new Document();
    nodeClass = Node;
    for (const [name, tagName] of [['documentElement', 'html'], ['head', 'head'], ['body', 'body']]) {
      defineProperty(page, name, { value: new Element(tagName), enumerable: true });
    }
    page.appendChild(page.documentElement);
    page.documentElement.append(page.head, page.body);
    assign(made, { Node, Element, HTMLElement: Element, Text, Document, MutationObserver, document: page });
  }

  // DOM, "mutation observers". The loop knows each observer by a number, and when it is told.
  function mutations() {
    let count = 0;
    const watches = new WeakMap(); // of each node: its registered observers
    const leavers = new WeakMap(); // of each node that was removed: its transient registered observers
    class MutationObserver {
      #records = []; #callback; #number = count++; #nodes = new Set(); #left = new Set();
      constructor(callback) {
        few(making('MutationObserver'), 1, arguments.length);
        if (typeof callback !== 'function') throw notA('Function', making('MutationObserver'), 1, callback);
        this.#callback = callback;
        host.observe(this.#number, () => {
          const records = this.takeRecords();
          this.#forget();
          if (records.length > 0) this.#callback.call(this, records, this);
        });
      }
      observe(node, options = {}) {
        if (!(node instanceof nodeClass)) throw notA('Node', calling('MutationObserver', 'observe'), 1, node);
        const none = (chromes) => new TypeError(calling('MutationObserver', 'observe') + (fox ? "One of 'childList', 'attributes', 'characterData' must not be false." : chromes));
        const wants = {
          childList: !!options.childList, subtree: !!options.subtree,
          attributes: options.attributes ?? (options.attributeOldValue !== undefined || options.attributeFilter !== undefined),
          characterData: options.characterData ?? options.characterDataOldValue !== undefined,
          attributeFilter: options.attributeFilter && [...options.attributeFilter],
          old: { attributes: options.attributeOldValue, characterData: options.characterDataOldValue },
        };
        if (!wants.childList && !wants.attributes && !wants.characterData) {
          throw none(options.attributeOldValue ? "The options object may only set 'attributeOldValue' to true when 'attributes' is true or not present." : "The options object must set at least one of 'attributes', 'characterData', or 'childList' to true.");
        }
        if (!watches.has(node)) watches.set(node, new Map());
        const before = watches.get(node).get(this);
        if (before) this.#forget(before); // DOM, step 7: only of a target that is observed anew
        watches.get(node).set(this, wants);
        this.#nodes.add(node);
      }
      disconnect() {
        for (const node of this.#nodes) watches.get(node).delete(this);
        this.#nodes.clear();
        this.#forget();
        this.#records = [];
      }
      takeRecords() { return this.#records.splice(0); }
      // forget takes the transient registered observers from nodes, or those of one source.
      #forget(source) {
        for (const node of this.#left) leavers.set(node, leavers.get(node).filter((one) => one.observer !== this || source && one.wants !== source));
        if (!source) this.#left.clear();
      }
      // DOM, "remove": who observes the subtree that a node leaves observes the node until it is told.
      static leaves(parent, child) {
        for (let node = parent; node; node = node.parentNode) {
          for (const [observer, wants] of registered(node)) {
            if (!wants.subtree) continue;
            leavers.set(child, [...leavers.get(child) ?? [], { observer, wants }]);
            observer.#left.add(child);
          }
        }
      }
      static queue(observer, record) {
        observer.#records.push(record);
        host.mutate(observer.#number);
      }
    }
    const { queue, leaves } = MutationObserver;
    delete MutationObserver.queue;
    delete MutationObserver.leaves;
    function registered(node) {
      return [...watches.get(node) ?? [], ...(leavers.get(node) ?? []).map(({ observer, wants }) => [observer, wants])];
    }
    tag(MutationObserver.prototype, 'MutationObserver');

    // DOM, "queue a mutation record".
    const changed = (target, record) => {
      for (const child of record.removedNodes ?? []) leaves(target, child);
      draws(target, record);
      const interested = new Map();
      for (let node = target; node; node = node.parentNode) {
        for (const [observer, wants] of registered(node)) {
          if (node !== target && !wants.subtree || !wants[record.type]) continue;
          if (record.type === 'attributes' && wants.attributeFilter && !wants.attributeFilter.includes(record.attributeName)) continue;
          interested.set(observer, interested.get(observer) || !!wants.old[record.type]);
        }
      }
      for (const [observer, old] of interested) {
        queue(observer, { addedNodes: [], removedNodes: [], previousSibling: null, nextSibling: null, attributeName: null, attributeNamespace: null, ...record, target, oldValue: old ? record.oldValue : null });
      }
    };
    return { changed, MutationObserver };
  }

  // What is changed in the body of the text, the elements and their styles asks for a frame. The
  // page is laid out anew for new elements and most styles, but not for another text alone, nor
  // within the frame for what was removed.
  function draws(target, { type, attributeName, oldValue, addedNodes = [], removedNodes = [] }) {
    if (type === 'attributes' && attributeName !== 'style' && attributeName !== 'hidden' || !page?.body.contains(target)) return;
    const painted = /^(?:.*color|background.*|opacity|transform|visibility|filter|cursor|z-index|--.*|(?:box-shadow|outline|text-decoration).*)$/;
    const isText = (node) => node.nodeType === 3;
    const declared = (style) => new Map(String(style ?? '').split(';').map((one) => one.split(':')).map(([key, ...value]) => [key.trim(), value.join(':').trim()]));
    if (type === 'attributes' && attributeName === 'style') {
      const [was, is] = [declared(oldValue), declared(target.getAttribute('style'))];
      const others = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
      if (others.length > 0) host.draw(!others.every((key) => painted.test(key)));
      return;
    }
    host.draw(type === 'attributes' || type === 'childList' && addedNodes.length > 0
      && !(removedNodes.length > 0 && [...addedNodes, ...removedNodes].every(isText)));
  }

  // XMLHttpRequest. The loop has the states and when events are fired; a listener of its own
  // stands for all that the script adds for one event.
  function requests() {
    class XMLHttpRequestEventTarget extends EventTarget {}
    tag(XMLHttpRequestEventTarget.prototype, 'XMLHttpRequestEventTarget');
    const events = 'readystatechange loadstart progress load error abort timeout loadend'.split(' ');
    let count = 0;
    class XMLHttpRequest extends XMLHttpRequestEventTarget {
      #number = count++; #url = ''; #calls = 0; #failed = false; #heard = new Set(); #headers = false; #timeout = 0; #sent = false;
      #upload = new XMLHttpRequestEventTarget();
      withCredentials = false; responseType = '';
      constructor() {
        super();
        listened.set(this.#upload, (type) => host.lacks(`upload of an XMLHttpRequest ('${type}')`));
        for (const name of ['withCredentials', 'responseType']) defineProperty(this, name, { enumerable: false });
        unlistened.set(this, (type) => {
          if (type === 'progress' && !of(this).some((one) => one.type === type)) host.hearsProgress(this.#number, false);
        });
        listened.set(this, (type) => {
          if (type === 'progress') host.hearsProgress(this.#number, true);
          if (this.#heard.has(type) || !events.includes(type)) return;
          this.#heard.add(type);
          host.hearsRequest(this.#number, events.indexOf(type), () => {
            const event = type === 'readystatechange' ? new Event(type) : new (give('ProgressEvent'))(type);
            event.trusted = true;
            (this.#calls > 0 ? dispatch : fire)(this, event);
          });
        });
      }
      get timeout() { return this.#timeout; }
      // Chromium and Firefox count it from send(), WebKit only where one was set before.
      set timeout(ms) {
        const before = this.#timeout;
        this.#timeout = ms >>> 0;
        if (this.#sent && this.#timeout !== before && this.readyState > 0 && this.readyState < 4) host.lacks('timeout of an XMLHttpRequest that was sent');
      }
      get readyState() { return host.readyState(this.#number); }
      get status() { return this.readyState >= 2 && !this.#failed ? 200 : 0; }
      get statusText() { return this.status ? 'OK' : ''; }
      get responseURL() { return this.status ? this.#url : ''; }
      get responseText() { return ''; }
      get response() { return this.responseType === '' || this.responseType === 'text' ? '' : null; }
      get responseXML() { return null; }
      get upload() { return this.#upload; }
      // While the script calls, what it causes is fired inside the call.
      #inCall(f) {
        this.#calls++;
        try { return f(); } finally { this.#calls--; }
      }
      open(method, url, async = true) {
        const before = calling('XMLHttpRequest', 'open');
        few(before, 2, arguments.length);
        const text = String(url), name = String(method);
        if (!/^[-!#$%&'*+.^_`|~0-9a-z]+$/i.test(name)) throw new DOMException(chromium ? `${before}'${name}' is not a valid HTTP method.` : fox ? 'An invalid or illegal string was specified' : 'The string did not match the expected pattern.', 'SyntaxError');
        if (/^(?:connect|trace|track)$/i.test(name)) throw new DOMException(chromium ? `${before}'${name}' HTTP method is unsupported.` : 'The operation is insecure.', 'SecurityError');
        if (host.badURL(text)) throw new DOMException(host.engine === 'webkit' ? 'The string did not match the expected pattern.' : before + (fox ? `'${text}' is not a valid URL.` : 'Invalid URL'), 'SyntaxError');
        if (!async) host.lacks('XMLHttpRequest that is synchronous');
        if (/^head$/i.test(name)) host.lacks('XMLHttpRequest of HEAD, whose answer has no body');
        this.#url = text;
        this.#failed = this.#sent = false;
        this.#inCall(() => host.openRequest(this.#number));
        this.#headers = true;
      }
      setRequestHeader() { if (this.readyState !== 1 || !this.#headers) throw unusable(calling('XMLHttpRequest', 'setRequestHeader') + "The object's state must be OPENED."); }
      getResponseHeader() { return null; }
      getAllResponseHeaders() { return ''; }
      overrideMimeType() {}
      send() {
        this.#headers = false;
        const failed = () => { this.#failed = true; };
        this.#sent = true;
        if (this.#inCall(() => host.sendRequest(this.#number, this.#url, this.#timeout, failed))) throw unusable(calling('XMLHttpRequest', 'send') + "The object's state must be OPENED.");
      }
      abort() {
        this.#headers = this.#sent = false;
        this.#failed = true;
        this.#inCall(() => host.abortRequest(this.#number));
      }
    }
    tag(XMLHttpRequest.prototype, 'XMLHttpRequest');
    constants(XMLHttpRequest, 'UNSENT OPENED HEADERS_RECEIVED LOADING DONE', 0);
    constants(XMLHttpRequest.prototype, 'UNSENT OPENED HEADERS_RECEIVED LOADING DONE', 0);
    for (const name of events) attribute(name === 'readystatechange' ? XMLHttpRequest.prototype : XMLHttpRequestEventTarget.prototype, name);
    assign(made, { XMLHttpRequest, XMLHttpRequestEventTarget });
  }

  // Prioritized Task Scheduling, "TaskController".
  function tasks() {
    let set; // gives a signal its priority
    class TaskSignal extends AbortSignal {
      #priority = 'user-visible'; #changing = false; #followers = new Set();
      get priority() { return this.#priority; }
      static any(signals, options = {}) {
        const signal = super.any(signals), given = options.priority;
        if (given instanceof TaskSignal) {
          signal.#priority = given.#priority;
          given.#followers.add(signal);
        } else if (given !== undefined) {
          signal.#priority = priority(calling('TaskSignal', 'any'), '', "'priority' member of TaskSignalAnyInit", given);
        }
        return signal;
      }
      // Prioritized Task Scheduling, "signal priority change".
      #change(to) {
        if (this.#changing) throw new DOMException('Cannot change priority when a prioritychange event is in progress.', 'NotAllowedError');
        if (this.#priority === to) return;
        this.#changing = true;
        const previousPriority = this.#priority;
        this.#priority = to;
        host.prioritized(this);
        const event = new (give('TaskPriorityChangeEvent'))('prioritychange', { previousPriority });
        event.trusted = true;
        dispatch(this, event);
        this.#changing = false;
        for (const one of this.#followers) one.#change(to);
      }
      static {
        set = (signal, to, quietly) => { if (quietly) signal.#priority = to; else signal.#change(to); };
      }
    }
    tag(TaskSignal.prototype, 'TaskSignal');
    attribute(TaskSignal.prototype, 'prioritychange');
    class TaskController extends AbortController {
      constructor(options = {}) {
        const given = options?.priority;
        const to = given === undefined ? 'user-visible' : priority(making('TaskController'), "Failed to read the 'priority' property from 'TaskControllerInit': ", "'priority' member of TaskControllerInit", given);
        super();
        set(this.signal, to, true);
      }
      setPriority(to) { set(this.signal, priority(calling('TaskController', 'setPriority'), '', 'argument 1', to), false); }
    }
    tag(TaskController.prototype, 'TaskController');
    TaskController.prototype[signalClass] = taskSignal = TaskSignal;
    assign(made, { TaskController, TaskSignal });
  }
})
