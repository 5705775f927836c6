// {"name":"b484-response-text","env":"browser","race":true,"file":"b484-response-text.js"}
fetch('/ping').then((r) => {
  console.log('answer');
  r.text().then(() => console.log('text'));
  Promise.resolve().then(() => console.log('job'));
  setTimeout(() => console.log('timer'), 0);
});
