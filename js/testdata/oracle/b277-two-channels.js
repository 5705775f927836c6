// {"name":"b277-two-channels","env":"browser","race":true,"file":"b277-two-channels.js"}
const a = new MessageChannel(), b = new MessageChannel(); a.port1.onmessage = e => { log('a', e.data); if (e.data < 3) b.port2.postMessage(e.data + 1) }; b.port1.onmessage = e => { log('b', e.data); if (e.data < 3) a.port2.postMessage(e.data + 1) }; a.port2.postMessage(0); b.port2.postMessage(0)
