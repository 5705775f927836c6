// Made at random.
process.on('uncaughtException', (e) => console.log('caught', e.message)); let left = 19; const log = (...a) => console.log(...a);
const c0 = new MessageChannel();
c0.port1.on('message', (d) => { log('on 1', d); if (left-- > 0) { const c = new MessageChannel(); c.port2.on('message', (d) => { log('new', d); setImmediate(() => { log('imm 2');  }); c0.port1.onmessage = null; Promise.resolve().then(() => { log('job 3'); log('.'); c0.port2.close(); log('.'); }); c.port1.close(); }); c.port1.postMessage(4); } setImmediate(() => { log('imm 5'); setImmediate(() => { log('imm 6'); log('.'); log('.'); log('.'); }); if (left-- > 0) c0.port2.postMessage(7); process.nextTick(() => { log('tick 8'); log('.'); log('.'); if (left-- > 0) c0.port2.postMessage(9); }); }); });
try { setImmediate(() => { log('imm 10');  }); } catch (e) { log(e.message); }
try { log('has', c0.port2.hasRef && c0.port2.hasRef()); } catch (e) { log(e.message); }
try { process.nextTick(() => { log('tick 11');  }); } catch (e) { log(e.message); }
try { Promise.resolve().then(() => { log('job 12'); if (left-- > 0) c0.port2.postMessage(13); }); } catch (e) { log(e.message); }
try { if (left-- > 0) c0.port1.postMessage(14); } catch (e) { log(e.message); }
try { if (left-- > 0) c0.port2.postMessage(15); } catch (e) { log(e.message); }
let k = 0; (function end() { log('end', k); if (k++ < 6) setImmediate(end); else { process.exit(0); } })();
process.on('exit', (c) => log('exit', c));
