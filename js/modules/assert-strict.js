// The module assert/strict.
'use strict';
if (evsim$builtin('assert/strict').release < 15) {
  const error = new Error("Cannot find module 'assert/strict'");
  error.code = 'MODULE_NOT_FOUND';
  throw error;
}
module.exports = require('assert').strict;
