// {"name":"b214-class-fields-order","env":"browser","file":"b214-class-fields-order.js"}
const k = n => (log('key ' + n), n)
class A { [k('a')] = log('a'); static [k('s')] = log('static s'); [k('m')]() {} static { log('block', this.name) } #p = log('private'); constructor() { log('ctor A'); this.hook() } hook() { log('A.hook', this.b) } static { log('block 2') } }
class B extends A { b = (log('b'), 5); constructor() { log('before super'); super(); log('after super', this.b) } hook() { log('B.hook', this.b) } get #q() { return 'q' } static is(o) { return #q in o } }
const b = new B(); log(B.is(b), B.is({})); try { B.prototype.constructor.is.call(null, 1) } catch (e) { log(e.name) }
