// A tagged template has one object for each place.
const seen = []; const tag = (s) => { seen.push(s); return s; };
function f() { return tag`a${1}b`; }
console.log(f() === f(), tag`a` === tag`a`, Object.isFrozen(f()), Object.isFrozen(f().raw), f().raw);
for (let i = 0; i < 2; i++) tag`x${i}`;
console.log(seen[seen.length - 1] === seen[seen.length - 2]);
const g = () => tag`\unicode and ${1}`; console.log(g(), g().raw, g() === g());
class K { static m() { return tag`z` } } console.log(K.m() === K.m());
async function h() { await null; return tag`q` } h().then((a) => h().then((b) => console.log(a === b)));
const cache = new WeakMap(); const html = (s, ...v) => { if (!cache.has(s)) { cache.set(s, cache.n = (cache.n || 0) + 1); } return cache.get(s) }; const r = (x) => html`<p>${x}</p>`; console.log(r(1), r(2));
