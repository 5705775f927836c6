// What events.on gives, in which order of keys, and how it is thrown into.
const ev = require('events'), ee = new ev();
const keys = (name) => (r) => console.log(name, Object.keys(r).join(), JSON.stringify(r));
const fails = (name) => (e) => console.log(name, 'failed', e.message);
const steps = [
  () => { const a = ev.on(ee, 'x'); a.next().then(keys('waiting')); a.next().then(keys('event')); ee.emit('x', 1); a.return().then(keys('return')); a.next().then(keys('after')); },
  () => { const b = ev.on(ee, 'x'); ee.emit('x', 2); b.next().then(keys('unread')); b.return('v').then(keys('return v')); },
  () => {
    const c = ev.on(ee, 'x');
    c.next().then(keys('waits'), fails('waits'));
    console.log(c.throw(new Error('thrown')), ee.listenerCount('x'));
    c.next().then(keys('then'), fails('then'));
    c.next().then(keys('next'), fails('next'));
    try { console.log(c.throw(1)); } catch (e) { console.log(e.name, e.code, e.message); }
  },
  () => {
    const d = ev.on(ee, 'x'), all = [];
    for (let i = 0; i < 2; i++) d.next().then((r) => all.push(r));
    d.return().then((r) => console.log('one for all', r === all[0], r === all[1]));
    d.return().then(keys('twice'));
  },
];
steps.forEach((step, i) => setTimeout(step, 20 * i));
