// EventTarget, Event, AbortController, and in browsers what is made of them:
// messages, mutation observers, elements that are nothing but targets.
(function (global, host) {
  const lists = new WeakMap();
  const of = (target) => {
    let list = lists.get(target);
    if (!list) lists.set(target, list = []);
    return list;
  };

  class Event {
    #type; #options; stopped = false; prevented = false; now = false; trusted = false; passive = false; phase = 0; path = [];
    constructor(type, options = {}) {
      if (arguments.length === 0) throw host.coded(new TypeError("The \"type\" argument must be specified"), 'ERR_MISSING_ARGS');
      this.#type = String(type);
      this.#options = options;
      for (const name of ['stopped', 'prevented', 'now', 'trusted', 'passive', 'phase', 'path']) Object.defineProperty(this, name, { enumerable: false });
      if (!('isTrusted' in Event.prototype)) Object.defineProperty(this, 'isTrusted', { get: () => this.trusted, enumerable: true }); // older Nodes
      for (const [name, value] of [['target', null], ['currentTarget', null], ['timeStamp', 0]]) {
        Object.defineProperty(this, name, { value, writable: true, configurable: true });
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
      if (this.currentTarget !== null) return;
      this.#type = String(type);
      this.#options = { ...this.#options, bubbles, cancelable };
    }
  }
  const constants = (of, names, from) => names.split(' ').forEach((name, i) => Object.defineProperty(of, name, { value: from + i, enumerable: true }));
  for (const of of host.browser ? [Event, Event.prototype] : [Event]) constants(of, 'NONE CAPTURING_PHASE AT_TARGET BUBBLING_PHASE', 0);

  // tag gives a class what Object.prototype.toString says (Web IDL).
  const tag = (proto, value) => Object.defineProperty(proto, Symbol.toStringTag, { value, configurable: true });

  class CustomEvent extends Event {
    #detail;
    constructor(type, options = {}) { super(type, options); this.#detail = options.detail ?? null; }
    get detail() { return this.#detail; }
  }

  const make = (type, fields, options) => {
    const event = new Event(type, options);
    for (const name of Object.keys(fields)) Object.defineProperty(event, name, { value: fields[name], writable: true, enumerable: true });
    return event;
  };

  const callOne = (target, event, listener) => {
    try {
      const { callback } = listener;
      event.passive = listener.passive;
      const given = typeof callback === 'function' ? callback.call(target, event) : callback.handleEvent(event);
      if (!host.browser && given !== undefined && given !== null && typeof given.then === 'function') given.then(undefined, host.report);
    } catch (error) {
      host.report(error);
    }
  };

  // DOM, "inner invoke".
  const invoke = (target, event, capturing) => {
    event.currentTarget = target;
    for (const listener of [...of(target)]) {
      if (listener.type !== event.type || listener.removed || capturing !== null && listener.capture !== capturing) continue;
      if (listener.once) remove(target, listener);
      callOne(target, event, listener);
      if (event.now) return;
    }
  };

  const remove = (target, listener) => {
    listener.removed = true;
    const list = of(target), at = list.indexOf(listener);
    if (at >= 0) list.splice(at, 1);
  };

  // DOM, "dispatch": down to the target, and up again where the event bubbles.
  const dispatch = (target, event) => {
    event.target = target;
    const above = [];
    for (let node = target.parentNode; node; node = node.parentNode) above.push(node);
    if (target === made.document || above.includes(made.document)) above.push(global);
    event.path = [target, ...above];
    event.phase = 1;
    for (let i = above.length - 1; i >= 0 && !event.stopped; i--) invoke(above[i], event, true);
    event.phase = 2;
    for (const capturing of capturesFirst(target) ? [true, false] : [null]) if (!event.stopped) invoke(target, event, capturing);
    event.phase = 3;
    if (event.bubbles) for (let i = 0; i < above.length && !event.stopped; i++) invoke(above[i], event, false);
    event.phase = 0;
    event.currentTarget = null;
    event.path = [];
    return !event.prevented;
  };

  const add = (target, type, callback, options) => {
    const set = typeof options === 'object' && options !== null ? options : { capture: options };
    if (callback === null || callback === undefined) return;
    if (set.signal && set.signal.aborted) return;
    const capture = !!set.capture, list = of(target);
    if (list.some((one) => one.type === type && one.callback === callback && one.capture === capture)) return;
    const listener = { type, callback, capture, once: !!set.once, passive: host.passive && !!set.passive, removed: false };
    list.push(listener);
    if (set.signal) whenAborted(set.signal, () => remove(target, listener));
  };

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
    } else if (handler.call(target, event) === false && host.browser) {
      event.preventDefault();
    }
  };

  // An attribute such as onmessage: one listener, in the place where it was first set.
  const attribute = (proto, name, set = () => {}) => {
    Object.defineProperty(proto, 'on' + name, {
      configurable: true, enumerable: true,
      get() { return handlers.get(this ?? global)?.[name]?.value ?? null; },
      set(value) {
        let mine = handlers.get(this ?? global);
        if (!mine) handlers.set(this ?? global, mine = {});
        if (!mine[name]) {
          const holder = mine[name] = { value: null };
          add(this ?? global, name, function (event) { if (typeof holder.value === 'function') handle(this, event, holder.value); });
        }
        mine[name].value = value;
        set.call(this ?? global, value);
      },
    });
  };

  // lib/internal/event_target.js, validateEventListener.
  const checkListener = (given, callback) => {
    if (given < 2) throw host.coded(new TypeError('The "type" and "listener" arguments must be specified'), 'ERR_MISSING_ARGS');
    if (typeof callback === 'function' || typeof callback === 'object' || callback === undefined) return;
    throw host.coded(new TypeError(`The "listener" argument must be an instance of EventListener. Received ${host.received(callback)}`), 'ERR_INVALID_ARG_TYPE');
  };

  class EventTarget {
    addEventListener(type, callback, options) {
      if (!host.browser) checkListener(arguments.length, callback);
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
      if (!(event instanceof Event)) throw host.coded(new TypeError(`The "event" argument must be an instance of Event${host.received ? '. Received ' + host.received(event) : ''}`), 'ERR_INVALID_ARG_TYPE');
      if (event.path.length > 0) throw underWay(event);
      return dispatch(this ?? global, event);
    }
  }

  const underWay = (event) => host.browser ? new DOMException("Failed to execute 'dispatchEvent' on 'EventTarget': The event is already being dispatched.", 'InvalidStateError')
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
  class AbortSignal extends EventTarget {
    #aborted = false; #reason; #sources = null; #dependents = new Set();
    constructor(key) { super(); if (key !== create) throw host.coded(new TypeError('Illegal constructor'), 'ERR_ILLEGAL_CONSTRUCTOR'); }
    get aborted() { return this.#aborted; }
    get reason() { return this.#reason; }
    throwIfAborted() { if (this.#aborted) throw this.#reason; }
    static abort(reason) { const signal = new AbortSignal(create); end(signal, reason); return signal; }
    static timeout(delay) {
      const signal = new AbortSignal(create);
      host.delay(delay, () => end(signal, new DOMException(messages.timedOut, 'TimeoutError')));
      return signal;
    }
    // DOM, "create a dependent abort signal": it depends on signals that hang on none.
    static any(signals) {
      const signal = new AbortSignal(create), all = [...signals];
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
    #tell() {
      for (const step of steps.get(this) ?? []) step();
      steps.delete(this);
      const event = new Event('abort');
      event.trusted = true;
      dispatch(this, event);
    }
    // DOM, "signal abort": all that hangs on a signal is aborted before the first event.
    // Releases of Node before 22.10 had each aborted after the events of the one before.
    static {
      end = (signal, reason) => {
        if (signal.#aborted) return;
        signal.#mark(reason);
        const hang = host.marksFirst ? [...signal.#dependents].filter((one) => !one.#aborted) : [];
        for (const one of hang) one.#mark(signal.#reason);
        signal.#tell();
        for (const one of hang) one.#tell();
        for (const one of signal.#dependents) end(one, signal.#reason);
      };
    }
  }
  attribute(AbortSignal.prototype, 'abort');

  class AbortController {
    #signal = new AbortSignal(create);
    get signal() { return this.#signal; }
    abort(reason) { end(this.#signal, reason); }
  }

  if (!host.browser) {
    const shown = (fields) => ({ configurable: true, writable: true, value(depth, options) { return depth < 0 ? this : `${this.constructor.name} ${host.inspect(fields(this), options)}`; } });
    const custom = Symbol.for('nodejs.util.inspect.custom');
    Object.defineProperty(AbortSignal.prototype, custom, shown((signal) => ({ aborted: signal.aborted })));
    Object.defineProperty(AbortController.prototype, custom, shown((controller) => ({ signal: controller.signal })));
  }

  // capturesFirst reports whether capturing listeners of the target run before the others, as
  // DOM has it. Chromium does so for nodes alone, since 89; Node never.
  const capturesFirst = (target) => host.engine === 'firefox' || host.engine === 'webkit' || host.engine === 'browser' && target instanceof made.Node;

  const made = { Event, CustomEvent, EventTarget, DOMException, AbortSignal, AbortController };
  Object.defineProperty(made, 'whenAborted', { value: whenAborted });
  for (const name of Object.keys(made)) if (name !== 'Event') Object.defineProperty(made[name].prototype, Symbol.toStringTag, { value: name, configurable: true });
  if (host.browser) browser();
  return made;

  function browser() {
    for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) {
      const method = EventTarget.prototype[name];
      made[name] = name === 'addEventListener' ? (type, callback, options) => { hear(String(type)); method.call(global, type, callback, options); } : method.bind(global);
    }
    // The loop tells of errors and rejections once somebody listens.
    const heard = new Set();
    const hear = (type) => {
      if (heard.has(type)) return;
      heard.add(type);
      host.listens(type, (given, promise) => {
        const fields = type === 'error' ? failure(given) : { reason: given, promise };
        const event = make(type, fields, { cancelable: type !== 'rejectionhandled' });
        event.trusted = true;
        event.target = global;
        event.phase = 2;
        invoke(global, event, null);
      });
    };
    // What an ErrorEvent says. The place in the code is not told.
    const failure = (error) => {
      const text = String(error), plain = typeof error !== 'object' || error === null;
      const before = host.engine === 'browser' || host.engine === 'chrome69' ? 'Uncaught ' : host.engine === 'firefox' && plain ? 'uncaught exception: ' : '';
      return { message: before + text, filename: '', lineno: 0, colno: 0, error };
    };
    for (const type of ['error', 'unhandledrejection', 'rejectionhandled', 'message', 'load']) {
      attribute(global, type, () => hear(type));
    }
    channels();
    elements();
    tasks();
  }

  function channels() {
    class MessagePort extends EventTarget {
      #other = null; #channel = 0; #queue = []; #open = false; #closed = false; #waits = [];
      static pair() {
        const a = new MessagePort(), b = new MessagePort();
        for (const [from, to] of [[a, b], [b, a]]) {
          from.#other = to;
          to.#channel = host.port(() => {
            const { data, ports } = to.#queue.shift();
            if (!to.#closed || host.engine === 'firefox') dispatch(to, make('message', { data, ports }));
          });
        }
        return [a, b];
      }
      postMessage(data, options) {
        const to = this.#other;
        const copy = { data: host.clone(data, options), ports: ports(options) };
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
    const ports = (options) => (Array.isArray(options) ? options : options?.transfer ?? []).filter((one) => one instanceof MessagePort);
    attribute(MessagePort.prototype, 'message', function () { this.start(); });
    made.MessagePort = MessagePort;
    made.MessageChannel = class MessageChannel {
      constructor() { [this.port1, this.port2] = MessagePort.pair(); }
    };

    let channel = 0;
    const sent = [];
    made.postMessage = (data, target, transfer) => {
      const options = transfer ?? (typeof target === 'object' ? target : undefined);
      channel ||= host.window(() => {
        const event = make('message', { ...sent.shift(), origin: '', source: global });
        event.target = global;
        event.phase = 2;
        invoke(global, event, null);
      });
      sent.push({ data: host.clone(data, options), ports: ports(options) });
      host.post(channel);
    };

    const named = new Map();
    class BroadcastChannel extends EventTarget {
      #name; #queue = []; #channel;
      constructor(name) {
        super();
        this.#name = String(name);
        this.#channel = host.broadcast(() => {
          const data = this.#queue.shift();
          if (named.get(this.#name).includes(this)) dispatch(this, make('message', { data }));
        });
        if (!named.has(this.#name)) named.set(this.#name, []);
        named.get(this.#name).push(this);
      }
      get name() { return this.#name; }
      postMessage(data) {
        if (!named.get(this.#name).includes(this)) throw new DOMException("Failed to execute 'postMessage' on 'BroadcastChannel': Channel is closed", 'InvalidStateError');
        for (const one of named.get(this.#name)) {
          if (one !== this) { one.#queue.push(host.clone(data)); host.post(one.#channel); }
        }
      }
      close() { const list = named.get(this.#name); if (list.includes(this)) list.splice(list.indexOf(this), 1); }
    }
    attribute(BroadcastChannel.prototype, 'message');
    made.BroadcastChannel = BroadcastChannel;
  }

  function elements() {
    const byId = new Map();
    class Node extends EventTarget {
      constructor() {
        super();
        for (const [name, value] of [['parentNode', null], ['childNodes', []]]) Object.defineProperty(this, name, { value, writable: true });
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
      appendChild(child) { return this.insertBefore(child, null); }
      insertBefore(child, before) {
        child.parentNode?.removeChild(child);
        child.parentNode = this;
        this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, child);
        changed(this, { type: 'childList', addedNodes: [child] });
        return child;
      }
      removeChild(child) {
        this.childNodes.splice(this.childNodes.indexOf(child), 1);
        child.parentNode = null;
        changed(this, { type: 'childList', removedNodes: [child] });
        return child;
      }
      replaceChildren(...nodes) { replace(this, nodes.map(nodeOf)); }
      append(...nodes) { for (const node of nodes) this.appendChild(nodeOf(node)); }
      prepend(...nodes) { for (const node of nodes.reverse()) this.insertBefore(nodeOf(node), this.firstChild); }
      remove() { this.parentNode?.removeChild(this); }
    }
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
        Object.defineProperty(this, 'style', { value: {} });
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
        const oldValue = this.getAttribute(attributeName);
        if (value === null) this.#attributes.delete(attributeName);
        else this.#attributes.set(attributeName, value);
        if (attributeName === 'id') byId.set(value, this);
        changed(this, { type: 'attributes', attributeName, oldValue });
      }
      click() {
        if (!this.disabled) dispatch(this, new Event('click', { bubbles: true, cancelable: true, composed: true }));
      }
    }
    const names = { P: 'Paragraph', A: 'Anchor', IMG: 'Image', UL: 'UList', OL: 'OList', SECTION: '', MAIN: '' };
    for (const [name, attributeName] of [['id', 'id'], ['className', 'class'], ['title', 'title']]) {
      Object.defineProperty(Element.prototype, name, {
        configurable: true, enumerable: true,
        get() { return this.getAttribute(attributeName) ?? ''; },
        set(value) { this.setAttribute(attributeName, value); },
      });
    }
    for (const name of ['disabled', 'hidden']) {
      Object.defineProperty(Element.prototype, name, {
        configurable: true, enumerable: true,
        get() { return this.hasAttribute(name); },
        set(value) { this.toggleAttribute(name, !!value); },
      });
    }
    attribute(Element.prototype, 'click');

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

    class Document extends Node {
      get nodeType() { return 9; }
      get nodeName() { return '#document'; }
      get visibilityState() { return 'visible'; }
      get hidden() { return false; }
      get readyState() { return 'complete'; }
      createElement(name) { return new Element(name); }
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
    const page = new Document();
    for (const [name, tagName] of [['documentElement', 'html'], ['head', 'head'], ['body', 'body']]) {
      Object.defineProperty(page, name, { value: new Element(tagName), enumerable: true });
    }
    page.appendChild(page.documentElement);
    page.documentElement.append(page.head, page.body);
    Object.assign(made, { Node, Element, HTMLElement: Element, Text, Document, MutationObserver, document: page });
  }

  // DOM, "mutation observers". The loop knows each observer by a number, and when it is told.
  function mutations() {
    let count = 0;
    const watches = new WeakMap(); // of each node: its registered observers
    class MutationObserver {
      #records = []; #callback; #number = count++; #nodes = new Set();
      constructor(callback) {
        if (typeof callback !== 'function') throw new TypeError("Failed to construct 'MutationObserver': parameter 1 is not of type 'Function'.");
        this.#callback = callback;
        host.observe(this.#number, () => {
          const records = this.takeRecords();
          if (records.length > 0) this.#callback.call(this, records, this);
        });
      }
      observe(node, options = {}) {
        const wants = {
          childList: !!options.childList, subtree: !!options.subtree,
          attributes: options.attributes ?? (options.attributeOldValue !== undefined || options.attributeFilter !== undefined),
          characterData: options.characterData ?? options.characterDataOldValue !== undefined,
          attributeFilter: options.attributeFilter && [...options.attributeFilter],
          old: { attributes: options.attributeOldValue, characterData: options.characterDataOldValue },
        };
        if (!wants.childList && !wants.attributes && !wants.characterData) {
          throw new TypeError("Failed to execute 'observe' on 'MutationObserver': The options object must set at least one of 'attributes', 'characterData', or 'childList' to true.");
        }
        if (!watches.has(node)) watches.set(node, new Map());
        watches.get(node).set(this, wants);
        this.#nodes.add(node);
      }
      disconnect() {
        for (const node of this.#nodes) watches.get(node).delete(this);
        this.#nodes.clear();
        this.#records = [];
      }
      takeRecords() { return this.#records.splice(0); }
      static queue(observer, record) {
        observer.#records.push(record);
        host.mutate(observer.#number);
      }
    }
    const { queue } = MutationObserver;
    delete MutationObserver.queue;
    tag(MutationObserver.prototype, 'MutationObserver');

    // DOM, "queue a mutation record".
    const changed = (target, record) => {
      const interested = new Map();
      for (let node = target; node; node = node.parentNode) {
        for (const [observer, wants] of watches.get(node) ?? []) {
          if (node !== target && !wants.subtree || !wants[record.type]) continue;
          if (record.type === 'attributes' && wants.attributeFilter && !wants.attributeFilter.includes(record.attributeName)) continue;
          interested.set(observer, interested.get(observer) || !!wants.old[record.type]);
        }
      }
      for (const [observer, old] of interested) {
        queue(observer, { addedNodes: [], removedNodes: [], attributeName: null, ...record, target, oldValue: old ? record.oldValue : null });
      }
    };
    return { changed, MutationObserver };
  }

  // Prioritized Task Scheduling, "TaskController".
  function tasks() {
    class TaskController extends AbortController {
      constructor(options = {}) {
        super();
        Object.defineProperty(this.signal, 'priority', { value: options.priority ?? 'user-visible', configurable: true, enumerable: true });
      }
      setPriority() { host.lacks('TaskController.prototype.setPriority'); }
    }
    tag(TaskController.prototype, 'TaskController');
    made.TaskController = TaskController;
  }
})
