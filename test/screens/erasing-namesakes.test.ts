// An erasure takes one person away and leaves the data of others as they are, whatever the person is called.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { findKeptForm, keepForm } from '../../db/accounts/short-lived/kept-forms.ts';
import { traces } from '../../db/agents/traces.ts';
import { agentOf } from '../support/clients/agent.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import { eraseMentions, finish, invite } from '../support/fixtures/erasing.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

async function erased(testApp: TestApp, candidate: { name: string; email: string }) {
    const fixtures = await withActiveSage(testApp);
    const { id } = await invite(fixtures, candidate);
    await fixtures.council.send('POST', `/screens/${id}/erase`, {});
    await finish(testApp);
}

async function emitTrace(testApp: TestApp, notes: string) {
    const step = { run_id: 'r', actor: 'scout', routine: 'mails', cadence: 'daily', status: 'ok' };
    await (await agentOf(testApp)).call('emit_trace', { ...step, notes });
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
    await emitTrace(testApp, 'This may take long, said May. Maybe.');
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
    for (const id of Object.keys(forms))
        t.truthy(await findKeptForm(testApp.store.read, id, testApp.now()), 'a form of others');

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

test('an object is deleted when its key has the address, and the bucket name does not count', async (t) => {
    const testApp = await createTestApp(t);
    const rest = 'joann@lee.test,Joann Lee;ann@lee.test,Ann Lee';
    const left = stored(testApp.folder, {
        'default/cv/ann lee.txt': 'a note',
        'default/cv_ann@lee.test.txt': 'a note',
        'default/ann@lee.test/plan.txt': 'a note',
        'ann@lee.test/plan.txt': 'a note',
        'default/mary.ann@lee.test.txt': 'mary.ann@lee.test and joann@lee.test, not ann@lee.test',
        'default/old.csv': Buffer.concat([bytes, Buffer.from(rest)])
    });
    await erased(testApp, { name: 'Ann Lee', email: 'ann@lee.test' });
    t.is(left('default/cv/ann lee.txt'), 'a note', 'another one may have the name');
    t.is(left('default/ann@lee.test/plan.txt'), undefined);
    t.is(left('default/cv_ann@lee.test.txt'), 'a note', 'an address may begin so');
    t.is(left('ann@lee.test/plan.txt'), 'a note');
    t.is(left('default/mary.ann@lee.test.txt'), 'mary.ann@lee.test and joann@lee.test, not (erased)');
    t.is(left('default/old.csv'), `${bytes.toString('latin1')}${rest}`, 'it is no text');
    t.deepEqual((await eraseMentions(testApp)).map(({ id }) => id).toSorted(), [
        'storage:default/cv/ann lee.txt',
        'storage:default/cv_ann@lee.test.txt',
        'storage:default/old.csv'
    ]);
    t.is(left('default/cv/ann lee.txt'), undefined);
    t.is(left('default/old.csv'), undefined);
});

test('a trace with the name as part of another name is unchanged, and the search completes', async (t) => {
    const testApp = await createTestApp(t);
    await emitTrace(testApp, 'Joann Lee and Ann Leeds came.');
    await erased(testApp, { name: 'Ann Lee', email: 'ann@lee.test' });
    const [trace] = await testApp.store.read.select().from(traces);
    t.is(trace?.notes, 'Joann Lee and Ann Leeds came.');
});
