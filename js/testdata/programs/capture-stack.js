// What Error.captureStackTrace gives a stack, by its first line.
const a = {}; Error.captureStackTrace(a); console.log(a.stack.split('\n')[0]);
const b = { name: 'N', message: 'm' }; Error.captureStackTrace(b); console.log(b.stack.split('\n')[0]);
const c = { message: 'm' }; Error.captureStackTrace(c); console.log(c.stack.split('\n')[0]);
class D extends Error { constructor(m) { super(m); Error.captureStackTrace(this, D); } } console.log(new D('x').stack.split('\n')[0]);
class F extends Error { constructor(m) { super(m); this.name = 'F'; Error.captureStackTrace(this, F); } } console.log(new F('x').stack.split('\n')[0]);
const e = { name: '', message: 'q' }; Error.captureStackTrace(e); console.log(e.stack.split('\n')[0]);
const g = []; Error.captureStackTrace(g); console.log(g.stack.split('\n')[0], g.stack.split('\n').length > 1);
const h = function () {}; Error.captureStackTrace(h); console.log(h.stack.split('\n')[0]);
