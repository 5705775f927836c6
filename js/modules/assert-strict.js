// The module assert/strict.
'use strict';
evsim$builtin('assert/strict');
module.exports = require('assert').strict;
