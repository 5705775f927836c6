console.table([{ a: 1, b: 'x' }, { a: 2, c: true }]);
console.table([[1, 2], [3, 4]]);
console.table(['p', 'q']);
console.table(new Map([['k', 1]]));
console.table(5);
console.table([{ a: 1, b: 2 }], ['b']);
console.group('G'); console.log('in'); console.group(); console.log('deep\nline'); console.groupEnd(); console.log({ a: 1 }); console.groupEnd(); console.log('out');
console.count(); console.count(); console.count('x'); console.countReset(); console.count();
console.assert(true, 'no'); 
console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 });
console.dir({ a: { b: { c: { d: 1 } } } }, { depth: null });
console.log('%s is %d', 'x', 5, 'more');
console.log();
console.info('i'); console.debug('d');
console.log(typeof console.time, require('util').inspect('s'), require('util').inspect({ a: 1, b: { c: { d: { e: 1 } } } }, { depth: 0 }), require('util').inspect({ a: 1, b: 2 }, { compact: false }));
class Money { constructor(n) { this.n = n; } [Symbol.for('nodejs.util.inspect.custom')](depth, o) { return `Money<${this.n}>`; } }
console.log(new Money(5), [new Money(6)], { m: new Money(7) });
