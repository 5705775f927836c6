// {"name":"a18-reasons-like-errors","env":"node","file":"a18-reasons-like-errors.js"}
process.on('uncaughtException',(e)=>log(e&&e.code==='ERR_UNHANDLED_REJECTION'?'wrapped':'itself'));
class Like { constructor(){ Error.captureStackTrace(this, Like); } }
class Has { constructor(){ this.stack='q'; } }
const bare=new Error('x'); delete bare.stack;
const alone=new Error('x'); Object.setPrototypeOf(alone,null);
const f=()=>{}; f.stack='x';
const reasons=[new Error('e'), 1, new Like(), new Has(), bare, alone, Object.create(Error.prototype), Object.create(new Error('p')), f, new Proxy(new Error('pp'),{}), {get stack(){return 1}}, new (class extends Error{get stack(){return 'own'}})('k'), Object.freeze(new Error('f')), Object.assign(Object.create(null),{stack:1})];
for(const r of reasons) Promise.reject(r);
