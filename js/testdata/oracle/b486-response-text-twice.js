// {"name":"b486-response-text-twice","env":"browser","race":true,"file":"b486-response-text-twice.js"}
fetch('/ping').then((r) => {
  r.text().then(() => console.log('text'));
  r.text().catch((e) => console.log(`${e}`));
});
