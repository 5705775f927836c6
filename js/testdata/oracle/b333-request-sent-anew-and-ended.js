// {"name":"b333-request-sent-anew-and-ended","env":"browser","file":"b333-request-sent-anew-and-ended.js"}
const anew = {
  'send, abort': (x) => { x.open('GET', 'data:,b'); x.send(); x.abort(); },
  'send, open': (x) => { x.open('GET', 'data:,b'); x.send(); x.open('GET', 'data:,b'); },
  'send, abort, open': (x) => { x.open('GET', 'data:,b'); x.send(); x.abort(); x.open('GET', 'data:,b'); },
  'send, abort, send': (x) => { x.open('GET', 'data:,b'); x.send(); x.abort(); x.open('GET', 'data:,b'); x.send(); },
  'abort': (x) => x.abort(),
  'open, abort': (x) => { x.open('GET', 'data:,b'); x.abort(); },
};
const names = Object.keys(anew);
function next() {
  const name = names.shift();
  if (!name) return;
  const x = new XMLHttpRequest();
  let done = false;
  for (const e of ['load', 'loadend', 'abort', 'readystatechange', 'loadstart', 'error']) x.addEventListener(e, () => {
    log(name + ': ' + e + ' ' + x.readyState);
    if (done || x.readyState !== 4) return;
    done = true;
    anew[name](x);
  });
  x.open('GET', 'data:,a');
  x.send();
  setTimeout(next, 50);
}
next();
