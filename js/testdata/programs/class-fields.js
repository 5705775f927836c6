// Fields whose names mean something before others.
class A { get; set; static; async; get = 1; set = 2; static = 3; async = 4; }
console.log(new A());
class B { static get = 5; static set = 6; static async = 7; static static = 8 }
console.log(B.get, B.set, B.async, B.static);
class C { get() { return 1 } set() { return 2 } async() { return 3 } static() { return 4 } }
const c = new C(); console.log(c.get(), c.set(), c.async(), c.static());
class D { get
x() { return 9 } 'quoted' = 1; 5 = 2; ['c' + 1] = 3; #p = 4; q() { return this.#p } }
console.log(new D().x, new D(), new D().q());
