// {"name":"b273-dom-content-loaded-late","env":"browser","file":"b273-dom-content-loaded-late.js"}
document.addEventListener('DOMContentLoaded', () => log('never')); addEventListener('load', () => log('never load')); log(document.readyState); if (document.readyState !== 'loading') Promise.resolve().then(() => log('ready')); setTimeout(() => log('end'), 30)
