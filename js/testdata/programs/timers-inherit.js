const timeout = setTimeout(() => console.log('timeout'), 1), immediate = setImmediate(() => console.log('immediate'));
console.log(typeof timeout[Symbol.toPrimitive], typeof timeout[Symbol.dispose], typeof immediate[Symbol.dispose]);
for (const one of [timeout, immediate]) if (one[Symbol.dispose]) one[Symbol.dispose]();
