// What callbacks have for this, the fields of timers, and the names and errors
// of emitters.
const EventEmitter = require('events');

const first = setTimeout(function () {
  console.log('timer', this === first, this._idleTimeout, this._destroyed, this._repeat);
  const immediate = setImmediate(function () {
    console.log('immediate', this === immediate);
    second();
  });
}, 1);
const cleared = setTimeout(() => {}, 1);
clearTimeout(cleared);
console.log('cleared', cleared._idleTimeout);

function second() {
  const interval = setInterval(function () {
    clearInterval(interval);
    console.log('interval', this === interval, this._idleTimeout, this._repeat);
    setTimeout(() => console.log('later', first._idleTimeout, interval._idleTimeout, interval._repeat), 1);
  }, 3);
}

const emitter = new EventEmitter();
console.log(emitter.on === emitter.addListener, emitter.on.name, emitter.off === emitter.removeListener, emitter.off.name);
emitter.on('removeListener', (type, listener) => console.log('removed', type, listener.name));
emitter.once('x', function heard() {});
emitter.emit('x');
for (const n of [-1, NaN, 'a', undefined]) {
  try {
    emitter.setMaxListeners(n);
  } catch (e) {
    console.log(e.name, e.code, e.message);
  }
}
let depth = 0;
function deeper() { depth++; deeper(); }
try { deeper(); } catch (e) { console.log(e instanceof RangeError, e.message, depth > 1000); }
