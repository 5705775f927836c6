// EventTarget and AbortSignal, as Node has them.
process.on('uncaughtException', (e) => console.log('uncaught', e.message));
process.on('unhandledRejection', (e) => console.log('unhandled', e.message));
const target = new EventTarget();
target.addEventListener('async', async () => { await 0; throw new Error('of an async listener'); });
target.dispatchEvent(new Event('async'));
try { target.dispatchEvent({ type: 'x' }); } catch (e) { console.log(e.name, e.code, e.message); }
const event = new Event('q');
console.log(event.eventPhase, event.bubbles, event.composed, event.isTrusted, event.target, String(event));
target.addEventListener('q', (e) => console.log(e.eventPhase));
target.dispatchEvent(event);
const controller = new AbortController();
console.log(controller, [controller.signal]);
controller.abort();
console.log(controller.signal, { controller });
try { new AbortSignal(); } catch (e) { console.log(e.name, e.code, e.message); }
