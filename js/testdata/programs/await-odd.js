// What await makes a promise of: objects whose then cannot be had, promises of
// other classes, and thenables that resolve with a promise.
const tick = (n, p = Promise.resolve()) => { for (let i = 1; i <= n; i++) p = p.then(() => console.log('tick', i)); };
const note = (text) => console.log(text);
tick(10);

class Sub extends Promise {}
class Back extends Promise { static get [Symbol.species]() { return Promise; } }
const other = Promise.resolve(1);
other.constructor = function () {};
const own = Sub.resolve(1);
own.constructor = Promise;

(async () => { try { await { get then() { throw 'getter'; } }; } catch (e) { note(e); } })();
(async () => { for await (const x of [{ get then() { throw 'getter of an element'; } }]) note(x); })().catch(note);
(async function* () { yield { get then() { throw 'getter of what is yielded'; } }; })().next().catch(note);
(async () => { await 1; note('value'); })();
(async () => { await { then(r) { r(1); } }; note('thenable'); })();
(async () => { await { then(r) { r(Promise.resolve(1)); } }; note('thenable of a promise'); })();
(async () => { await Promise.resolve(1); note('promise'); })();
(async () => { await Sub.resolve(1); note('subclass'); })();
(async () => { await Back.resolve(1); note('subclass of species Promise'); })();
(async () => { await Back.resolve(1).then(() => {}); note('what its then returned'); })();
(async () => { await other; note('another constructor'); })();
(async () => { await own; note('subclass with the constructor Promise'); })();
const mute = Promise.resolve(1);
mute.then = null;
new Promise((r) => r(mute)).then((v) => note('a promise without then: ' + (v === mute)));
(async () => mute)().then((v) => note('returned: ' + (v === mute)));
(async () => note('awaited: ' + await mute))();
Back.resolve(1).finally(() => Promise.resolve()).then(() => note('finally'));
Promise.all([other]).then(() => note('all'));
(async () => { for await (const x of [other]) note('element'); })();
