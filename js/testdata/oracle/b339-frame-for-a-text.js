// {"name":"b339-frame-for-a-text","env":"browser","file":"b339-frame-for-a-text.js"}
const el = document.createElement('div'), other = document.createElement('div');
document.body.append(el);
const probe = (name, next) => {
  setTimeout(() => log(name + ' timer'));
  requestAnimationFrame(() => { log(name + ' frame'); setTimeout(next, 200); });
};
setTimeout(() => {
  el.textContent = 'hello';
  setTimeout(probe, 3, 'text', () => {
    other.textContent = 'not in the page';
    el.setAttribute('data-x', '1');
    setTimeout(probe, 3, 'nothing', () => log('end'));
  });
}, 300);
