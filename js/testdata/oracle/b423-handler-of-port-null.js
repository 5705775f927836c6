// What counts as a listener: onmessage of null, of no function, of one that is set again; and what a handler returns.
const told = (name) => () => console.log(name);
const said = (name, act) => { try { console.log(name, act()); } catch (error) { console.log(name, error.name, error.code); } };
const made = [];
const port = (name, then) => {
  const { port1, port2 } = new MessageChannel();
  made.push(port1);
  said(name + ' none is null', () => port1.onmessage === null);
  then(port1, (act) => said(name, () => { act(); return port1.listenerCount('message'); }));
  port2.postMessage(0);
};
port('null', (p, act) => { act(() => { p.onmessage = null; }); act(() => p.on('message', told('null heard'))); });
port('number', (p, act) => { act(() => { p.onmessage = 5; }); act(() => { p.onmessage = told('number heard'); }); });
port('object', (p, act) => { act(() => { p.onmessage = {}; }); act(() => { p.onmessage = told('object heard'); }); });
port('same', (p, act) => { const f = told('same heard'); act(() => p.on('message', f)); act(() => { p.onmessage = f; }); act(() => p.off('message', f)); });
port('order', (p, act) => { act(() => { p.onmessage = told('first'); }); act(() => p.on('message', told('second'))); act(() => { p.onmessage = told('first again'); }); });
port('rejects', (p, act) => { act(() => { p.onmessage = async () => { throw new Error('rejected'); }; }); });
process.on('uncaughtException', (error) => console.log('uncaught', error.message));
process.on('unhandledRejection', (error) => console.log('unhandled', error.message));
const controller = new AbortController();
controller.signal.addEventListener('abort', told('listener'));
controller.signal.onabort = (event) => console.log('onabort', event.type);
controller.abort();
setImmediate(() => setImmediate(() => made.forEach((one) => one.close())));
