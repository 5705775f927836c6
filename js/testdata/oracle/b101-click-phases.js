// {"name":"b101-click-phases","env":"browser","file":"b101-click-phases.js"}
const o = document.createElement('div'), i = document.createElement('div'); o.appendChild(i); document.body.appendChild(o);
o.addEventListener('click', (e) => { log('outer', e.eventPhase, e.target === i, e.currentTarget === o); Promise.resolve().then(() => log('p outer')); });
o.addEventListener('click', () => log('capture'), true);
i.addEventListener('click', (e) => { log('inner', e.eventPhase); Promise.resolve().then(() => log('p inner')); setTimeout(() => log('timeout'), 0); });
i.click(); log('after click');
