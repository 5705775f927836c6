// Made at random.
process.on('uncaughtException', (e) => console.log('caught', e.message)); let left = 22; const log = (...a) => console.log(...a);
const c0 = new MessageChannel();
const c1 = new MessageChannel();
c0.port1.on('message', (d) => { log('on 1', d);  });
c0.port2.on('message', (d) => { log('on 2', d);  });
c1.port1.on('message', (d) => { log('on 3', d); setImmediate(() => { log('imm 4'); c0.port2.ref(); c0.port2.on('message', (d) => { log('on 5', d);  }); if (left-- > 0) c1.port2.postMessage(6); }); process.nextTick(() => { log('tick 7'); Promise.resolve().then(() => { log('job 8'); if (left-- > 0) c1.port2.postMessage(9); log('.'); c0.port2.start(); }); if (left-- > 0) c1.port2.postMessage(10); }); });
c1.port2.onmessage = (e) => { log('onmessage 11', e.data);  };
try { c0.port2.removeAllListeners('message'); } catch (e) { log(e.message); }
try { if (left-- > 0) throw new Error('e12'); } catch (e) { log(e.message); }
try { if (left-- > 0) { const c = new MessageChannel(); c.port2.on('message', (d) => { log('new', d); if (left-- > 0) c0.port1.postMessage(13); setImmediate(() => { log('imm 14'); if (left-- > 0) c1.port2.postMessage(15); }); c.port1.close(); }); c.port1.postMessage(16); } } catch (e) { log(e.message); }
try { if (left-- > 0) c1.port2.postMessage(17); } catch (e) { log(e.message); }
try { Promise.resolve().then(() => { log('job 18'); setImmediate(() => { log('imm 19');  }); }); } catch (e) { log(e.message); }
try { Promise.resolve().then(() => { log('job 20'); c0.port1.close(() => { log('closed 21');  }); c0.port1.onmessage = null; setImmediate(() => { log('imm 22'); if (left-- > 0) c1.port1.postMessage(23); }); }); } catch (e) { log(e.message); }
let k = 0; (function end() { log('end', k); if (k++ < 8) setImmediate(end); else { process.exit(0); } })();
process.on('exit', (c) => log('exit', c));
