// Loaded before the server (node --import), which takes half a second to load: until then a signal ends the process, and
// the code that an earlier start compiled is taken from a cache. It is JavaScript because any TypeScript that is loaded
// before the cache is open loads Node's compiler for it, which takes 15 MB.
import './oldest-node.js';
import module from 'node:module';
import { join } from 'node:path';

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(0));
module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
