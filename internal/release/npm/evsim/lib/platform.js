'use strict';

// The systems that there are binaries for, as Node names them.
const systems = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'];

/** The path of the binary: EVSIM_BINARY, or that of the package for this system. */
function binary() {
  if (process.env.EVSIM_BINARY) return process.env.EVSIM_BINARY;
  const system = `${process.platform}-${process.arch}`;
  if (!systems.includes(system)) {
    throw new Error(`there is no binary for ${system}; there are those for ${systems.join(', ')}. ` +
      'Build it with Go, and set EVSIM_BINARY to its path.');
  }
  const file = process.platform === 'win32' ? 'evsim.exe' : 'evsim';
  try {
    return require.resolve(`@evsim/${system}/${file}`);
  } catch {
    throw new Error(`the package @evsim/${system} is not installed. Install again without --omit=optional ` +
      '(--no-optional), on this system: node_modules of another system have another binary.');
  }
}

module.exports = { binary, systems };
