// Made at random.
process.on('uncaughtException', (e) => console.log('caught', e.message)); let left = 14; const log = (...a) => console.log(...a);
const c0 = new MessageChannel();
c0.port1.once('message', (d) => { log('once 1', d);  });
c0.port2.on('message', (d) => { log('on 2', d); setImmediate(() => { log('imm 3'); if (left-- > 0) c0.port2.postMessage(4); log('has', c0.port1.hasRef && c0.port1.hasRef()); setImmediate(() => { log('imm 5'); log('.'); }); }); setImmediate(() => { log('imm 6');  }); process.nextTick(() => { log('tick 7'); if (left-- > 0) c0.port1.postMessage(8); process.nextTick(() => { log('tick 9'); log('.'); log('.'); }); if (left-- > 0) c0.port2.postMessage(10); }); });
try { Promise.resolve().then(() => { log('job 11'); if (left-- > 0) c0.port1.postMessage(12); }); } catch (e) { log(e.message); }
try { Promise.resolve().then(() => { log('job 13'); c0.port2.once('message', (d) => { log('once 14', d);  }); }); } catch (e) { log(e.message); }
try { process.nextTick(() => { log('tick 15'); if (left-- > 0) c0.port2.postMessage(16); if (left-- > 0) c0.port2.postMessage(17); }); } catch (e) { log(e.message); }
let k = 0; (function end() { log('end', k); if (k++ < 6) setImmediate(end); else { process.exit(0); } })();
process.on('exit', (c) => log('exit', c));
