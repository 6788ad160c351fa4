// Task links in the settings: found, made, changed and deleted in a browser, by the JSON routes' own rules.
import test from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { findTaskRow, listTasks } from '../../db/agents/task-links.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { opened } from '../support/people/sage-pages.ts';

const rest = '/rest/svc/v1/tasks';
const listPath = '/settings/tasks';
const ids = { crm_id: 'C-1', planner_id: '', todo_id: 'T-1' };
const texts = { title: 'Call back', status: 'open', url: 'https://crm.example/1' };
const typed = { ...ids, ...texts };

type Opened = Awaited<ReturnType<typeof opened>>;

const countOf = async ({ testApp: { store } }: Pick<Opened, 'testApp'>) =>
    (await listTasks(store.read, { limit: 9, offset: 0 })).total;

const fieldsAt = async ({ browser }: Pick<Opened, 'browser'>, path: string) =>
    hiddenFields((await browser.get(path)).body, 'name="title"');

test('a task link is created in a browser, and a known id changes its link', async (t) => {
    const it = await opened(t, 'administrator');
    const form = await fieldsAt(it, `${listPath}/new`);
    const made = await it.browser.submit(`${rest}?_method=PUT`, { ...form, ...typed, crm_id: ' C-1 ' });
    t.regex(made.body, /<h1>Call back<\/h1>.*value="C-1".*Saved\./s);
    t.like(await findTaskRow(it.testApp.store.read, 1), { crmId: 'C-1', plannerId: null, status: 'open' });
    const nothing = { title: '', status: '', url: '' };
    const again = { ...form, crm_id: 'C-1', planner_id: 'P-1', todo_id: '', ...nothing };
    await it.browser.submit(`${rest}?_method=PUT`, again);
    const row = { crmId: 'C-1', plannerId: 'P-1', todoId: 'T-1', title: 'Call back' };
    t.like(await findTaskRow(it.testApp.store.read, 1), row);
    t.is(await countOf(it), 1);
});

test('a task link is changed whole: an id that is emptied is taken off it, and free for another', async (t) => {
    const it = await opened(t, 'administrator');
    await it.client.send('PUT', '/tasks', { crm_id: 'C-1', todo_id: 'T-1', ...texts });
    await it.client.send('PUT', '/tasks', { crm_id: 'C-2' });
    const form = await fieldsAt(it, `${listPath}/1`);
    const change = `${rest}/1?_method=PUT`;
    await it.browser.submit(change, { ...form, ...typed, crm_id: 'C-9', todo_id: '', status: '' });
    const row = { crmId: 'C-9', plannerId: null, todoId: null, status: '', title: 'Call back' };
    t.like(await findTaskRow(it.testApp.store.read, 1), row);
    const second = await it.client.send('PUT', '/tasks/2', { crm_id: 'C-1' });
    t.like(second.body.data.task, { id: 2, crm_id: 'C-1', title: '' });
    const taken = await it.client.send('PUT', '/tasks/2', { crm_id: 'C-9' });
    t.is(taken.statusCode, 409);
    t.is(taken.body.data.message, 'Another task has one of these ids.');
    t.is((await it.client.send('PUT', '/tasks/3', { crm_id: 'C-3' })).statusCode, 404);
    t.like(await findTaskRow(it.testApp.store.read, 2), { crmId: 'C-1' });
});

test('a task link that is refused is shown again with all that was typed, in words', async (t) => {
    const it = await opened(t, 'administrator');
    await it.client.send('PUT', '/tasks', { crm_id: 'C-1' });
    await it.client.send('PUT', '/tasks', { todo_id: 'T-1' });
    const form = await fieldsAt(it, `${listPath}/new`);
    const wrong: [Record<string, string>, number, RegExp][] = [
        [{ crm_id: '', todo_id: '' }, 400, /role="alert"[^>]*>Enter at least one of the three IDs\./],
        [{ url: 'ftp://x' }, 400, /href="#url">Enter an address that starts with https/],
        [{ crm_id: 'x'.repeat(256) }, 400, /href="#crm_id">Enter an ID in one line of up to 255/],
        [{}, 400, /role="alert"[^>]*>These IDs belong to different tasks\./]
    ];
    for (const [given, status, words] of wrong) {
        const refused = await it.browser.submit(`${rest}?_method=PUT`, { ...form, ...typed, ...given });
        t.is(refused.statusCode, status, JSON.stringify(given));
        t.regex(refused.body, words);
        t.regex(refused.body, /value="Call back"/);
    }
    t.is((await it.browser.submit(`${rest}?_method=PUT`, typed)).statusCode, 400, 'without a nonce');
    t.is(await countOf(it), 2);
});

test('a task link is deleted after a confirmation, and the audit log contains it', async (t) => {
    const it = await opened(t, 'administrator');
    for (const crm_id of ['C-1', 'C-2'])
        await it.client.send('PUT', '/tasks', { crm_id, title: '<i>Call</i>' });
    const question = await it.browser.get(`${listPath}/1?ask=delete`);
    t.regex(question.body, /<h1>Delete “&lt;i&gt;Call&lt;\/i&gt;”\?<\/h1>/);
    const form = hiddenFields(question.body, 'Delete link');
    t.regex((await it.browser.submit(`${rest}/1/delete`, form)).body, /is deleted\./);
    t.is(await findTaskRow(it.testApp.store.read, 1), undefined);
    t.is(await countOf(it), 1, 'no other one goes');
    t.is((await it.browser.get(`${listPath}/1`)).statusCode, 404);
    t.is((await it.client.send('POST', '/tasks/1/delete', {})).statusCode, 404);
    const { items } = await listAudit(it.testApp.store.read, { act: 'task.', limit: 9, offset: 0 });
    t.deepEqual(
        items.map(({ act, target }) => [act, target]),
        [['task.delete', 'task:1']]
    );
});

test('task links are found by the beginning of an id, and by a part of title or status', async (t) => {
    const it = await opened(t, 'administrator');
    await it.client.send('PUT', '/tasks', { crm_id: 'C-1', title: 'Call back', status: 'open' });
    await it.client.send('PUT', '/tasks', { planner_id: 'P-2', title: '100%' });
    await it.client.send('PUT', '/tasks', { todo_id: 'C-3', status: 'closed' });
    const found = async (text: string) => {
        const { body } = await it.browser.get(`${listPath}?text=${encodeURIComponent(text)}`);
        return Array.from(body.matchAll(/class="opens" href="\/settings\/tasks\/(\d+)"/g), ([, id]) =>
            Number(id)
        );
    };
    t.deepEqual(await found('C-'), [3, 1]);
    t.deepEqual(await found('-2'), []);
    t.deepEqual(await found('CALL'), [1]);
    t.deepEqual(await found('%'), [2]);
    t.deepEqual(await found('close'), [3]);
    const { body } = await it.browser.get(`${listPath}?text=P-2`);
    t.regex(body, /class="opens" href="\/settings\/tasks\/2">100%</);
    t.false(body.includes('/settings/tasks/1"'));
    const untitled = await it.browser.get(listPath);
    t.regex(untitled.body, /href="\/settings\/tasks\/3">C-3</);
});
