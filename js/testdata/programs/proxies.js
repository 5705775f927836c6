const log = [];
const m = { get(t, k, r) {
  log.push("get " + String(k));
  return Reflect.get(t, k, r);
}, set(t, k, v, r) {
  log.push("set " + String(k));
  return Reflect.set(t, k, v, r);
}, has(t, k) {
  log.push("has " + String(k));
  return k in t;
}, deleteProperty(t, k) {
  log.push("del " + k);
  return delete t[k];
}, ownKeys(t) {
  log.push("keys");
  return Reflect.ownKeys(t);
}, getOwnPropertyDescriptor(t, k) {
  log.push("gopd " + String(k));
  return Reflect.getOwnPropertyDescriptor(t, k);
}, defineProperty(t, k, d) {
  log.push("def " + k);
  return Reflect.defineProperty(t, k, d);
} };
const p = new Proxy({ a: 1 }, m);
p.b = 2;
"a" in p;
delete p.a;
Object.keys(p);
({ ...p });
JSON.stringify(p);
for (const k in p) ;
p.b++;
console.log(log.join(", "));
log.length = 0;
(async () => {
  await p;
  console.log(log.join());
})();
Promise.resolve(p).then(() => console.log(log.join()));
const pf = new Proxy(function(a) {
  return a;
}, { apply(t, th, args) {
  return "applied " + args;
}, construct(t, args) {
  return { made: args };
} });
console.log(pf(1, 2), new pf(3));
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
try {
  proxy.x;
} catch (e) {
  console.log(e.name);
}
console.log(typeof pf);
