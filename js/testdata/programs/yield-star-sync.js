// yield* in generators that are not async: what is sent in, returned and closed.
function* inner() { const given = yield 'inner'; console.log('given', given); return 'returned'; }
function* outer() { const got = yield* inner(); console.log('got', got); yield* [1, 2]; yield* 'ab'; }
const it = outer();
console.log(it.next(), it.next('sent'), [...it]);
function* closing() { try { yield 1; yield 2; } finally { console.log('closed'); } }
function* around() { yield* closing(); }
for (const x of around()) { console.log(x); break; }
try { const thrown = around(); thrown.next(); thrown.throw(new Error('into it')); } catch (e) { console.log(e.message); }
try { (function* () { yield* undefined; })().next(); } catch (e) { console.log(e.name); }
