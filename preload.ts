// Loaded before the program itself (node --import), which takes half a second to load: a stop that is asked for
// meanwhile is obeyed, and what was compiled last time is not compiled again.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));
enableCompileCache(join(import.meta.dirname, 'node_modules/.cache/compiled'));
