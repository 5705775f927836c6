// A page's clearTimeout takes a long (Web IDL): what is no number is made one, a fraction is cut off, and the rest wraps.
function go(name, of) {
  const id = setTimeout(() => console.log(name + ' runs'), 5);
  try { clearTimeout(of(id)); } catch (e) { console.log(name + ' ' + e.name); }
}
go('string', (i) => String(i)); go('spaces', (i) => ' ' + i + ' '); go('fraction', (i) => i + 0.7);
go('text fraction', (i) => i + '.0'); go('wraps', (i) => i + 2 ** 32); go('text hex', (i) => '0x' + i.toString(16));
go('object', (i) => ({ valueOf: () => i })); go('array', (i) => [i]); go('Number', (i) => new Number(i));
go('BigInt', (i) => BigInt(i)); go('symbol', (i) => Symbol('s'));
go('thrower', (i) => ({ valueOf() { throw new RangeError('mine'); } }));
go('negative', (i) => i - 2 ** 32); go('null', () => null); go('none', () => undefined); go('NaN', () => NaN);
