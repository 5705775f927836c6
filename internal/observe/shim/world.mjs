// The module evsim for ECMAScript modules. It imports no CommonJS: a loader that does evaluates the program elsewhere.
export const { io, busy } = global[Symbol.for('evsim')];
