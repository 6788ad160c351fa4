// npm run -s docs:api, docs:asvs and docs:proofs: write the pages of docs/ that are made of something else.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { createTestApp } from '../support/servers/test-app.ts';
import { apiGuide } from './api-guide.ts';
import { asvsPage, readRequirements, root } from './asvs.ts';
import { promisesPage, readRuns, withRuns } from './runs.ts';

const [, , page] = process.argv;
const endings: (() => unknown)[] = [];

/** Stands in for a test: it only notes what is to be torn down. */
const t = { title: 'a page', teardown: (ending: () => unknown) => endings.unshift(ending) };

async function writeApiGuide() {
    const { server, app } = await createTestApp(t as unknown as ExecutionContext, { alone: true });
    writeFileSync(join(root, 'docs/guide/api.md'), apiGuide(server, app.config));
    for (const ending of endings) await ending();
}

if (page === 'api') await writeApiGuide();
else if (page === 'asvs') writeFileSync(join(root, 'docs/asvs.md'), asvsPage(readRequirements()));
else if (page === 'proofs')
    writeFileSync(promisesPage, withRuns(readFileSync(promisesPage, 'utf8'), readRuns()));
else throw new Error('name the page: api, asvs or proofs');
