// What atob takes.
for (const s of ['YQ=', 'YQ', 'YQ==', 'Y', ' Y Q = = ', 'YQ===', 'Y===', 'YQ=a', '=', '', 'YWI', 'YWI=', 'YW=I', 'YWJj', '*', 'YW-_', 'YQ==YQ==', 'a=b']) try { console.log(s, JSON.stringify(atob(s))) } catch (e) { console.log(s, e.name, e.message, e.code) }
