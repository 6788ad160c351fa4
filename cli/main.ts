// The command line: `node cli/main.ts <command>`. Most of the time of a command is its code being compiled, so that is cached.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
const { main } = await import('./index.ts'); // after the cache is there

await main(process.argv.slice(2));
