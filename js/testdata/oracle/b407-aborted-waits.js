// How many jobs lie between a signal that is aborted, or an event, and what waits for it.
const tp = require('timers/promises'), events = require('events');
const run = (name, start) => new Promise((next) => {
  const c = new AbortController(); let n = 0, on = true;
  const count = () => { n++; if (on && n < 30) Promise.resolve().then(count); };
  const end = (v) => { on = false; console.log(name, v instanceof Error ? v.name : String(v), n); setImmediate(next); };
  start(c, end); Promise.resolve().then(count);
});
const ee = new events();
(async () => {
  await run('timer aborted', (c, end) => { tp.setTimeout(5, 'v', { signal: c.signal }).then(end, end); c.abort(); });
  await run('immediate aborted', (c, end) => { tp.setImmediate('v', { signal: c.signal }).then(end, end); c.abort(); });
  await run('aborted before', (c, end) => { c.abort(); tp.setTimeout(5, 'v', { signal: c.signal }).then(end, end); });
  await run('once aborted before', (c, end) => { c.abort(); events.once(ee, 'x', { signal: c.signal }).then(end, end); });
  await run('once aborted', (c, end) => { events.once(ee, 'x', { signal: c.signal }).then(end, end); c.abort(); });
  await run('once', (c, end) => { events.once(ee, 'x').then(end, end); ee.emit('x', 1); });
  await run('once wrong', (c, end) => { events.once(ee, 'x', { signal: 1 }).then(end, end); });
  await run('on aborted before', (c, end) => { c.abort(); try { events.on(ee, 'x', { signal: c.signal }).next().then(end, end); } catch (e) { end(e); } });
  await run('on aborted', (c, end) => { events.on(ee, 'x', { signal: c.signal }).next().then(end, end); c.abort(); });
  if (tp.setInterval) await run('interval aborted', (c, end) => { tp.setInterval(5, 'v', { signal: c.signal }).next().then(end, end); c.abort(); });
})();
