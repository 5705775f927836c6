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
    #type; #options; stopped = false; prevented = false; now = false;
    constructor(type, options = {}) {
      if (arguments.length === 0) throw new TypeError("The \"type\" argument must be specified");
      this.#type = String(type);
      this.#options = options;
      for (const name of ['stopped', 'prevented', 'now']) Object.defineProperty(this, name, { enumerable: false });
      for (const [name, value] of [['target', null], ['currentTarget', null], ['timeStamp', 0]]) {
        Object.defineProperty(this, name, { value, writable: true, configurable: true });
      }
    }
    get type() { return this.#type; }
    get bubbles() { return !!this.#options.bubbles; }
    get cancelable() { return !!this.#options.cancelable; }
    get eventPhase() { return this.currentTarget === null ? 0 : 2; }
    get isTrusted() { return false; }
    get [Symbol.toStringTag]() { return 'Event'; }
    get composed() { return !!this.#options.composed; }
    get defaultPrevented() { return this.prevented; }
    preventDefault() { if (this.cancelable) this.prevented = true; }
    stopPropagation() { this.stopped = true; }
    stopImmediatePropagation() { this.stopped = this.now = true; }
    composedPath() { return this.currentTarget === null ? [] : [this.currentTarget]; }
    get srcElement() { return this.target; }
    get returnValue() { return !this.prevented; }
    set returnValue(value) { if (!value) this.preventDefault(); }
    get cancelBubble() { return this.stopped; }
    set cancelBubble(value) { if (value) this.stopped = true; }
    initEvent(type, bubbles = false, cancelable = false) {
      if (this.currentTarget !== null) return;
      this.#type = String(type);
      this.#options = { ...this.#options, bubbles, cancelable };
    }
  }
  const constants = (of, names, from) => names.split(' ').forEach((name, i) => Object.defineProperty(of, name, { value: from + i, enumerable: true }));
  constants(Event, 'NONE CAPTURING_PHASE AT_TARGET BUBBLING_PHASE', 0);

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
    for (let i = above.length - 1; i >= 0 && !event.stopped; i--) invoke(above[i], event, true);
    if (!event.stopped) invoke(target, event, null);
    if (event.bubbles) for (let i = 0; i < above.length && !event.stopped; i++) invoke(above[i], event, false);
    event.currentTarget = null;
    return !event.prevented;
  };

  const add = (target, type, callback, options) => {
    const set = typeof options === 'object' && options !== null ? options : { capture: options };
    if (callback === null || callback === undefined) return;
    if (set.signal && set.signal.aborted) return;
    const capture = !!set.capture, list = of(target);
    if (list.some((one) => one.type === type && one.callback === callback && one.capture === capture)) return;
    const listener = { type, callback, capture, once: !!set.once, removed: false };
    list.push(listener);
    if (set.signal) add(set.signal, 'abort', () => remove(target, listener), { once: true });
  };

  const handlers = new WeakMap();
  // An attribute such as onmessage: one listener, in the place where it was first set.
  const attribute = (proto, name, set = () => {}) => {
    Object.defineProperty(proto, 'on' + name, {
      configurable: true, enumerable: true,
      get() { return handlers.get(this)?.[name]?.value ?? null; },
      set(value) {
        let mine = handlers.get(this);
        if (!mine) handlers.set(this, mine = {});
        if (!mine[name]) {
          const holder = mine[name] = { value: null };
          add(this, name, function (event) { if (typeof holder.value === 'function') holder.value.call(this, event); });
        }
        mine[name].value = value;
        set.call(this, value);
      },
    });
  };

  class EventTarget {
    addEventListener(type, callback, options) { add(this ?? global, String(type), callback, options); }
    removeEventListener(type, callback, options) {
      const target = this ?? global;
      const capture = !!(typeof options === 'object' && options !== null ? options.capture : options);
      for (const one of of(target)) {
        if (one.type === String(type) && one.callback === callback && one.capture === capture) return remove(target, one);
      }
    }
    dispatchEvent(event) {
      if (!(event instanceof Event)) throw host.coded(new TypeError(`The "event" argument must be an instance of Event${host.received ? '. Received ' + host.received(event) : ''}`), 'ERR_INVALID_ARG_TYPE');
      return dispatch(this ?? global, event);
    }
  }

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

  const create = Symbol('create');
  let end; // aborts a signal
  class AbortSignal extends EventTarget {
    #aborted = false; #reason;
    constructor(key) { super(); if (key !== create) throw host.coded(new TypeError('Illegal constructor'), 'ERR_ILLEGAL_CONSTRUCTOR'); }
    get aborted() { return this.#aborted; }
    get reason() { return this.#reason; }
    throwIfAborted() { if (this.#aborted) throw this.#reason; }
    static abort(reason) { const signal = new AbortSignal(create); end(signal, reason); return signal; }
    static timeout(delay) {
      const signal = new AbortSignal(create);
      host.delay(delay, () => end(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError')));
      return signal;
    }
    static any(signals) {
      const signal = new AbortSignal(create);
      for (const one of signals) if (one.aborted) { end(signal, one.reason); return signal; }
      for (const one of signals) add(one, 'abort', () => end(signal, one.reason), { once: true });
      return signal;
    }
    static {
      end = (signal, reason) => {
        if (signal.#aborted) return;
        signal.#aborted = true;
        signal.#reason = reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
        dispatch(signal, new Event('abort'));
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

  const made = { Event, CustomEvent, EventTarget, DOMException, AbortSignal, AbortController };
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
      host.listens(type, (given) => {
        const fields = type === 'error' ? { error: given, message: String(given) } : { reason: given, promise: null };
        const event = make(type, fields, { cancelable: true });
        event.target = global;
        invoke(global, event, null);
      });
    };
    for (const type of ['error', 'unhandledrejection', 'message', 'load']) {
      attribute(global, type, () => hear(type));
    }
    messages();
    elements();
  }

  function messages() {
    class MessagePort extends EventTarget {
      #other = null; #channel = 0; #queue = []; #open = false; #waits = [];
      static pair() {
        const a = new MessagePort(), b = new MessagePort();
        for (const [from, to] of [[a, b], [b, a]]) {
          from.#other = to;
          to.#channel = host.port(() => dispatch(to, make('message', { data: to.#queue.shift(), ports: [] })));
        }
        return [a, b];
      }
      postMessage(data) {
        const to = this.#other;
        if (!to) return;
        const copy = global.structuredClone ? global.structuredClone(data) : data;
        if (to.#open) { to.#queue.push(copy); host.post(to.#channel); } else to.#waits.push(copy);
      }
      start() {
        if (this.#open) return;
        this.#open = true;
        for (const data of this.#waits.splice(0)) { this.#queue.push(data); host.post(this.#channel); }
      }
      close() { if (this.#other) { this.#other.#other = null; this.#other = null; } }
    }
    attribute(MessagePort.prototype, 'message', function () { this.start(); });
    made.MessagePort = MessagePort;
    made.MessageChannel = class MessageChannel {
      constructor() { [this.port1, this.port2] = MessagePort.pair(); }
    };

    let channel = 0;
    const sent = [];
    made.postMessage = (data) => {
      channel ||= host.window(() => {
        const event = make('message', { data: sent.shift(), origin: '', source: global });
        event.target = global;
        invoke(global, event, null);
      });
      sent.push(data);
      host.post(channel);
    };

    const named = new Map();
    class BroadcastChannel extends EventTarget {
      #name; #queue = []; #channel;
      constructor(name) {
        super();
        this.#name = String(name);
        this.#channel = host.broadcast(() => dispatch(this, make('message', { data: this.#queue.shift() })));
        if (!named.has(this.#name)) named.set(this.#name, []);
        named.get(this.#name).push(this);
      }
      get name() { return this.#name; }
      postMessage(data) {
        for (const one of named.get(this.#name)) {
          if (one !== this) { one.#queue.push(data); host.post(one.#channel); }
        }
      }
      close() { const list = named.get(this.#name); list.splice(list.indexOf(this), 1); }
    }
    attribute(BroadcastChannel.prototype, 'message');
    made.BroadcastChannel = BroadcastChannel;
  }

  function elements() {
    let count = 0;
    const numbers = new WeakMap(), byId = new Map();
    const observers = new WeakMap();
    const change = (node, record) => {
      for (const take of observers.get(node) ?? []) take(record);
      host.mutate(numbers.get(node));
    };
    class Node extends EventTarget {
      constructor() { super(); numbers.set(this, count++); this.parentNode = null; this.childNodes = []; }
      appendChild(child) {
        child.parentNode?.removeChild(child);
        child.parentNode = this;
        this.childNodes.push(child);
        change(this, { type: 'childList', target: this });
        return child;
      }
      removeChild(child) {
        this.childNodes.splice(this.childNodes.indexOf(child), 1);
        child.parentNode = null;
        change(this, { type: 'childList', target: this });
        return child;
      }
    }
    class Element extends Node {
      #attributes = new Map(); #text = '';
      constructor(name) { super(); this.tagName = String(name).toUpperCase(); this.style = {}; }
      get id() { return this.getAttribute('id') ?? ''; }
      set id(value) { this.setAttribute('id', value); }
      get textContent() { return this.#text; }
      set textContent(value) { this.#text = String(value); change(this, { type: 'childList', target: this }); }
      getAttribute(name) { return this.#attributes.get(name) ?? null; }
      hasAttribute(name) { return this.#attributes.has(name); }
      setAttribute(name, value) {
        if (name === 'id') byId.set(String(value), this);
        this.#attributes.set(name, String(value));
        change(this, { type: 'attributes', target: this, attributeName: name });
      }
      removeAttribute(name) { this.#attributes.delete(name); change(this, { type: 'attributes', target: this, attributeName: name }); }
      append(...nodes) { for (const node of nodes) this.appendChild(node); }
      remove() { this.parentNode?.removeChild(this); }
      click() { dispatch(this, new Event('click', { bubbles: true, cancelable: true })); }
    }
    attribute(Element.prototype, 'click');
    class Text extends Node {
      #data;
      constructor(data = '') { super(); this.#data = String(data); }
      get data() { return this.#data; }
      set data(value) { this.#data = String(value); change(this, { type: 'characterData', target: this }); }
      get textContent() { return this.#data; }
      set textContent(value) { this.data = value; }
    }
    const page = new Element('#document');
    page.body = new Element('body');
    page.documentElement = page.body;
    page.body.parentNode = page;
    page.visibilityState = 'visible';
    page.readyState = 'complete';
    page.createElement = (name) => new Element(name);
    page.createTextNode = (data) => new Text(data);
    // An element that nobody made stands for one of the page: all of these lie in the body.
    page.getElementById = (id) => {
      let found = byId.get(String(id));
      if (!found) {
        found = new Element('div');
        found.setAttribute('id', id);
        found.parentNode = page.body;
      }
      return found;
    };
    class MutationObserver {
      #records = []; #callback; #watched = new Map();
      constructor(callback) { this.#callback = callback; }
      observe(node, options = {}) {
        this.#watched.set(node, options);
        const take = (record) => {
          const wants = this.#watched.get(node);
          if (!wants) return;
          if (record.type === 'attributes' && !wants.attributes || record.type === 'childList' && !wants.childList || record.type === 'characterData' && !wants.characterData) return;
          this.#records.push(record);
        };
        if (!observers.has(node)) observers.set(node, []);
        observers.get(node).push(take);
        host.observe(numbers.get(node), () => {
          const records = this.takeRecords();
          if (records.length > 0) this.#callback.call(this, records, this);
        });
      }
      disconnect() { this.#watched.clear(); this.#records = []; }
      takeRecords() { return this.#records.splice(0); }
    }
    Object.assign(made, { Node, Element, HTMLElement: Element, Text, MutationObserver, document: page });
  }
})
