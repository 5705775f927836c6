// What a listener throws, by release: it leaves dispatchEvent, or a tick throws it. An event that is dispatched once more, and the event error of process.
const { port1: a, port2: b } = new MessageChannel();
a.onmessage = (m) => { console.log('m', m.data); Promise.resolve().then(() => console.log('job')); process.nextTick(() => console.log('tick')); if (m.data < 3) throw new Error('e' + m.data); if (m.data === 3) throw 3; a.close(); };
a.on('message', () => console.log('second'));
process.on('uncaughtException', (e) => console.log('uncaught', e.message, e.code));
for (const n of [1, 2, 3, 4]) b.postMessage(n);
setImmediate(() => console.log('immediate'));
const t = new EventTarget(), e = new Event('x');
t.addEventListener('x', { handleEvent() { console.log('object'); throw new TypeError('o'); } });
t.addEventListener('x', () => { console.log('behind'); });
try { t.dispatchEvent(e); } catch (error) { console.log('caught', error.message); }
try { t.dispatchEvent(e); } catch (error) { console.log('caught', error.code); }
process.once('error', (error) => console.log('heard', error.message));
console.log(t.dispatchEvent(new Event('x')));
const c = new AbortController(); c.signal.addEventListener('abort', () => { throw new Error('abort'); });
try { c.abort(); } catch (error) { console.log('caught', error.message, c.signal.aborted); }
setImmediate(() => { const d = new AbortController(); d.signal.addEventListener('abort', async () => { throw new Error('async'); }); d.abort(); console.log('abort end'); });
try { process.emit('error', 1); } catch (error) { console.log('caught', error.code, error.message); }
try { process.emit('error', new Error('emitted')); } catch (error) { console.log('caught', error.message); }
try { t.addEventListener('x', {}); console.log('added'); } catch (error) { console.log('caught', error.code); }
