// Reads TAP, prints what failed whole and the closing line that any reader understands.
import { readFileSync } from 'node:fs';

const tap = readFileSync(0, 'utf8');
const passed = (tap.match(/^ok /gm) ?? []).length;
const failed = (tap.match(/^not ok /gm) ?? []).length;
if (failed > 0) process.stdout.write(tap.slice(tap.search(/^not ok /m)).slice(0, 20_000));
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
