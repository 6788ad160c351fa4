// docs/reference/cli.md lists what `--help` prints.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from './asvs.ts';
import { cliGuide } from './cli-guide.ts';

test('the list of commands is what --help prints', async (t) => {
    const page = readFileSync(join(root, 'docs/reference/cli.md'), 'utf8');
    t.true(page.split('\n').length > 60);
    t.true(page === (await cliGuide()), 'docs/reference/cli.md is not current: run npm run write');
});
