structuredClone({a:1});
setTimeout(()=>console.log('A200'),200);
const i=setImmediate(()=>{console.log('imm');setTimeout(()=>console.log('B5'),5)}); i.unref();
