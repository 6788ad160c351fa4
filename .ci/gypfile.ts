// better-sqlite3 brings its binaries, but its binding.gyp makes older npm compile it, which fails without a
// compiler. `"gypfile": false` in the lock file stops that; npm drops the entry whenever it writes the file.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { gypfile?: boolean }> };
const entry = lock.packages['node_modules/better-sqlite3'];
if (!entry) throw new Error('better-sqlite3 is not in the lock file');
if (process.argv.includes('--check')) {
    if (entry.gypfile !== false) throw new Error('run: npm run lock');
} else {
    entry.gypfile = false;
    writeFileSync(file, `${JSON.stringify(lock, null, 4)}\n`);
}
