const delay = (ms) => ({ valueOf() { console.log('valueOf'); return ms; }, toString() { console.log('toString'); return '1'; } });
setTimeout(() => console.log('timeout'), delay(5));
const interval = setInterval(() => { console.log('interval'); clearInterval(interval); }, { [Symbol.toPrimitive](hint) { console.log(hint); return 9; } });
setTimeout(() => console.log('last'), { valueOf() { return 20; }, toString() { throw new Error('toString'); } });
