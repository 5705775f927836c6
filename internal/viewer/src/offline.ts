// The service worker of a page of files: it keeps them all, so that the page
// opens without a network. Its files are named in files.json, and a new version
// takes the place of the old one as a whole. A browser that can be told beforehand
// which addresses are answered from what is kept does so without starting it.

interface Kept { version: string; files: string[] }
const later = /\/(?:code\.wasm\.gz|lessons\/\d+\.json)$/; // large, or not to be seen before it is asked for: kept from then on
interface Extended extends Event { waitUntil(p: Promise<unknown>): void }
interface Route { condition: { urlPattern: { pathname: string; search: string }; requestMethod: "GET" }; source: { cacheName: string } }
interface Installed extends Extended { addRoutes?(routes: Route[]): Promise<void> } // not every browser has it
interface Fetched extends Event { readonly request: Request; respondWith(r: Promise<Response>): void }
interface Scope {
  readonly location: Location;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: "install", on: (e: Installed) => void): void;
  addEventListener(type: "activate", on: (e: Extended) => void): void;
  addEventListener(type: "fetch", on: (e: Fetched) => void): void;
}
const scope = self as unknown as Scope;
const version = new URL(scope.location.href).searchParams.get("v") ?? "";
const prefix = "evsim-lab-";

async function install(e: Installed): Promise<void> {
  const kept = (await (await fetch("files.json", { cache: "no-store" })).json()) as Kept;
  if (kept.version !== version) throw new Error("the files are of another version");
  const cache = await caches.open(prefix + version);
  await cache.addAll(kept.files.map((f) => new Request(f, { cache: "reload" })));
  await e.addRoutes?.(kept.files.map(routeOf)).catch(() => {}); // answer has them, too
  await scope.skipWaiting();
}

/** Where the answer to a file's address is; what an address says behind a question mark is left to answer. */
function routeOf(file: string): Route {
  const pathname = new URL(file, scope.location.href).pathname.replace(/[\\*+?:{}()]/g, "\\$&"); // the address, and no pattern
  return { condition: { urlPattern: { pathname, search: "" }, requestMethod: "GET" }, source: { cacheName: prefix + version } };
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((n) => n.startsWith(prefix) && n !== prefix + version).map((n) => caches.delete(n)));
  await scope.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(prefix + version);
  const had = await cache.match(request, { ignoreSearch: true });
  if (had) return had;
  if (!later.test(new URL(request.url).pathname)) return fetch(request);
  const r = await fetch(request, { cache: "reload" });
  if (r.ok) await cache.put(request, r.clone());
  return r;
}

scope.addEventListener("install", (e) => e.waitUntil(install(e)));
scope.addEventListener("activate", (e) => e.waitUntil(activate()));
scope.addEventListener("fetch", (e) => {
  if (e.request.method === "GET" && new URL(e.request.url).origin === scope.location.origin) e.respondWith(answer(e.request));
});
