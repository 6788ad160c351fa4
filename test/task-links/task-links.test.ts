// How task linkage rows come in over HTTP.
import test from 'ava';
import { findTask } from '../../db/agents/task-links.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const row = {
    crm_id: 'C-1',
    planner_id: 'P-1',
    todo_id: 'T-1',
    title: 'Call back',
    status: 'open',
    url: 'https://crm.example/1'
};
const times = { created_at: '2026-01-15T12:00:00.000Z', updated_at: '2026-01-15T12:00:00.000Z' };

test('a new row is answered with its id and times', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    const { statusCode, body } = await admin.send('PUT', '/tasks', row);
    t.is(statusCode, 200);
    t.deepEqual(body, { success: true, data: { task: { id: 1, ...row, ...times } } });
});

test('any of the ids finds the row; what is given is written, the rest stays', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    await admin.send('PUT', '/tasks', { planner_id: 'P-1', title: 'Call back' });
    await admin.send('PUT', '/tasks', { planner_id: 'P-1', crm_id: 'C-1', status: 'open' });
    testApp.pass(1000);
    const { body } = await admin.send('PUT', '/tasks', { crm_id: 'C-1', title: '' });
    t.deepEqual(body.data.task, {
        id: 1,
        crm_id: 'C-1',
        planner_id: 'P-1',
        todo_id: null,
        title: '',
        status: 'open',
        url: '',
        created_at: '2026-01-15T12:00:00.000Z',
        updated_at: '2026-01-15T12:00:01.000Z'
    });
});

test('ids that belong to different rows are 409, and both rows stay as they were', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    await admin.send('PUT', '/tasks', { crm_id: 'C-1' });
    await admin.send('PUT', '/tasks', { todo_id: 'T-2' });
    const { statusCode, body } = await admin.send('PUT', '/tasks', {
        crm_id: 'C-1',
        todo_id: 'T-2',
        title: 'x'
    });
    t.is(statusCode, 409);
    t.deepEqual(body, { success: false, data: { message: 'These IDs belong to different tasks.' } });
    t.like(await findTask(testApp.store.read, 'crmId', 'C-1'), { todoId: null, title: '' });
    t.like(await findTask(testApp.store.read, 'todoId', 'T-2'), { crmId: null, title: '' });
});

test('what is wrong in a task link is 400 and named, and writes nothing', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    const wrong: [given: object, message: string][] = [
        [{ title: 'x' }, 'One of crm_id, planner_id, todo_id is required.'],
        [{ crm_id: '' }, 'crm_id is not allowed to be empty.'],
        [{ crm_id: null }, 'crm_id must be a string.'],
        [{ crm_id: 5 }, 'crm_id must be a string.'],
        [{ crm_id: ' a' }, 'crm_id must not have leading or trailing whitespace.'],
        [{ crm_id: 'x'.repeat(256) }, 'crm_id length must be less than or equal to 255 characters long.'],
        [{ crm_id: 'a', id: 7 }, 'id is not allowed.'],
        [
            { crm_id: 'a', url: 'javascript:alert(1)' },
            'url must be a valid uri with a scheme matching the http|https pattern.'
        ],
        [
            { crm_id: 'a', title: 'x'.repeat(501) },
            'title length must be less than or equal to 500 characters long.'
        ]
    ];
    for (const [given, message] of wrong) {
        const { statusCode, body, headers } = await admin.send('PUT', '/tasks', given);
        t.is(statusCode, 400, message);
        t.deepEqual(body, { success: false, data: { message } });
        t.is(headers['x-svc-error'], 'invalid_field');
    }
    t.is(await findTask(testApp.store.read, 'crmId', 'a'), undefined);
});
