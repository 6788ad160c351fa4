// An erasure takes one person away and leaves the data of others as they are, whatever the person is called.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { findKeptForm, keepForm } from '../../db/accounts/short-lived/kept-forms.ts';
import { traces } from '../../db/agents/traces.ts';
import { agentOf } from '../support/clients/agent.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import { answer, debugging, eraseMentions, finish, invite, teamwork } from '../support/fixtures/erasing.ts';
import { levelsOf } from '../support/fixtures/judged.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

async function erased(testApp: TestApp, candidate: { name: string; email: string }) {
    const fixtures = await withActiveSage(testApp);
    const { id } = await invite(fixtures, candidate);
    await fixtures.council.send('POST', `/screens/${id}/erase`, {});
    await finish(testApp);
}

/** Puts stored objects in their places, and returns a function that reads one; undefined when it was deleted. */
function stored(folder: string, objects: Readonly<Record<string, string | Buffer>>) {
    const pathOf = (key: string) => join(folder, 'storage', key);
    for (const [key, content] of Object.entries(objects)) {
        mkdirSync(dirname(pathOf(key)), { recursive: true });
        writeFileSync(pathOf(key), content);
    }
    return (key: string) => (existsSync(pathOf(key)) ? readFileSync(pathOf(key), 'latin1') : undefined);
}

const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x20]);

test('a name of one word is changed nowhere automatically: a person decides about each place', async (t) => {
    const testApp = await createTestApp(t);
    const agent = await agentOf(testApp);
    const step = { run_id: 'r', actor: 'scout', routine: 'mails', cadence: 'daily', status: 'ok' };
    await agent.call('emit_trace', { ...step, notes: 'This may take long, said May. Maybe.' });
    const forms = { maybe: 'Maybe we may', theirs: 'Is May here?' };
    for (const [id, note] of Object.entries(forms))
        await testApp.store.write((tx) => keepForm(tx, { id, typed: { note }, endsAt: testApp.now() + 1e6 }));
    const binary = Buffer.concat([bytes, Buffer.from('May '), bytes]);
    const left = stored(testApp.folder, {
        'default/May/report.csv': 'month,hours\nmay,160\n',
        'May/notes.txt': 'May came. This may take long.',
        'default/picture.bin': binary
    });
    await erased(testApp, { name: 'May', email: 'may@june.test' });
    const notes = async () => (await testApp.store.read.select().from(traces))[0]?.notes;
    t.is(await notes(), 'This may take long, said May. Maybe.');
    t.is(left('May/notes.txt'), 'May came. This may take long.');
    const isKept = async (id: string) =>
        (await findKeptForm(testApp.store.read, id, testApp.now())) !== undefined;
    t.deepEqual([await isKept('maybe'), await isKept('theirs')], [true, true], 'forms of others');

    const listed = (await eraseMentions(testApp)).map(({ id, context }) => [id, ...context]);
    t.deepEqual(listed.toSorted(), [
        ['kept_forms:theirs', 'Is May here?'],
        ['storage:May/notes.txt', 'May came. This may take long.'],
        ['storage:default/May/report.csv', 'default/May/report.csv'],
        ['traces:1', 'This may take long, said May. Maybe.']
    ]);
    t.is(await notes(), 'This may take long, said (erased). Maybe.');
    t.is(left('May/notes.txt'), '(erased) came. This may take long.');
    t.is(left('default/May/report.csv'), undefined);
    t.is(left('default/picture.bin'), binary.toString('latin1'), 'by chance three bytes are anything');
});

test('an object is deleted when its key names the person, and the bucket name does not count', async (t) => {
    const testApp = await createTestApp(t);
    const left = stored(testApp.folder, {
        'default/cv/ann lee.txt': 'a note',
        'default/cv_ann@lee.test.txt': 'a note',
        'ann@lee.test/plan.txt': 'a note',
        'default/mary.ann@lee.test.txt': 'mary.ann@lee.test and joann@lee.test, not ann@lee.test',
        'default/old.csv': Buffer.concat([
            bytes,
            Buffer.from('joann@lee.test,Joann Lee;ann@lee.test,Ann Lee')
        ])
    });
    await erased(testApp, { name: 'Ann Lee', email: 'ann@lee.test' });
    t.is(left('default/cv/ann lee.txt'), undefined);
    t.is(left('default/cv_ann@lee.test.txt'), undefined);
    t.is(left('ann@lee.test/plan.txt'), 'a note');
    t.is(left('default/mary.ann@lee.test.txt'), 'mary.ann@lee.test and joann@lee.test, not (erased)');
    const rest = 'joann@lee.test,Joann Lee;ann@lee.test,Ann Lee';
    t.is(left('default/old.csv'), `${bytes.toString('latin1')}${rest}`, 'it is no text');
    t.deepEqual(
        (await eraseMentions(testApp)).map(({ id }) => id),
        ['storage:default/old.csv']
    );
    t.is(left('default/old.csv'), undefined);
});

test('a trace with the name as part of another name is unchanged, and the search completes', async (t) => {
    const testApp = await createTestApp(t);
    const agent = await agentOf(testApp);
    const step = { run_id: 'r', actor: 'scout', routine: 'mails', cadence: 'daily', status: 'ok' };
    await agent.call('emit_trace', { ...step, notes: 'Joann Lee and Ann Leeds came.' });
    await erased(testApp, { name: 'Ann Lee', email: 'ann@lee.test' });
    const [trace] = await testApp.store.read.select().from(traces);
    t.is(trace?.notes, 'Joann Lee and Ann Leeds came.');
});

test('labelled answers of an erased candidate are deleted, also with an equal answer elsewhere', async (t) => {
    const testApp = await createTestApp(t);
    const [one, other] = [await withActiveSage(testApp), await withActiveSage(testApp)];
    const ids: string[] = [];
    for (const [n, fixtures] of [one, other].entries()) {
        const { id, path } = await invite(fixtures, { name: `Twin ${n}`, email: `twin${n}@example.test` });
        await answer(testApp, path, [
            ['debugging', debugging],
            ['teamwork', teamwork]
        ]);
        await testApp.drain();
        await fixtures.council.send('POST', `/screens/${id}/levels`, {
            levels: levelsOf('strong', 'strong')
        });
        ids.push(id);
    }
    const gold = async ({ council, sage }: typeof one) =>
        (await council.get(`/sages/${sage.id}/gold`)).body.data.total;
    t.deepEqual([await gold(one), await gold(other)], [2, 2]);
    await one.council.send('POST', `/screens/${ids[0]}/erase`, {});
    t.deepEqual([await gold(one), await gold(other)], [0, 2]);
});
