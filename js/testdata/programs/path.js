// The module path.
const p = require('path');
for (const s of ['/home/u/file.txt', 'file', '.bashrc', '/', '', './a/b.', 'a/b/', '/a//b/../c.tar.gz', '..', 'a..', '//x/y', '.a.b', 'a/.b/c']) console.log(JSON.stringify([s, p.parse(s), p.basename(s), p.dirname(s), p.extname(s), p.normalize(s), p.isAbsolute(s), p.resolve('/w', s), p.join('q', s), p.format(p.parse(s)), p.basename(s, '.txt'), p.toNamespacedPath(s)]));
console.log(p.relative('/a/b/c', '/a/d'), p.relative('/a', '/a/b'), JSON.stringify(p.relative('/a', '/a')), p.relative('/', '/x/y'), p.relative('/x/y', '/'), p.relative('/a/bc', '/a/b'));
console.log(p.format({ dir: '/q', base: 'f.t' }), p.format({ root: '/', name: 'n', ext: '.e' }), p.format({ root: '/', dir: '/', base: 'n' }), p.format({}), p.format({ name: 'x', ext: 'e' }));
console.log(p.sep, p.delimiter, p.posix === p);
console.log(p.join(), p.join('', ''), p.join('a', '..', '..', 'b'), p.join('/a', '../../b'), p.join('a', '/b/'), p.normalize('a/./b//c/..'), p.normalize('./'), p.normalize('../../a'), p.normalize('/../a'));
for (const f of ['parse', 'basename', 'dirname', 'extname', 'normalize', 'isAbsolute', 'resolve', 'join']) try { p[f](5) } catch (e) { console.log(f, e.code, e.message) }
try { p.format(5) } catch (e) { console.log(e.code, e.message) } try { p.relative('a') } catch (e) { console.log(e.code, e.message) } try { p.basename('a', 5) } catch (e) { console.log(e.code, e.message) }
for (const s of ['///', '//a', '/a/', 'a//', 'a///b//', '..a', '...', 'a.b.', '/.x', './', '../', '/..', 'a/../..', ' ', 'a/./']) console.log(JSON.stringify([s, p.parse(s), p.basename(s), p.dirname(s), p.extname(s), p.normalize(s), p.resolve(s[0] === '/' ? s : '/' + s), p.basename(s, 'b'), p.basename(s, '/'), p.format(p.parse(s))]));
console.log(p.basename('a', 'a'), p.basename('/a', 'a'), p.basename('x/file.txt/', '.txt'), p.basename('abc', ''), p.relative('/a/', '/a//b/'), p.relative('/', '/'), p.resolve('/a', '', 'b', '../c', './'), p.resolve('/a', '/b/', 'c/'));
try { p.resolve('/a', 5) } catch (e) { console.log(e.code, e.message) } try { p.join('a', null) } catch (e) { console.log(e.code, e.message) } try { p.format(null) } catch (e) { console.log(e.code, e.message) } try { p.relative(1, 2) } catch (e) { console.log(e.code, e.message) }
