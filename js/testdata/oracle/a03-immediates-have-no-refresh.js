// {"name":"a03-immediates-have-no-refresh","env":"node","file":"a03-immediates-have-no-refresh.js"}
const timeout = setTimeout(() => {}, 1), immediate = setImmediate(() => {});
for (const key of ['ref', 'unref', 'refresh', 'close']) console.log(key, typeof timeout[key], typeof immediate[key]);
console.log(timeout.unref() === timeout, timeout.ref() === timeout, immediate.unref() === immediate, immediate.ref() === immediate);
