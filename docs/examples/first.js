// Gives up after two milliseconds. Can it give up before the work has begun?
setTimeout(() => console.log('give up'), 2);
setImmediate(() => console.log('work'));
