// what replaces it may be late, or throw, or be no function
const list = [], L = (...a) => { list.push(a.join(' ')); }; process.on('exit', () => { delete process.nextTick; process.nextTick = nt; for (const l of list) console.log(l); }); const nt = process.nextTick;
process.on('warning', (w) => L('W', w.message));
process.nextTick = (f, ...a) => setTimeout(() => f(...a), 10);
process.emitWarning('late');
process.nextTick = (f, ...a) => { f(...a); f(...a); };
process.emitWarning('now');
process.nextTick = () => { throw new Error('thrown'); };
try { process.emitWarning('threw'); } catch (e) { L(e.message); }
try { setTimeout(() => L('long'), 3e9); } catch (e) { L(e.message); }
process.nextTick = 7;
try { process.emitWarning('none'); } catch (e) { L(e.message); }
delete process.nextTick;
try { process.emitWarning('gone'); } catch (e) { L(e.message); }
process.nextTick = nt;
process.emitWarning('again');
L('end'); setTimeout(() => process.exit(), 30);
