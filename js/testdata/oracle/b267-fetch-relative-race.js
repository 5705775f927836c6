// {"name":"b267-fetch-relative-race","env":"browser","race":true,"file":"b267-fetch-relative-race.js"}
Promise.race([fetch('/ping').then(() => 'net'), new Promise(r => setTimeout(r, 2000, 'timer'))]).then(v => log(v)); const t = AbortSignal.timeout(2000); fetch('/ping', { signal: t }).then(r => log('in time', t.aborted))
