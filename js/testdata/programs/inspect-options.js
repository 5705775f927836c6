'use strict';
// The options that an object is given which shows itself, in their order. Node 10 has
// three more, which are not for the program.
const util = require('util');
const own = ['budget', 'indentationLvl', 'seen'];
const shown = (depth, options) => Object.keys(options).filter((key) => !own.includes(key)).join(' ');
console.log({ [util.inspect.custom]: shown });
console.log(util.inspect({ [util.inspect.custom]: shown }, { depth: 1 }));
console.log(util.inspect({ [util.inspect.custom]: (depth, options) => depth + ' ' + options.depth }, { depth: 7 }));
