// Made at random.
process.on('uncaughtException', (e) => console.log('caught', e.message)); let left = 30; const log = (...a) => console.log(...a);
const c0 = new MessageChannel();
const c1 = new MessageChannel();
c0.port1.addEventListener('message', (e) => { log('ael 1', e.data, e.ports.length);  });
c0.port2.on('message', (d) => { log('on 2', d); if (left-- > 0) c1.port2.postMessage(3); setImmediate(() => { log('imm 4'); process.nextTick(() => { log('tick 5');  }); }); });
c0.port2.on('close', () => { log('close c0.port2'); if (left-- > 0) c0.port1.postMessage(6); if (left-- > 0) throw new Error('e7'); });
c1.port1.addEventListener('message', (e) => { log('ael 8', e.data, e.ports.length); process.nextTick(() => { log('tick 9'); c1.port2.unref(); setImmediate(() => { log('imm 10'); if (left-- > 0) c1.port2.postMessage(11); log('.'); }); if (left-- > 0) c0.port2.postMessage(12); }); });
c1.port2.on('close', () => { log('close c1.port2'); c0.port2.ref(); if (left-- > 0) throw new Error('e13'); c1.port2.on('message', (d) => { log('on 14', d); if (left-- > 0) c0.port1.postMessage(15); c0.port1.close(); }); });
try { if (left-- > 0) c1.port2.postMessage(16); } catch (e) { log(e.message); }
try { if (left-- > 0) c1.port2.postMessage(17); } catch (e) { log(e.message); }
try { Promise.resolve().then(() => { log('job 18'); Promise.resolve().then(() => { log('job 19'); c1.port1.onmessage = null; c1.port2.unref(); }); setImmediate(() => { log('imm 20'); log('.'); log('has', c1.port1.hasRef && c1.port1.hasRef()); if (left-- > 0) c0.port1.postMessage(21); }); if (left-- > 0) c1.port1.postMessage(22); }); } catch (e) { log(e.message); }
try { c0.port2.on('message', (d) => { log('on 23', d);  }); } catch (e) { log(e.message); }
try { log('has', c1.port1.hasRef && c1.port1.hasRef()); } catch (e) { log(e.message); }
let k = 0; (function end() { log('end', k); if (k++ < 9) setImmediate(end); else { process.exit(0); } })();
process.on('exit', (c) => log('exit', c));
