// {"name":"b207-thenable-zoo","env":"browser","file":"b207-thenable-zoo.js"}
const order = []; const t = n => ({ then(r) { log('then ' + n); r(n) } })
Promise.resolve(t('a')).then(v => log('v', v)); new Promise(r => r(t('b'))).then(v => log('v', v)); (async () => log('await', await t('c')))(); Promise.all([t('d'), t('e')]).then(v => log(v.join())); (async () => t('f'))().then(v => log('v', v))
Promise.resolve({ get then() { log('get'); throw 'boom' } }).catch(e => log('caught', e)); Promise.resolve({ then(r, j) { r('first'); j('second'); throw 'third' } }).then(v => log('v', v)); Promise.resolve({ then: 5 }).then(v => log(typeof v.then)); log('sync')
