// {"name":"b249-broadcast-listeners","env":"browser","file":"b249-broadcast-listeners.js"}
const a = new BroadcastChannel('z'), b = new BroadcastChannel('z'); b.addEventListener('message', () => { log('B1'); Promise.resolve().then(() => log('b1')) }); b.onmessage = () => { log('B2'); Promise.resolve().then(() => log('b2')) }; a.postMessage(0)
