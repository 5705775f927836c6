// What the callback of a postTask returned is asked for its then behind the callback's microtasks.
const post = (name, callback) => scheduler.postTask(callback).then(() => console.log(name, 'settled'), () => console.log(name, 'rejected'));
const job = (name, does) => Promise.resolve().then(() => { console.log(name, 'job'); does?.(); });
post('getter', () => {
  job('getter');
  return { get then() { console.log('getter read'); } };
});
post('throws', () => {
  job('throws');
  return { get then() { console.log('throws read'); throw 1; } };
});
post('proxy', () => {
  job('proxy');
  return new Proxy({}, { get(of, key) { console.log('proxy read', String(key)); } });
});
post('later', () => {
  const made = {};
  job('later', () => { made.then = (f) => { console.log('later called'); f(); }; });
  return made;
});
post('promise', () => {
  const made = Promise.resolve(1);
  job('promise', () => { made.then = (f) => { console.log('promise called'); f(); }; });
  return made;
});
post('plain', () => { job('plain'); return 1; });
post('thrown', () => { job('thrown'); throw new Error('thrown'); });
post('async', async () => { job('async'); await null; console.log('async on'); });
