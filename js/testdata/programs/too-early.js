// What is declared at the top of a file cannot be read before.
try { console.log(a); } catch (e) { console.log(e.name, e.message) }
try { a = 5; } catch (e) { console.log(e.name, e.message) }
try { f(); } catch (e) { console.log(e.name, e.message) }
try { new K(); } catch (e) { console.log(e.name, e.message) }
try { typeof a; console.log('typeof'); } catch (e) { console.log(e.name, e.message) }
function f() { return b + 1; }
let a = 1; const b = 2; class K {} let c;
console.log(a, b, f(), new K(), c);
try { let x = x + 1; } catch (e) { console.log(e.name, e.message) }
{ try { q; } catch (e) { console.log(e.name, e.message) } let q = 1; }
switch (1) { case 0: let z; case 1: try { z; } catch (e) { console.log(e.name, e.message) } }
const timer = setTimeout(() => { console.log(typeof timer); clearTimeout(timer); }, 1);
const p = new Promise((res) => { try { res(p); } catch (e) { console.log(e.message); res(1) } });
const un = sub(() => { try { un(); } catch (e) { console.log(e.message) } });
function sub(f) { f(); return () => console.log('un'); }
un();
const { x, y: [z] } = { x: 1, y: [2] }; console.log(x, z);
