// {"name":"a06-for-await-again","env":"both","file":"a06-for-await-again.js"}
const it = (name, next) => ({ [Symbol.asyncIterator]() { return this; }, next, return() { log(name + ' return'); return {}; } });
(async () => {
  for (let i = 0; i < 3; i++) {
    try {
      let n = 0;
      for await (const x of it('a' + i, () => { if (i === 0 && n === 1) throw 'first'; if (i === 2) throw 'third'; return { value: 1, done: n++ > 1 }; })) log('round', i);
      log('over', i);
    } catch (e) { log('caught', e); }
  }
  for (let i = 0; i < 3; i++) {
    try {
      for await (const x of it('b' + i, () => { if (i === 1) throw 'second'; return { value: 1, done: i === 2 }; })) break;
      log('over', i);
    } catch (e) { log('caught', e); }
  }
})();
