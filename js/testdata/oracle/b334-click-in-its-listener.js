// {"name":"b334-click-in-its-listener","env":"browser","file":"b334-click-in-its-listener.js"}
const div = document.createElement('div'), other = document.createElement('div');
let inner = () => {};
div.addEventListener('click', (e) => { log('click ' + e.isTrusted + ' ' + e.eventPhase); const f = inner; inner = () => {}; f(); });
div.addEventListener('click', () => log('second listener'));
other.addEventListener('click', () => { log('other'); div.click(); });
const first = (name, f) => { log('-- ' + name); inner = f; };
first('click', () => div.click()); div.click();
first('click of another', () => other.click()); div.click();
first('dispatchEvent', () => div.dispatchEvent(new MouseEvent('click'))); div.click();
first('click within dispatchEvent', () => div.click()); div.dispatchEvent(new MouseEvent('click'));
first('click within dispatchEvent within click', () => { inner = () => div.click(); div.dispatchEvent(new MouseEvent('click')); }); div.click();
addEventListener('error', (e) => { log('error'); div.click(); e.preventDefault(); });
first('a listener that throws', () => { throw new Error('thrown'); }); div.click();
first('afterwards', () => {}); div.click();
const parent = document.createElement('div');
parent.append(other);
document.body.append(parent);
parent.addEventListener('click', () => { log('parent'); other.click(); parent.click(); });
first('a parent', () => {}); other.click();
const box = document.createElement('input');
box.type = 'checkbox';
document.body.append(box);
for (const name of ['click', 'input', 'change']) {
  let told = 0;
  box.addEventListener(name, () => { log(name + ' ' + box.checked); if (told++ < 2) box.click(); log(name + ' over ' + box.checked); });
}
first('a box', () => {}); box.click();
