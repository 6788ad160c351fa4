// If-Match of PATCH /pl/results: a change is made of the version that its sender has seen, or not at all.
import test, { type ExecutionContext } from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { resultsVersions } from '../../db/sages/template-versions.ts';
import { eq } from '../../db/store/drizzle.ts';
import { refusal, withTemplate } from '../support/clients/backend.ts';
import { casesOr } from '../support/runs/size.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const fixtures = async (t: ExecutionContext) => withTemplate(await createTestApp(t));
type Fixtures = Awaited<ReturnType<typeof fixtures>>;
type ResultsVersion = typeof resultsVersions.$inferSelect;

const current = async ({ backend, path }: Fixtures) => (await backend.get(path)).body;

test('If-Match with the current version, weak, in a list or as *, allows a change [82]', async (t) => {
    const it = await fixtures(t);
    const tags = ['"1"', '"7", "2"', 'W/"3"', '"x" ,  "4"', '*'];
    for (const [index, tag] of tags.entries()) {
        const { statusCode, body } = await it.patch({ intro: tag }, { 'if-match': tag });
        t.deepEqual([statusCode, body.version, body.intro], [200, index + 2, tag]);
    }
});

test('If-Match with a stale or other tag gets 412 and creates no version [82]', async (t) => {
    const it = await fixtures(t);
    await it.patch({ intro: 'by somebody else' });
    for (const tag of [
        '"1"',
        '"3"',
        '"22"',
        '""',
        '"1", W/"3", "x"',
        '"*"',
        '"0"',
        '"-2"',
        '"2.0"',
        '"02"'
    ]) {
        const { statusCode, body } = await it.patch({ intro: 'lost' }, { 'if-match': tag });
        t.is(statusCode, 412, tag);
        t.deepEqual(
            body,
            refusal(412, 'This template changed since you opened it. Reload it and try again.')
        );
    }
    t.like(await current(it), { version: 2, intro: 'by somebody else' });
});

test('an invalid If-Match gets 400, so that no unguarded write looks guarded [82]', async (t) => {
    const it = await fixtures(t);
    for (const tag of ['1', '', '"1', '1"', '"1" "2"', '"1",', ',"1"', '*, "1"', '*, *', 'w/"1"', "'1'"]) {
        const { statusCode, headers, body } = await it.patch({ intro: 'x' }, { 'if-match': tag });
        t.is(statusCode, 400, tag);
        t.is(headers['x-svc-field'], 'If-Match');
        t.deepEqual(body, refusal(400, 'If-Match must be * or the quoted versions that you read.'), tag);
    }
    t.is((await current(it)).version, 1);
});

const texts = ['name', 'recommendation', 'intro', 'directions'] as const;
type Change = Partial<Record<(typeof texts)[number], string>>;
const textsOf = ({ name, recommendation, intro, directions }: ResultsVersion) => ({
    name,
    recommendation,
    intro,
    directions
});

/** 50 changes at once, each of one text: with each what was answered. */
async function changeAtOnce({ patch }: Fixtures, round: number) {
    const changes = Array.from({ length: 50 }, (_, i): Change => ({
        [texts[i % texts.length] ?? '']: `round ${round}, change ${i}`
    }));
    return Promise.all(changes.map(async (change) => ({ change, answer: await patch(change) })));
}

test('50 parallel changes become the next 50 versions, each with one change [82, P20]', async (t) => {
    const testApp = await createTestApp(t, { env: { RATE_ACTIONS: '0' } });
    const it = await withTemplate(testApp);
    const rounds = casesOr(2);
    const reported = new Map<number, Change>();
    for (let round = 1; round <= rounds; round += 1)
        for (const { change, answer } of await changeAtOnce(it, round)) {
            t.is(answer.statusCode, 200);
            reported.set(answer.body.version, change);
        }
    const rows = await testApp.store.read
        .select()
        .from(resultsVersions)
        .where(eq(resultsVersions.resultsId, it.sage.results_id))
        .orderBy(resultsVersions.version);
    const made = 50 * rounds;
    t.is(rows.length, 1 + made);
    for (const [i, row] of rows.entries()) {
        t.is(row.version, i + 1, 'no gap');
        const before = rows[i - 1];
        if (before) t.deepEqual(textsOf(row), { ...textsOf(before), ...reported.get(row.version) });
    }
    const acts = await listAudit(testApp.store.read, { act: 'results.update', limit: 100, offset: 0 });
    t.deepEqual(
        acts.items.map(({ before, after }) => [before, after]),
        Array.from({ length: 100 }, (_, i) => [String(made - i), String(made + 1 - i)])
    );
    t.log(`${made} versions`);
});

test('of 50 parallel changes to one version, 1 succeeds and 49 get 412 [82]', async (t) => {
    const it = await fixtures(t);
    const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => it.patch({ intro: `change ${i}` }, { 'if-match': '"1"' }))
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b);
    t.deepEqual(statuses, [200, ...Array.from({ length: 49 }, () => 412)]);
    const winner = answers.find(({ statusCode }) => statusCode === 200);
    t.deepEqual(await current(it), winner?.body);
    t.is((await current(it)).version, 2);
});
