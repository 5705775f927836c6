// Two ways to be called soon. Which of them comes first?
setTimeout(() => console.log('slow'), 0);
setImmediate(() => console.log('fast'));
