// What process.emitWarning refuses.
const t = (f) => { try { f(); console.log('fine'); } catch (e) { console.log(e.name, e.code, e.message); } };
t(() => { for (const x of 1) break; });
t(() => { process.emitWarning(); });
t(() => { process.emitWarning(1); });
t(() => { process.emitWarning('a', 1); });
t(() => { process.emitWarning('a', {}, 1); });
t(() => { process.emitWarning('a', 'T', 1); });
t(() => { process.emitWarning('a', 'T', {}); });
t(() => { process.emitWarning('a', null); });
t(() => { process.emitWarning('a', { type: 1 }); });
t(() => { process.emitWarning('a', { code: 1 }); });
t(() => { process.emitWarning({}); });
t(() => { process.emitWarning('a', []); });
t(() => { process.emitWarning(Symbol('x')); });
process.on('warning', (w) => console.log('W', w.name, w.message, w.code, w.detail));
