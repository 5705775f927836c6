// Begins to count when the work begins.
setImmediate(() => {
  console.log('work');
  setTimeout(() => console.log('give up'), 2);
});
