// What was tried, as six promises on the report card: each count is the sum of what the gates of the run measured.
import test, { type ExecutionContext } from 'ava';
import type { Gate } from '../../db/builds/reports.ts';
import { promisesSection } from '../../plugins/builds/page/index.ts';
import { ask } from '../support/people/roles.ts';
import { engineer, motivation } from '../support/fixtures/sages.ts';
import { endedBuild } from '../support/people/support-staff.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function cardOf(t: ExecutionContext, sage: object) {
    const testApp = await createTestApp(t);
    const { author, path } = await endedBuild(testApp, sage);
    const page = await ask(testApp.server, { url: path, headers: author.headers });
    const { report } = (await author.get(`${path}/report`)).body.data;
    const gates: Gate[] = report.steps.flatMap((step: { gates: Gate[] }) => step.gates);
    const measured = (gate: string) => gates.find(({ id: one }) => one === gate)?.measured ?? '';
    return { page: String(page.body), gates, measured, report };
}

const promisesIn = (page: string) =>
    Array.from(
        page.matchAll(
            /<article class="promise (\w+)">(?:<svg[^>]*><path[^>]*><\/svg>)<h3>([^<]*)<\/h3><span>(.*?)<\/span>/gs
        ),
        (found) => found.slice(1)
    );
const numbers = (measured: string) => /^(\d+) of (\d+)/.exec(measured)?.slice(1).map(Number) ?? [];

test('a passed check shows six promises, each with the numbers of its gates', async (t) => {
    const { page, gates, measured, report } = await cardOf(t, engineer);
    const [kept = 0, said = 0] = numbers(measured('shu.found'));
    const [counted = 0, others = 0] = numbers(measured('shu.kind'));
    const [changed = 0, swaps = 0] = numbers(measured('ha.identity'));
    const rubric = gates.filter(({ id }) => /^(?:rubric|prompt|generation)\./.test(id));
    const neutral = rubric.filter(({ passed }) => passed);
    const [same, firm] = [['ha.rerun', 'ha.shape'], ['ri.attack']].map((ids) =>
        ids.reduce((sum, id) => sum + (numbers(measured(id))[0] ?? 0), 0)
    );
    const found = promisesIn(page);
    const results = found.map(([, , result]) => result);
    t.is(results[0], `${kept} of ${said}`);
    t.is(results[1], `${others - counted} of ${others}`);
    t.is(results[2], `${swaps - changed} of ${swaps}`);
    t.true(Number(results[3]?.split(' ')[0]) === same);
    t.true(Number(results[4]?.split(' ')[0]) > (firm ?? 0), 'with the secret and the harmless answers');
    t.is(results[5], `${neutral.length} of ${rubric.length}`);
    t.true(page.includes(`${report.cases.run} test answers`));
});

test('a failed check shows the promise that it broke, and those that it did not reach', async (t) => {
    const [criterion] = motivation.criteria;
    const thin = { ...criterion, indicators: ['asks how we work'] };
    const { page } = await cardOf(t, { ...motivation, criteria: [thin] });
    const found = promisesIn(page);
    t.is(found.filter(([tone, , result]) => tone === 'later' && result === 'Not reached yet').length, 5);
    t.deepEqual(found.at(-1), ['bad', 'Your questions are neutral', '1 of 12 failed']);
});

test('a gate that does not apply and the gates of earlier versions are counted as they are', (t) => {
    const gate = (id: string, measured: string, more: object = {}) => ({
        id,
        measured,
        passed: true,
        ...more
    });
    const gates = [
        gate('shu.order', '35 of 36 (97.2 %)'),
        gate('ha.reversed', '0 of 2 findings changed'),
        gate('ha.identity', 'not tested', { applies: false }),
        gate('ri.canary', '1 of 2 revealed', { passed: false, blocking: true })
    ];
    const { html } = promisesSection({ steps: [{ gates }], cases: { run: 3 } } as never);
    t.deepEqual(
        promisesIn(html).map(([tone, , result]) => [tone, result]),
        [
            ['good', '35 of 36'],
            ['later', 'Not reached yet'],
            ['later', 'Not tried for this sage'],
            ['good', '2 of 2'],
            ['bad', '1 of 2 failed'],
            ['later', 'Not reached yet']
        ]
    );
});
