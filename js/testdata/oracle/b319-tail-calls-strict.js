// {"name":"b319-tail-calls-strict","env":"browser","file":"b319-tail-calls-strict.js"}
const ways = {
  sloppy: 'return async function* () { return f(); };',
  'a function': "return async function* () { 'use strict'; return f(); };",
  'a function around': "'use strict'; return async function* () { return f(); };",
  'an arrow around': "return (() => { 'use strict'; return async function* () { return f(); }; })();",
  'a function beside': "(() => { 'use strict'; })(); return async function* () { return f(); };",
  'a method': 'const m = async function* () { return f(); }; return { m }.m;',
  'a method of a class': 'return () => new (class { async *m() { return f(); } })().m();',
  'a static method': 'return () => (class { static async *m() { return f(); } }).m();',
  'what a class extends': 'let g; class K extends (g = async function* () { return f(); }, Object) {} return g;',
  'a key of a class': "let g; class K { [(g = async function* () { return f(); }, 'a')]() {} } return g;",
  'a static block': 'let g; class K { static { g = async function* () { return f(); }; } } return g;',
  'behind a class': 'class K {} return async function* () { return f(); };',
};
(async () => {
  for (const [name, code] of Object.entries(ways)) {
    const g = Function('f', code)(() => Promise.resolve(1));
    await g().next().then((r) => log(name + ': ' + (r.value instanceof Promise ? 'a promise' : r.value)));
  }
})();
