// The attribute onmessage of a port whose listeners were all removed, or of which none was left.
const said = (name, act) => { try { console.log(name, act()); } catch (error) { console.log(name, error.name, error.message); } };
const told = (name) => () => console.log(name);
const made = [];
const port = (name, then) => {
  const { port1, port2 } = new MessageChannel();
  made.push(port1);
  const act = (does) => said(name, () => { does(port1); return port1.listenerCount('message'); });
  then(act);
  said(name, () => port1.eventNames().join());
  port2.postMessage(0);
};
port('all removed', (act) => {
  act((p) => { p.onmessage = told('first'); });
  act((p) => p.removeAllListeners('message'));
  act((p) => { p.onmessage = null; });
  act((p) => { p.onmessage = told('all removed heard'); });
});
port('another since', (act) => {
  act((p) => { p.onmessage = told('first'); p.removeAllListeners(); p.on('message', told('another since heard')); });
  act((p) => { p.onmessage = told('second'); });
  act((p) => p.off('message', told('nobody')));
});
port('last taken away', (act) => {
  const other = told('other');
  act((p) => { p.onmessage = told('first'); p.onmessage = null; });
  act((p) => p.on('message', other));
  act((p) => p.off('message', other));
  act((p) => { p.onmessage = told('last taken away heard'); });
});
port('once', (act) => {
  act((p) => p.once('message', told('once heard')));
  act((p) => { p.onmessage = null; });
  act((p) => { p.onmessage = told('handler heard'); });
});
port('error', (act) => {
  act((p) => { p.onmessageerror = told('first'); p.removeAllListeners('messageerror'); });
  act((p) => { p.onmessageerror = told('second'); });
});
const signal = new AbortController().signal, other = told('other');
said('signal', () => { signal.onabort = told('first'); signal.onabort = null; signal.addEventListener('abort', other); signal.removeEventListener('abort', other); });
said('signal', () => { signal.onabort = told('signal heard'); });
signal.dispatchEvent(new Event('abort'));
setImmediate(() => setImmediate(() => made.forEach((one) => one.close())));
