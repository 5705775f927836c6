// The module diagnostics_channel: subscribers are called at once, in the order in which
// they came (Node's documentation, "Diagnostics Channel"). Stores are of AsyncLocalStorage,
// which is not there.
'use strict';
const host = evsim$builtin('diagnostics_channel');
const channels = new Map();
const nextTick = process.nextTick;

function invalid(message) {
  const error = new TypeError(message);
  error.code = 'ERR_INVALID_ARG_TYPE';
  return error;
}

class Channel {
  constructor(name) {
    Object.defineProperty(this, 'subscribers', { value: [], writable: true });
    this.name = name;
  }
  get hasSubscribers() { return this.subscribers.length > 0; }
  subscribe(subscription) {
    if (typeof subscription !== 'function') throw invalid(`The "subscription" argument must be of type function. Received ${host.received(subscription)}`);
    this.subscribers = [...this.subscribers, subscription]; // who publishes now goes on with the old list
  }
  unsubscribe(subscription) {
    const index = this.subscribers.indexOf(subscription);
    if (index < 0) return false;
    this.subscribers = this.subscribers.filter((_, i) => i !== index);
    return true;
  }
  publish(data) {
    for (const subscription of this.subscribers) {
      try {
        subscription(data, this.name);
      } catch (error) {
        nextTick(() => { throw error; });
      }
    }
  }
  bindStore() { host.lacks('Channel.bindStore'); }
  unbindStore() { host.lacks('Channel.unbindStore'); }
  runStores(data, fn, thisArg, ...args) {
    this.publish(data);
    return Reflect.apply(fn, thisArg, args);
  }
}

function channel(name) {
  if (typeof name !== 'string' && typeof name !== 'symbol') throw invalid(`The "channel" argument must be one of type string or symbol. Received ${host.received(name)}`);
  if (!channels.has(name)) channels.set(name, new Channel(name));
  return channels.get(name);
}

const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

class TracingChannel {
  constructor(of) {
    if (typeof of !== 'string' && (typeof of !== 'object' || of === null)) throw invalid(`The "nameOrChannels" argument must be of type string or an instance of TracingChannel or Object. Received ${host.received(of)}`);
    for (const event of events) this[event] = typeof of === 'string' ? channel(`tracing:${of}:${event}`) : of[event];
  }
  get hasSubscribers() { return events.some((event) => this[event] && this[event].hasSubscribers); }
  subscribe(handlers) {
    for (const event of events) if (handlers[event]) this[event].subscribe(handlers[event]);
  }
  unsubscribe(handlers) {
    let all = true;
    for (const event of events) if (handlers[event] && !this[event].unsubscribe(handlers[event])) all = false;
    return all;
  }
  // call runs a function between start and end.
  #call(context, run, settle) {
    return this.start.runStores(context, () => {
      try {
        return settle(run());
      } catch (error) {
        context.error = error;
        this.error.publish(context);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }
  traceSync(fn, context = {}, thisArg, ...args) {
    const run = () => Reflect.apply(fn, thisArg, args);
    if (!this.hasSubscribers) return run();
    return this.#call(context, run, (result) => context.result = result);
  }
  tracePromise(fn, context = {}, thisArg, ...args) {
    const run = () => Reflect.apply(fn, thisArg, args);
    if (!this.hasSubscribers) return run();
    const settled = () => {
      this.asyncStart.publish(context);
      this.asyncEnd.publish(context);
    };
    return this.#call(context, run, (promise) => Promise.resolve(promise).then((result) => {
      context.result = result;
      settled();
      return result;
    }, (error) => {
      context.error = error;
      this.error.publish(context);
      settled();
      return Promise.reject(error);
    }));
  }
  traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
    const run = () => Reflect.apply(fn, thisArg, args);
    if (!this.hasSubscribers) return run();
    const callback = args.at(position);
    if (typeof callback !== 'function') throw invalid(`The "callback" argument must be of type function. Received ${host.received(callback)}`);
    const { asyncStart, asyncEnd, error } = this;
    args.splice(position, 1, function (failure, result, ...rest) {
      if (failure) {
        context.error = failure;
        error.publish(context);
      } else {
        context.result = result;
      }
      return asyncStart.runStores(context, () => {
        try {
          return Reflect.apply(callback, this, [failure, result, ...rest]);
        } finally {
          asyncEnd.publish(context);
        }
      });
    });
    return this.#call(context, run, (result) => result);
  }
}

module.exports = {
  channel,
  hasSubscribers: (name) => channels.has(name) && channels.get(name).hasSubscribers,
  subscribe: (name, subscription) => channel(name).subscribe(subscription),
  unsubscribe: (name, subscription) => channel(name).unsubscribe(subscription),
  tracingChannel: (of) => new TracingChannel(of),
  Channel,
};
