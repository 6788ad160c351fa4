// Rows 24 and 25, and the contract's rules of task_get.
import test from 'ava';
import { listTasks, putTask, type TaskFields } from '../../db/agents/task-links.ts';
import { callerOf } from '../doubles/outside-services.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const mistake = { error: 'exactly one of crm_id, planner_id, todo_id is required' };
const names = ['crm_id', 'planner_id', 'todo_id'] as const;

const writeTask = ({ store, now }: TestApp, fields: TaskFields) =>
    store.write((tx) => putTask(tx, fields, now()));

test('each of the three ids finds the row, and the row is answered whole', async (t) => {
    const testApp = await createTestApp(t);
    const getTask = await callerOf(testApp, 'task_get');
    const ids = { crm_id: 'C-1', planner_id: 'P/1', todo_id: 'ä 1' };
    const texts = { title: 'Call back', status: 'open', url: 'https://crm.example/1' };
    await writeTask(testApp, { crmId: ids.crm_id, plannerId: ids.planner_id, todoId: ids.todo_id, ...texts });
    await writeTask(testApp, { crmId: 'C-2' });
    for (const name of names) {
        const { statusCode, body } = await getTask({ [name]: ids[name] });
        t.is(statusCode, 200);
        t.deepEqual(body, {
            id: 1,
            ...ids,
            ...texts,
            created_at: '2026-01-15T12:00:00.000Z',
            updated_at: '2026-01-15T12:00:00.000Z'
        });
    }
});

test('what a row has not is null or empty; a change moves its time', async (t) => {
    const testApp = await createTestApp(t);
    const getTask = await callerOf(testApp, 'task_get');
    await writeTask(testApp, { plannerId: 'P-1' });
    testApp.pass(1500);
    await writeTask(testApp, { plannerId: 'P-1', status: 'done' });
    t.deepEqual((await getTask({ planner_id: 'P-1' })).body, {
        id: 1,
        crm_id: null,
        planner_id: 'P-1',
        todo_id: null,
        title: '',
        status: 'done',
        url: '',
        created_at: '2026-01-15T12:00:00.000Z',
        updated_at: '2026-01-15T12:00:01.500Z'
    });
});

test('an id is looked for among ids of its own kind, and exactly as it is written', async (t) => {
    const testApp = await createTestApp(t);
    const getTask = await callerOf(testApp, 'task_get');
    await writeTask(testApp, { crmId: 'Same', plannerId: 'p' });
    for (const given of [
        { planner_id: 'Same' },
        { todo_id: 'Same' },
        { crm_id: 'same' },
        { crm_id: 'Sam' }
    ]) {
        const { statusCode, body } = await getTask(given);
        t.is(statusCode, 200);
        t.deepEqual(body, { error: 'not found' }, JSON.stringify(given));
    }
});

test('no id, several ids and empty ids return an error with status 200 [24]', async (t) => {
    const testApp = await createTestApp(t);
    const getTask = await callerOf(testApp, 'task_get');
    await writeTask(testApp, { crmId: 'a', plannerId: 'a', todoId: 'a' });
    for (const given of [
        {},
        '',
        { crm_id: '' },
        { crm_id: null },
        { crm_id: '', planner_id: null, todo_id: '' },
        { crm_id: 'a', planner_id: 'a' },
        { planner_id: 'a', todo_id: 'b' },
        { crm_id: 'a', planner_id: 'a', todo_id: 'a' }
    ]) {
        const { statusCode, body } = await getTask(given);
        t.is(statusCode, 200);
        t.deepEqual(body, mistake, JSON.stringify(given));
    }
});

test('an empty or null id next to a given one is ignored [24]', async (t) => {
    const testApp = await createTestApp(t);
    const getTask = await callerOf(testApp, 'task_get');
    await writeTask(testApp, { todoId: 'a' });
    t.is((await getTask({ crm_id: '', planner_id: null, todo_id: 'a' })).body.id, 1);
});

test('SQL and wildcards are ids like any other: not found [25]', async (t) => {
    const testApp = await createTestApp(t);
    const getTask = await callerOf(testApp, 'task_get');
    await writeTask(testApp, { crmId: 'a', plannerId: 'a', todoId: 'a' });
    for (const id of ["' OR 1=1 --", '%', '_', 'a%', "a'; drop table task_links; --", ' a', '\\', '"']) {
        for (const name of names) {
            const { statusCode, body } = await getTask({ [name]: id });
            t.is(statusCode, 200);
            t.deepEqual(body, { error: 'not found' }, id);
        }
    }
    t.is((await getTask({ crm_id: 'a' })).body.id, 1);
});

test('an id may have 255 characters, and a longer one gets 400 [25]', async (t) => {
    const getTask = await callerOf(await createTestApp(t), 'task_get');
    t.deepEqual((await getTask({ todo_id: 'x'.repeat(255) })).body, { error: 'not found' });
    for (const length of [256, 60_000]) {
        const { statusCode, body } = await getTask({ todo_id: 'x'.repeat(length) });
        t.is(statusCode, 400);
        t.deepEqual(body, {
            error: 'Bad arguments',
            detail: 'todo_id length must be less than or equal to 255 characters long.'
        });
    }
});

test('a task link without an id is refused from every source', async (t) => {
    const testApp = await createTestApp(t);
    await t.throwsAsync(writeTask(testApp, { title: 'Call back' }), {
        message: 'One of crm_id, planner_id, todo_id is required.'
    });
    t.is((await listTasks(testApp.store.read, { limit: 9, offset: 0 })).total, 0);
});
