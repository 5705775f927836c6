console.log(Object.getOwnPropertyNames(Promise).sort().join());
console.log(Object.getOwnPropertyNames(Promise.prototype).sort().join());
