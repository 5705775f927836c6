// A for await over what gives no objects, or has methods that are no functions.
(async () => { try { for await (const v of { [Symbol.asyncIterator]() { return { next() { return 5 } } } }) console.log('v', v); } catch (e) { console.log(e.name, e.message) } })();
(async () => { try { for await (const v of { [Symbol.iterator]() { return { next() { return 5 } } } }) console.log('v', v); } catch (e) { console.log(e.name, e.message) } })();
(async () => { try { for await (const v of { [Symbol.asyncIterator]() { return { next() { return Promise.resolve('x') } } } }) console.log('v', v); } catch (e) { console.log(e.name, e.message) } })();
(async function () { async function* g() { try { yield* { [Symbol.asyncIterator]() { return { next() { return 7 } } } } } catch (e) { console.log('g', e.message) } } for await (const x of g()) ; })();
(async () => { try { for await (const v of { [Symbol.asyncIterator]() { return { next() { return {value:1,done:false} }, return() { return 3 } } } }) break; } catch (e) { console.log(e.name, e.message) } })();
(async () => { try { for await (const v of { [Symbol.asyncIterator]() { return { next: 3} } }) break; } catch (e) { console.log(e.name, e.message) } })();
(async () => { try { for await (const v of { [Symbol.asyncIterator]() { return 3 } }) break; } catch (e) { console.log(e.name, e.message) } })();
(async () => { try { for await (const v of 5) break; } catch (e) { console.log(e.name, e.message) } })();
(async () => { try { for await (const v of { [Symbol.asyncIterator]: 4}) break; } catch (e) { console.log(e.name, e.message) } })();
(async () => {const a={[Symbol.asyncIterator](){return {get next(){console.log('get next');return ()=>null}}}};try{for await(const x of a);}catch(e){console.log(e.message)}})();
(async () => {const a={[Symbol.asyncIterator](){return {get next(){console.log('get next');return undefined}}}};try{for await(const x of a);}catch(e){console.log(e.message)}})();
(async () => {const a={[Symbol.asyncIterator](){return {next:()=>({value:1}), return: {}}}};try{l:for await(const x of a){for(;;)break l};}catch(e){console.log(e.message)}})();
(async () => {const a={[Symbol.asyncIterator](){return {next:()=>({value:1}), return(){console.log('ret');return 5}}}};try{for await(const x of a){throw new Error('body')};}catch(e){console.log(e.message)}})();
(async () => {for (const m of [null, 'text', true, 1n, Symbol('x'), 1.5, {}, undefined]) try{for await(const x of {[Symbol.asyncIterator](){return {next:m}}});}catch(e){console.log(e.message)}})();
