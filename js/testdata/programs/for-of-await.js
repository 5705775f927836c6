// What a loop goes over may have to be awaited.
(async () => { for (const x of await Promise.resolve([1, 2])) console.log(x); for (const k in await { a: 1 }) console.log(k); for (const q of [async () => 5]) console.log(await q()); console.log('end'); })();
