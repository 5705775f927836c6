// {"name":"b217-composed-path-nested","env":"browser","file":"b217-composed-path-nested.js"}
const a = document.createElement('div'), b = document.createElement('p'), c = document.createElement('i'); a.append(b); b.append(c); document.body.append(a)
const name = n => n === window ? 'win' : n === document ? 'doc' : n.nodeName.toLowerCase(); let kept
a.addEventListener('x', e => { kept = e; log('path', e.composedPath().map(name).join()); b.remove(); log('path', e.composedPath().map(name).join(), name(e.target), name(e.currentTarget)) }); b.addEventListener('x', e => { log('b', e.eventPhase); a.append(c) }); document.addEventListener('x', e => log('doc', name(e.target), e.eventPhase)); document.addEventListener('x', e => log('doc capture', e.eventPhase), true)
c.dispatchEvent(new Event('x', { bubbles: true })); log(kept.composedPath().length, kept.currentTarget, kept.eventPhase, name(kept.target)); c.dispatchEvent(new Event('x')); 
