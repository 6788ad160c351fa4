#!/usr/bin/env node
// The command line under its own name: `npx sage-council doctor` here, `docker exec NAME sage-council doctor` in the image.
// An older Node, which cannot read the code, hands on to the one that npm has fetched.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isTooOld } from '../config/node-version.js';

const inProgram = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const fetched = inProgram('node_modules/node/bin/node');

if (isTooOld && existsSync(fetched)) {
    const { status } = spawnSync(fetched, process.argv.slice(1), { stdio: 'inherit' });
    process.exit(status ?? 1);
}
await import('../config/env-file.js');
await import('./main.ts');
