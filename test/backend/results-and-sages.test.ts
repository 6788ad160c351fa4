// What a changed results template does to its sage, to a build under way, and to the audit log.
import test from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { artifactsOf } from '../../db/builds/runs.ts';
import { backendOf, withTemplate } from '../support/clients/backend.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('a changed template makes a rebuild necessary and keeps the status and step of the sage', async (t) => {
    const testApp = await createTestApp(t);
    const { council, sage } = await withActiveSage(testApp);
    const shown = async () => (await council.get(`/sages/${sage.id}`)).body.data.sage;
    const before = await shown();
    t.like(before, { status: 'ss_active', step_number: 6, stale: false });
    const backend = await backendOf(testApp, 'otherAuthor', ['council_screen']);
    testApp.pass(1000);
    await backend.send('PATCH', `/results/${before.results_id}`, { name: 'Another name' });
    t.deepEqual(await shown(), { ...before, stale: true, updated_at: '2026-01-15T12:00:01.000Z' });
});

test('a sage that was never built does not become stale', async (t) => {
    const { patch, shown } = await withTemplate(await createTestApp(t));
    await patch({ intro: 'Judge with care.' });
    t.like(await shown(), { stale: false, step_number: 4, status: 'ss_inactive' });
});

test('a role in the template is the role of its sage; without one the sage is at its first step', async (t) => {
    const { patch, shown } = await withTemplate(await createTestApp(t));
    await patch({ evaluator_role: 'You judge operators.' });
    t.like(await shown(), { evaluator_role: 'You judge operators.', step_number: 4 });
    await patch({ evaluator_role: '' });
    t.like(await shown(), { evaluator_role: '', step_number: 1 });
    await patch({ intro: 'still without a role' });
    t.like(await shown(), { evaluator_role: '', step_number: 1 });
    await patch({ evaluator_role: 'You judge again.' });
    t.like(await shown(), { evaluator_role: 'You judge again.', step_number: 4 });
});

test('a role set on the sage is the next version of its template; the name of the sage is not', async (t) => {
    const { author, backend, path, sage } = await withTemplate(await createTestApp(t));
    const before = (await backend.get(path)).body;
    await author.send('PATCH', `/sages/${sage.id}`, { name: 'Another name', threshold: 60 });
    await author.send('PATCH', `/sages/${sage.id}`, { evaluator_role: engineer.evaluator_role });
    t.deepEqual((await backend.get(path)).body, before);
    await author.send('PATCH', `/sages/${sage.id}`, { evaluator_role: 'You judge operators.' });
    const after = { ...before, evaluator_role: 'You judge operators.', version: 2 };
    t.deepEqual((await backend.get(path)).body, after);
});

test('texts set on the sage become the next template version and keep its meta_data', async (t) => {
    const { author, backend, path, patch, sage } = await withTemplate(await createTestApp(t));
    const meta_data = { cut_offs: { partial: 0.2, strong: 0.6 }, kept: true };
    const before = (await patch({ meta_data })).body;
    const results = { ...engineer.results, intro: 'Judge with care.' };
    await author.send('PATCH', `/sages/${sage.id}`, { results });
    t.deepEqual((await backend.get(path)).body, { ...before, ...results, version: 3 });
});

test('parallel changes from both sides give one line of versions in which both agree', async (t) => {
    const { author, backend, path, patch, sage, shown } = await withTemplate(await createTestApp(t));
    const roles = Array.from({ length: 20 }, (_, i) => `You judge ${i}.`);
    await Promise.all(
        roles.map((evaluator_role, i) =>
            i % 2 === 0
                ? patch({ evaluator_role })
                : author.send('PATCH', `/sages/${sage.id}`, { evaluator_role })
        )
    );
    const { items, total } = (await backend.get(`${path}/versions`)).body;
    t.is(total, 21);
    t.deepEqual(
        items.map((one: { evaluator_role: string }) => one.evaluator_role).sort(),
        [...roles, engineer.evaluator_role].sort()
    );
    t.is((await shown()).evaluator_role, items[0].evaluator_role);
});

test('a change during a build does not affect the build, and the sage needs a rebuild', async (t) => {
    const testApp = await createTestApp(t);
    const { author, backend, path, patch, sage, shown } = await withTemplate(testApp);
    const prompt = (await backend.get(`/council-sage/${sage.id}/prompt/results`)).body;
    const { run_id } = (await author.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    await testApp.runOne();
    await testApp.runOne();
    const change = { intro: 'Judge with care.', meta_data: { cut_offs: { partial: 0.2, strong: 0.6 } } };
    const changed = (await patch(change)).body;
    await testApp.drain();
    t.is((await author.action('svc_get_workflow_status', { run_id })).body.state, 'completed');
    t.like(await shown(), { stale: true, step_number: 5, release_run_id: run_id });
    const { report } = (await author.get(`/sages/${sage.id}/builds/${run_id}/report`)).body.data;
    t.is(report.release.prompt_sha256, prompt.sha256);
    t.deepEqual(report.release.results, { id: sage.results_id, version: 1 });
    t.deepEqual((await backend.get(path)).body, changed);
});

test('a change before the first step of a build is evaluated, and the sage still needs a rebuild', async (t) => {
    const testApp = await createTestApp(t);
    const { author, patch, sage, shown } = await withTemplate(testApp);
    const { run_id } = (await author.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    await patch({ intro: 'Judge with care.' });
    await testApp.drain();
    const { snapshot } = await artifactsOf(testApp.store.read, run_id, ['snapshot']);
    t.like(snapshot, { results: { version: 2, intro: 'Judge with care.' } });
    t.like(await shown(), { stale: true, release_run_id: run_id });
});

test('the audit log records who changed which version; a refused change writes nothing', async (t) => {
    const testApp = await createTestApp(t);
    const { path, patch, sage } = await withTemplate(testApp);
    const other = await backendOf(testApp, 'otherAuthor');
    await patch({ intro: 'a' });
    testApp.pass(1000);
    await other.send('PATCH', path, { intro: 'b' }, { 'if-match': '"2"' });
    await patch({ intro: 'late' }, { 'if-match': '"2"' });
    await patch({ id: 'x' });
    const support = await testApp.as('support');
    const { items, total } = (await support.get(`/admin/audit?target=results:${sage.results_id}`)).body.data;
    for (const { address } of items) t.regex(address, /^[0-9a-f]{16}$/);
    const author = await testApp.as('author');
    const act = { act: 'results.update', target: `results:${sage.results_id}`, note: null };
    t.like(items, {
        0: {
            ...act,
            actor: `user:${other.user.id}`,
            before: '2',
            after: '3',
            at: '2026-01-15T12:00:01.000Z'
        },
        1: {
            ...act,
            actor: `user:${author.user.id}`,
            before: '1',
            after: '2',
            at: '2026-01-15T12:00:00.000Z'
        }
    });
    t.is(total, 2);
    t.is((await listAudit(testApp.store.read, { limit: 10, offset: 0 })).total, 2);
});
