// {"name":"b336-request-of-no-url","env":"browser","file":"b336-request-of-no-url.js"}
const told = (url, x = new XMLHttpRequest()) => {
  try { x.open('GET', url); log(url + ': open ' + x.readyState); } catch (e) { log(`${url}: ${e.name} ${e.code} ${e instanceof DOMException} ${e.message} ${x.readyState}`); }
};
for (const url of ['http://[', 'http://', 'http:///', 'https://?q', 'http://#f', 'http://[::1', 'http://[::1]x/', 'http://a:b/', 'http://a:65536/', 'http://a:1:2/', 'http://user@/', 'http://user:p@:80/', 'http://[]/',
  'ws://[', '  http://[  ', 'HTTP://[', 'http:\\\\[', 'http://:80/']) told(url);
for (const url of ['http:', 'http:a', '/ping', '', '?', '#', 'foo:', 'foo://', 'data:,x', 'http://a:/', 'http://a:65535/', 'http://[::1]:80/', 'http://u:p@a:80/', 'http://a\t/', '/a?http://[']) told(url);
const x = new XMLHttpRequest();
for (const e of ['readystatechange', 'loadend']) x.addEventListener(e, () => log(e + ' ' + x.readyState));
x.open('GET', '/ping');
told('http://[', x);
x.send();
told('http://[', x);
