// {"name":"b270-xhr-timeout-and-reuse","env":"browser","file":"b270-xhr-timeout-and-reuse.js"}
const x = new XMLHttpRequest(); x.onload = () => { log('load', x.status > 0, typeof x.responseText); if (!again) { again = true; x.open('GET', '/ping'); x.send(); log('again') } }; let again = false; x.onloadend = () => log('end', x.readyState); x.open('GET', '/ping'); x.send()
