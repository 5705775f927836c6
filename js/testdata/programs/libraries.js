// What libraries ask for, besides timers and promises.
const show = (...all) => {
  for (const f of all) {
    try {
      console.log(f());
    } catch (e) {
      console.log(e.name, e.code, e.message);
    }
  }
};

// Base64.
show(() => btoa('é'), () => btoa('\u0100'), () => btoa(null), () => btoa(), () => atob('6Q=='), () => atob(' Y Q = = '), () => atob('YQ'),
  () => atob('a'), () => atob('*'), () => atob('YQ=='), () => atob('YR=='), () => atob(''), () => atob());

// What is collected.
show(() => new WeakRef({ a: 1 }), () => new FinalizationRegistry(() => {}), () => Object.prototype.toString.call(new WeakRef({})),
  () => new WeakRef(1), () => new FinalizationRegistry(1), () => new FinalizationRegistry(() => {}).register(1),
  () => { const a = {}; new FinalizationRegistry(() => {}).register(a, a); }, () => new FinalizationRegistry(() => {}).unregister(1),
  () => WeakRef.prototype.deref.call({}), () => FinalizationRegistry.prototype.register.call({}), () => new FinalizationRegistry(() => {}).register({}, 1, 1),
  () => new WeakRef(Symbol('x')).deref(), () => new WeakRef(Symbol.for('x')),
  () => { const r = new FinalizationRegistry(() => {}), t = {}; r.register({}, 1, t); return [r.unregister(t), r.unregister(t)]; },
  () => { class A extends WeakRef {} return new A({ b: 2 }).deref(); }, () => FinalizationRegistry.prototype.register.length);

// Arrays from what is no object.
show(() => Uint8Array.from('012', (c) => c.charCodeAt(0)), () => Float64Array.from('12'), () => Uint8Array.from(new Set([1, 2]), (c) => c + 1),
  () => Uint8Array.from({ length: 2, 0: 5, 1: 6 }, (v, i) => v * i), () => Uint8Array.from(5), () => Uint8Array.from(true));

// Resources.
const { AsyncResource } = require('async_hooks');
const resource = new AsyncResource('Own');
show(() => resource.runInAsyncScope(function (a, b) { return [this.x, a, b]; }, { x: 1 }, 2, 3), () => resource.runInAsyncScope(() => { throw new RangeError('of it'); }),
  () => resource.emitDestroy() === resource, () => new AsyncResource());

// Channels.
if (parseInt(process.versions.node) >= 20) {
  const diagnostics = require('diagnostics_channel');
  const channel = diagnostics.channel('a');
  const listener = (data, name) => console.log('told', data, name);
  show(() => channel.hasSubscribers, () => channel.publish(1), () => channel.subscribe(listener), () => channel.publish({ x: 1 }), () => diagnostics.hasSubscribers('a'),
    () => channel.unsubscribe(listener), () => channel.unsubscribe(listener), () => diagnostics.subscribe('b', listener), () => diagnostics.channel('b').publish(2),
    () => diagnostics.unsubscribe('b', listener), () => diagnostics.channel(1), () => channel.subscribe(1));
  const traced = diagnostics.tracingChannel('t');
  const all = {};
  for (const event of ['start', 'end', 'asyncStart', 'asyncEnd', 'error']) all[event] = (data, name) => console.log(name, JSON.stringify(data));
  show(() => traced.subscribe(all), () => traced.hasSubscribers, () => traced.traceSync((a) => a + 1, { c: 1 }, null, 4), () => traced.traceSync(() => { throw new Error('z'); }, {}));
  traced.tracePromise(async () => 5, { p: 1 }).then((v) => console.log('resolved', v));
  traced.tracePromise(async () => { throw new Error('no'); }, { q: 1 }).catch((e) => console.log('rejected', e.message));
  traced.traceCallback((x, done) => setImmediate(done, null, x), -1, { k: 1 }, null, 7, (e, r) => console.log('called', e, r));
  setTimeout(() => show(() => traced.unsubscribe(all), () => traced.hasSubscribers), 5);
}
