AbortSignal.timeout(5).onabort = () => console.log("never: unref");
console.log("main");
