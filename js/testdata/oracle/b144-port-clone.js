// {"name":"b144-port-clone","env":"browser","file":"b144-port-clone.js"}
const c = new MessageChannel(); c.port1.onmessage = (e) => log(e.data instanceof Map, e.ports.length, e.type); try { c.port2.postMessage(() => {}); } catch (e) { log(e.name); } c.port2.postMessage(new Map()); const d = new MessageChannel(); c.port2.postMessage(1, [d.port1]); d.port2.postMessage('x');
