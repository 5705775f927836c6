// The module path, of a system with slashes (Node's documentation, "Path").
'use strict';
const host = evsim$builtin('path');

function demand(value, name) {
  if (typeof value !== 'string') wrong(name, 'string', value);
}

function wrong(name, type, value) {
  const error = new TypeError(`The "${name}" argument must be of type ${type}. Received ${host.received(value)}`);
  host.coded(error, 'ERR_INVALID_ARG_TYPE');
  throw error;
}

// plain is a path without empty parts, dots, and parts that two dots take back.
function plain(path, absolute) {
  const parts = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts[parts.length - 1] !== '..') parts.pop();
    else if (!absolute) parts.push(part);
  }
  return parts.join('/');
}

// last is where the last part of a path begins and ends: slashes behind it are not
// part of it, and the first slash of all is before every part.
function last(path) {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return { begin: path.lastIndexOf('/', end - 1) + 1, end };
}

function extension(base) {
  const dot = base.lastIndexOf('.');
  return dot <= 0 || base === '..' ? '' : base.slice(dot);
}

const posix = {
  sep: '/',
  delimiter: ':',
  resolve(...paths) {
    let whole = '', absolute = false;
    for (let i = paths.length - 1; i >= 0 && !absolute; i--) {
      demand(paths[i], host.indexed ? `paths[${i}]` : 'path');
      if (paths[i] === '') continue;
      whole = `${paths[i]}/${whole}`;
      absolute = paths[i][0] === '/';
    }
    return '/' + plain(whole, true); // the program's folder is /
  },
  normalize(path) {
    demand(path, 'path');
    if (path === '') return '.';
    const absolute = path[0] === '/', inside = path[path.length - 1] === '/';
    const text = plain(path, absolute);
    if (text === '') return absolute ? '/' : inside ? './' : '.';
    return (absolute ? '/' : '') + text + (inside ? '/' : '');
  },
  isAbsolute(path) {
    demand(path, 'path');
    return path[0] === '/';
  },
  join(...paths) {
    for (const path of paths) demand(path, 'path');
    return posix.normalize(paths.filter((path) => path !== '').join('/'));
  },
  relative(from, to) {
    demand(from, 'from');
    demand(to, 'to');
    const a = posix.resolve(from).split('/').slice(1), b = posix.resolve(to).split('/').slice(1);
    if (a[0] === '') a.pop();
    if (b[0] === '') b.pop();
    let same = 0;
    while (same < a.length && same < b.length && a[same] === b[same]) same++;
    return [...a.slice(same).fill('..'), ...b.slice(same)].join('/');
  },
  toNamespacedPath(path) { return path; },
  dirname(path) {
    demand(path, 'path');
    const slash = last(path).begin - 1;
    if (slash < 1) return path[0] === '/' ? '/' : '.';
    return slash === 1 && path[0] === '/' ? '//' : path.slice(0, slash);
  },
  basename(path, suffix) {
    if (suffix !== undefined) demand(suffix, host.suffix);
    demand(path, 'path');
    const { begin, end } = last(path), base = path.slice(begin, end);
    if (suffix !== undefined && suffix !== '' && suffix.length <= path.length) {
      if (suffix === path) return '';
      if (end === 0) return path; // slashes alone
    }
    return suffix !== undefined && base !== suffix && base.endsWith(suffix) ? base.slice(0, base.length - suffix.length) : base;
  },
  extname(path) {
    demand(path, 'path');
    const { begin, end } = last(path);
    return extension(path.slice(begin, end));
  },
  format(parts) {
    if (typeof parts !== 'object' || parts === null) wrong('pathObject', host.object, parts);
    const { root, dir = '', base, name = '', ext = '' } = parts;
    const dot = host.dots && ext && ext[0] !== '.' ? '.' : '';
    const file = base || `${name || ''}${dot}${ext || ''}`, folder = dir || root;
    if (!folder) return file;
    return folder === root ? `${folder}${file}` : `${folder}/${file}`;
  },
  parse(path) {
    demand(path, 'path');
    const root = path[0] === '/' ? '/' : '';
    const { begin, end } = last(path), base = path.slice(begin, end);
    const ext = path.slice(0, end) === '/..' ? '.' : extension(base); // as Node has it
    return { root, dir: begin > 1 ? path.slice(0, begin - 1) : root, base, ext, name: base.slice(0, base.length - ext.length) };
  },
};
posix._makeLong = posix.toNamespacedPath;
posix.posix = posix;
for (const name of ['win32', 'matchesGlob']) {
  Object.defineProperty(posix, name, { enumerable: true, configurable: true, get() { host.lacks(name); } });
}
module.exports = posix;
