const {promisify}=require('util');
process.on('warning',w=>console.log('W',w.name));
promisify(setTimeout)(2**31).then(()=>console.log('T'));
Promise.resolve().then(()=>console.log('job'));
