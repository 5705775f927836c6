// {"name":"b338-constructor-of-promises-replaced","env":"browser","file":"b338-constructor-of-promises-replaced.js"}
const own = Promise.prototype.constructor;
const rounds = (said) => { let p = Promise.resolve(); for (let i = 1; i < 7; i++) p = p.then(() => said.push(i)); };
const species = class { static get [Symbol.species]() { return Promise; } };
const other = class Other extends Promise {};
const ways = [['a function', function X() {}], ['Object', Object], ['nothing', undefined], ['a species', species], ['another class', other]];
(async () => {
  for (const [name, constructor] of ways) {
    const said = [], p = Promise.resolve(1), q = Promise.resolve(1);
    rounds(said);
    Promise.prototype.constructor = constructor;
    const a = (async () => { await p; said.push('await'); })();
    Promise.prototype.constructor = own;
    q.constructor = constructor;
    const b = (async () => { await q; said.push('own'); })();
    await new Promise((f) => setTimeout(f, 5));
    console.log(name, said.join(' '));
  }
})();
