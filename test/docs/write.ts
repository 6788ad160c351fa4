// npm run write: writes the pages that are made of the program and of the lock file. A test compares each of them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { askedOf, askRoute, openSettings } from '../access/asking.ts';
import { file, paragraphOf } from '../access/matrix.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { root } from './asvs.ts';
import { cliGuide } from './cli-guide.ts';
import { statesPage } from './states.ts';
import { thirdParty } from './third-party.ts';

const endings: (() => unknown)[] = [];

/** Replaces a test: it only notes what is to be torn down. */
const t = { title: 'a page', teardown: (ending: () => unknown) => endings.unshift(ending) };
const test = t as unknown as ExecutionContext;

/** As many routes as one test app is asked before a limit of the staff's routes is met. */
const routesOfOneApp = 40;

/** It takes a minute. What is wrong whatever is recorded is printed, and its test fails. */
async function writeAccessMatrix() {
    const asked = askedOf((await createTestApp(test)).server);
    const paragraphs: string[] = [];
    for (let from = 0; from < asked.length; from += routesOfOneApp) {
        const settings = await openSettings(test);
        for (const one of asked.slice(from, from + routesOfOneApp)) {
            const { told, faults } = await askRoute(settings, one);
            paragraphs.push(paragraphOf(one.key, told));
            for (const fault of faults) process.stderr.write(`${fault}\n`);
            if (faults.length > 0) process.exitCode = 1;
        }
    }
    writeFileSync(file, paragraphs.join('\n'));
}

writeFileSync(join(root, 'docs/third-party.md'), thirdParty());
writeFileSync(join(root, 'docs/reference/cli.md'), await cliGuide());
writeFileSync(join(root, 'docs/reference/states-and-errors.md'), statesPage());
await writeAccessMatrix();
for (const ending of endings) await ending();
