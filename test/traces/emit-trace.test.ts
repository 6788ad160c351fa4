// Rows 21 and 22, and the contract's rules of emit_trace.
import test from 'ava';
import { listTraces } from '../../db/agents/traces.ts';
import { callerOf } from '../doubles/outside-services.ts';
import { recordOf } from '../support/clients/agent.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';
import { openLog } from '../support/runs/log.ts';

const step = {
    run_id: 'run-2026-01-15',
    actor: 'notes-writer',
    routine: 'weekly-review',
    cadence: 'friday',
    status: 'ok'
};

const kept = async ({ store }: TestApp) => (await listTraces(store.read, { limit: 100, offset: 0 })).items;

test('a step is accepted, stored once with its time, and answered as status and JSON text', async (t) => {
    const testApp = await createTestApp(t);
    const emit = await callerOf(testApp, 'emit_trace');
    const { statusCode, body } = await emit({ ...step, notes: '3 notes, 1 late' });
    t.is(statusCode, 200);
    t.deepEqual(body, { status: 'ok', result: '{"status":"ok"}' });
    const { run_id: runId, ...rest } = step;
    t.deepEqual(await kept(testApp), [
        { id: 1, at: testApp.now(), runId, ...rest, notes: '3 notes, 1 late' }
    ]);
});

test('notes are optional and empty by default; null is not given', async (t) => {
    const testApp = await createTestApp(t);
    const emit = await callerOf(testApp, 'emit_trace');
    for (const given of [step, { ...step, notes: null }, { ...step, notes: '' }])
        t.is((await emit(given)).body.status, 'ok');
    t.deepEqual(
        (await kept(testApp)).map(({ notes }) => notes),
        ['', '', '']
    );
});

test('every status of the contract is accepted, and no other', async (t) => {
    const testApp = await createTestApp(t);
    const emit = await callerOf(testApp, 'emit_trace');
    for (const status of ['ok', 'partial', 'failed', 'skipped'])
        t.is((await emit({ ...step, status })).body.status, 'ok', status);
    for (const status of ['done', 'OK', 'error', 'ok ', ['ok']])
        t.is((await emit({ ...step, status })).body.status, 'error', String(status));
    t.is((await kept(testApp)).length, 4);
});

const names = ['run_id', 'actor', 'routine', 'cadence'] as const;

const wrong: [what: string, given: object, error: string][] = [
    ['an unknown status', { status: 'done' }, 'status must be one of [ok, partial, failed, skipped].'],
    ...[...names, 'status'].flatMap((name): typeof wrong => [
        [`no ${name}`, { [name]: undefined }, `${name} is required.`],
        [`null as ${name}`, { [name]: null }, `${name} is required.`]
    ]),
    ...names.flatMap((name): typeof wrong => [
        [`an empty ${name}`, { [name]: '' }, `${name} is not allowed to be empty.`],
        [`a blank ${name}`, { [name]: ' \t\n' }, `${name} must be a non-empty text.`],
        [
            `a ${name} that turns around`,
            { [name]: 'a\u202Eb' },
            `${name} must be text without invisible characters.`
        ],
        [`a number as ${name}`, { [name]: 7 }, `${name} must be a string.`],
        [`an object as ${name}`, { [name]: { $gt: '' } }, `${name} must be a string.`],
        [
            `a ${name} of 201 characters`,
            { [name]: 'x'.repeat(201) },
            `${name} length must be less than or equal to 200 characters long.`
        ]
    ]),
    ['a list as notes', { notes: ['a'] }, 'notes must be a string.'],
    ...[20_001, 1_000_000, 1_048_576].map((length): (typeof wrong)[number] => [
        `${length} characters of notes`,
        { notes: 'n'.repeat(length) },
        'notes length must be less than or equal to 20000 characters long.'
    ]),
    [
        'an actor that is the routine',
        { actor: step.routine },
        'actor must be the piece that emits, not the routine.'
    ]
];

test('any wrong step gets status 200 with the failed field, and nothing is stored [21]', async (t) => {
    const testApp = await createTestApp(t);
    const emit = await callerOf(testApp, 'emit_trace');
    for (const [what, given, error] of wrong) {
        const { statusCode, body } = await emit({ ...step, ...given });
        t.is(statusCode, 200, what);
        const said = { status: 'error', error };
        t.deepEqual(body, { ...said, result: JSON.stringify(said) }, what);
    }
    t.deepEqual(await kept(testApp), []);
    t.deepEqual(new Set((await recordOf(testApp)).map(({ outcome }) => outcome)), new Set(['failed']));
});

test('names may be 200 characters long and notes 20,000, and a body has at most 2 MiB [12]', async (t) => {
    const testApp = await createTestApp(t);
    const emit = await callerOf(testApp, 'emit_trace');
    for (const name of names) {
        const { body } = await emit({ ...step, [name]: 'x'.repeat(200), notes: 'n'.repeat(20_000) });
        t.deepEqual(body, { status: 'ok', result: '{"status":"ok"}' }, name);
    }
    t.is((await emit({ ...step, notes: 'n'.repeat(2 * 1024 * 1024) })).statusCode, 413);
    t.is((await kept(testApp)).length, 4);
});

const hostile = 'a\r\nb \u001B[31mred\u001B[0m {"level":"fatal"} ${jndi:ldap://x} </script>';

test('line breaks, ANSI codes and JSON in notes are stored unchanged and never logged [22]', async (t) => {
    const { log, lines } = openLog();
    const testApp = await createTestApp(t, { log });
    const emit = await callerOf(testApp, 'emit_trace');
    t.deepEqual((await emit({ ...step, notes: hostile })).body, { status: 'ok', result: '{"status":"ok"}' });
    t.is((await kept(testApp))[0]?.notes, hostile);
    await emit({ ...step, status: hostile, notes: 'canary' });
    t.true(lines.length > 0);
    t.false(lines.join('').includes('jndi'));
    t.false(lines.join('').includes('canary'));
});
