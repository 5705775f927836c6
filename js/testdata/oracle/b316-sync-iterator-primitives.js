// {"name":"b316-sync-iterator-primitives","env":"browser","file":"b316-sync-iterator-primitives.js"}
const kinds = { number: 1, text: 'abc', truth: true, symbol: Symbol('x'), bigint: 5n, undefined, null: null };
(async () => {
  for (const [name, value] of Object.entries(kinds)) {
    async function* g() { try { yield* { [Symbol.iterator]() { return this; }, next() { return value; } }; } catch (e) { log(name + ' caught ' + e.name); } }
    await g().next().then((r) => log(name + ' next ' + r.value + ' ' + r.done));
    let k = 0;
    try {
      for await (const x of { [Symbol.iterator]() { return this; }, next() { return k++ < 2 ? value : { done: true }; } }) log(name + ' x ' + x);
      log(name + ' end');
    } catch (e) { log(name + ' loop caught ' + e.name); }
  }
})();
