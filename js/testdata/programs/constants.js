// Assignments to constants throw when the program comes there.
'use strict';
const a = 1, o = { get x() { console.log('x'); return 1; } };
const t = (f) => { try { f(); console.log('none') } catch (e) { console.log(`${e}`) } };
t(() => { a = (console.log('rhs'), 2) }); t(() => { a += 2 }); t(() => { a++ }); t(() => { --a }); t(() => { [a] = [1] }); t(() => { ({ a } = o) }); t(() => { ({ a = 4 } = {}) });
t(() => { ({ x: a } = o) }); t(() => { for (a of [1]) ; }); t(() => { for (a in { k: 1 }) ; });
t(() => { b = (console.log('rhs'), 2); const b = 1 }); t(() => { (a) = 2 }); t(() => { ({ a, ...c } = o) }); t(() => { let c; ({ c, a } = { c: 1 }); console.log(c) });
t(() => { class A { constructor() { this.b = 1; a = 2 } }; new A() });
t(() => { for (const i = 0; i < 1; i++) console.log(i) }); t(() => { [...a] = [1] });
let s = 0; switch (1) { case 1: const q = 1; t(() => { q = 2 }); }
(async () => { const z = 1; try { z = await 2 } catch (e) { console.log('' + e) } })();
console.log(new Function('const a = 1; try { a = 2 } catch (e) { return `${e}` }')());
