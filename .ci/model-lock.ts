// Of the binaries of node-llama-cpp, 700 MB, only those for a processor under Linux are used, 30 MB. npm has no way to say
// so, but `npm ci` installs what the lock file lists: this writes that file without the others.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
    cpu?: string[];
    optionalDependencies?: Record<string, string>;
}

const folder = join(import.meta.dirname, '../deploy/model');
const file = join(folder, 'package-lock.json');
const binary = /^@node-llama-cpp\/linux-(x64|arm64)$/;
/** The others of that name, and what copies files that were downloaded, which none is. */
const unwanted = /^@(?:node-llama-cpp|reflink)\//;
const isWanted = (name: string) => binary.test(name) || !unwanted.test(name);

rmSync(file, { force: true });
const options = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
execFileSync('npm', ['install', '--prefix', folder, ...options], { stdio: 'inherit' });
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
for (const [path, entry] of Object.entries(lock.packages)) {
    const name = path.replace('node_modules/', '');
    const [, cpu] = binary.exec(name) ?? [];
    if (!isWanted(name)) delete lock.packages[path];
    if (cpu) entry.cpu = [cpu]; // the one for arm64 says that it is for both
    const optional = Object.entries(entry.optionalDependencies ?? {}).filter(([one]) => isWanted(one));
    if (optional.length > 0) entry.optionalDependencies = Object.fromEntries(optional);
    else delete entry.optionalDependencies;
}
writeFileSync(file, `${JSON.stringify(lock, null, 4)}\n`);
