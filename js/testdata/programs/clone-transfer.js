const buffer = new ArrayBuffer(8), copy = structuredClone(buffer, { transfer: [buffer] });
console.log(buffer.byteLength, copy.byteLength);
try { structuredClone(Symbol('x')); } catch (e) { console.log(e.name, e.code, e instanceof DOMException); }
