// A timer of Node's is found by its number once that was asked for, under the number that it had then.
const n = setTimeout(() => console.log('not asked for'), 3);
clearTimeout(1); clearTimeout('1'); clearTimeout(true);
const cleared = setTimeout(() => console.log('asked for'), 3);
const number = +cleared;
clearTimeout(String(number) + '.0'); clearTimeout(' ' + number); clearTimeout(number + 0.5);
clearTimeout([number]); clearTimeout(new Number(number)); clearTimeout({ valueOf: () => number });
const text = setTimeout(() => console.log('asked for as a text'), 3);
clearTimeout(`${text}`);
const done = setTimeout(() => console.log('done'), 3);
const old = +done;
setTimeout(() => {
  done.refresh && done.refresh();
  clearTimeout(+done);
  setTimeout(() => clearTimeout(old), 1);
  setTimeout(() => console.log('end'), 20);
}, 9);
