// docs/operate/troubleshoot.md explains what to do in every state that /readyz and doctor return, as the code names them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { EmbeddedFails, HostUnknown, QueueAway } from '../../jobs/queue/connections.ts';
import { QueueTaken } from '../../jobs/queue/queue-owner.ts';
import { SessionsShared } from '../../jobs/queue/session-pooling.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The first cells of the table below a heading. */
function firstCells(heading: string) {
    const [, after = ''] = read('docs/operate/troubleshoot.md').split(`\n## ${heading}\n`);
    const [section = ''] = after.split(/\n##/);
    return Array.from(section.matchAll(/^\| (.+?) \|/gm), ([, cell = '']) => cell).slice(2);
}

interface Readiness {
    properties: {
        status: { enum: string[] };
        parts: { properties: { jobs: { properties: { state: { enum: string[] } } } } };
    };
}

test('troubleshoot.md explains what to do in every state of the service and its jobs', async (t) => {
    const { server } = await createTestApp(t);
    const { paths } = (await ask(server, { url: '/openapi.json' })).body;
    const { schema } = paths['/readyz'].get.responses['200'].content['application/json'];
    const { status, parts } = (schema as Readiness).properties;
    const cells = firstCells('`/readyz` says').join('\n');
    t.deepEqual(status.enum, ['ready', 'degraded', 'stopping', 'away']);
    for (const state of status.enum) t.regex(cells, new RegExp(`^\`${state}\``, 'm'));
    for (const state of parts.properties.jobs.properties.state.enum)
        t.regex(cells, new RegExp(`jobs \`${state}\`$`, 'm'));
});

test('troubleshoot.md explains what to do about every named problem of the queue', (t) => {
    const cells = firstCells('`/readyz` says');
    const problems = [
        new SessionsShared(),
        new QueueTaken(),
        new HostUnknown(),
        new QueueAway({} as Error),
        new EmbeddedFails()
    ];
    for (const { message } of problems) {
        const [sentence = ''] = message.split(/[:.(]/);
        t.true(cells.includes(`the problem "${sentence.trim()}"`), sentence);
    }
});

test('troubleshoot.md explains what to do about every check of the doctor', (t) => {
    const code = read('cli/installation/doctor.ts') + read('db/installation/doctor.ts');
    const checks = Array.from(code.matchAll(/\bcheck(?:: |Of\(\s*)'([^']+)'/g), ([, name = '']) => name);
    t.true(checks.length >= 5);
    const cells = firstCells('`doctor` says');
    for (const name of checks) t.true(cells.includes(`\`${name}\``), name);
});
