// An erased person is found in texts of others however a program has written them: as JSON, as CSV, with other line ends.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { exactAddresses, isIn, scrubber, sought, spansIn } from '../../db/erasing/scrubbing.ts';
import { traces } from '../../db/agents/traces.ts';
import { asc } from '../../db/store/drizzle.ts';
import { agentOf } from '../support/clients/agent.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import { answer, eraseMentions, finish, invite } from '../support/fixtures/erasing.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const name = 'Zoë "Zo" Müller';
const email = 'zoe@mueller.test';
const text =
    'The export "hung".\nMy hypothesis <was> C:\\temp & the heliotrope lock/query, so I measured it. 🙂';

const ascii = (json: string, digits = (hex: string) => hex) =>
    json.replaceAll(
        /[^\0-\x7f]/g,
        (one) => `\\u${digits((one.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))}`
    );
const big = (hex: string) => hex.toUpperCase();
const ofMarkup = (json: string) =>
    json.replaceAll(/[<>&]/g, (one) => `\\u00${one.codePointAt(0)?.toString(16)}`);

/** How programs write JSON. */
const writers: Record<string, (value: unknown) => string> = {
    'letters as they are': (value) => JSON.stringify(value),
    'letters in small digits': (value) => ascii(JSON.stringify(value)),
    'letters in capital digits': (value) => ascii(JSON.stringify(value), big),
    'slashes escaped': (value) => ascii(JSON.stringify(value)).replaceAll('/', '\\/'),
    'markup escaped': (value) => ofMarkup(JSON.stringify(value)),
    'letters and markup escaped': (value) => ascii(ofMarkup(JSON.stringify(value)), big)
};

const about = { name, email, texts: [text] };
const before = { by: `Sent to ${name}.`, text: `Begin. ${text} End.`, of: ['Zoë Müllerová', 'C:\\temp'] };
const after = { by: 'Sent to (erased).', text: 'Begin. (erased). 🙂 End.', of: before.of };

for (const [way, write] of Object.entries(writers))
    test(`a person is taken out of JSON with ${way}, and what is left is the same JSON`, (t) => {
        const scrub = scrubber(sought([about]));
        t.deepEqual(JSON.parse(scrub(write(before))), after);
        const inside = JSON.parse(scrub(write({ log: write(before) }))) as { log: string };
        t.deepEqual(JSON.parse(inside.log), after, 'JSON within JSON');
    });

test('a person is taken out of CSV, where quotes are doubled and lines end in two characters', (t) => {
    const scrub = scrubber(sought([about]));
    const cell = (value: string) => `"${value.replaceAll('"', '""').replaceAll('\n', '\r\n')}"`;
    t.is(
        scrub(`${cell(name)},${cell(text)},"""Zoë"""\r\n${email},,\r\n`),
        '"(erased)","(erased). 🙂","""Zoë"""\r\n(erased),,\r\n'
    );
    t.is(scrub(JSON.stringify(`1,${cell(text)}`)), JSON.stringify('1,"(erased). 🙂"'));
});

const spellings: Record<string, string[]> = {
    'Zoë Müller': [
        'Zoe\u0308 Mu\u0308ller',
        'ZOË MÜLLER',
        'Zoë\u00a0Müller',
        'Zoë \n Müller',
        'Müller, Zoë',
        'Zo\u00adë Mül\u200bler',
        'Zo&euml; M&uuml;ller',
        'Zoë_Müller',
        'Ｚｏｅ Ｍｕｌｌｅｒ',
        'Zo%C3%AB+M%C3%BCller'
    ],
    "Sinéad O'Brien": ['Sinéad O’Brien', 'Sinéad O&#39;Brien', 'Sinead O&#x2019;Brien'],
    'Jürgen Groß': ['JÜRGEN GROSS', 'Jürgen Gro&szlig;'],
    'Anna-Lena Schäfer': ['Anna\u2011Lena Schäfer', 'Schäfer, Anna-Lena'],
    '田中 太郎': ['田中太郎', '田中\u3000太郎様', '\\u7530\\u4e2d\\u592a\\u90ce']
};

test('a name is found however it is spelled, and not within another one', (t) => {
    for (const [of, all] of Object.entries(spellings)) {
        const people = sought([{ name: of, email: '', texts: [] }]);
        for (const one of [of, ...all]) t.true(isIn(`Met ${one} today.`, people), `${of}: ${one}`);
    }
    const ann = sought([{ name: 'Ann Lee', email: 'ann@lee.test', texts: [] }]);
    for (const one of ['Joann Lee', 'Ann Leeds', 'Ann', 'joann@lee.test', 'mary.ann@lee.test'])
        t.is(scrubber(ann)(one), one);
    t.true(isIn('It was late.Ann Lee came.', ann));
});

test('an address is exact whatever its case, its form and its escapes, and one with other letters is another', (t) => {
    const of = (address: string) => scrubber(exactAddresses([{ email: address }]));
    t.is(of("sinead.o'brien@example.test")('To SINEAD.O’Brien@example.test.'), 'To (erased).');
    t.is(of('j+jobs@example.test')('?q=j%2Bjobs%40example.test&x'), '?q=(erased)&x');
    t.is(
        of('a@müller.test')('a@MÜLLER.test, a@mu\u0308ller.test, a@m\\u00fcller.test'),
        '(erased), (erased), (erased)'
    );
    for (const other of ['a@muller.test', 'x.a@müller.test', 'a müller test'])
        t.is(of('a@müller.test')(other), other);
});

test('overlapping texts of two people are redacted together, and the text between is kept', (t) => {
    const more = { name: 'Somebody Else', email: 'else@example.test', texts: [text.slice(30), text] };
    const scrub = scrubber(sought([about, more]));
    t.is(scrub(`a ${text} b ${name} Somebody Else\\n`), 'a (erased). 🙂 b (erased) (erased)\\n');
    t.is(scrub('\\u00e9 "" \r\n \\\\'), '\\u00e9 "" \r\n \\\\');
});

test('a mention is found wherever in a long text it stands, once', (t) => {
    const people = sought([{ name: 'Ada Byron', email: '', texts: [] }]);
    const part = 32_768;
    for (const at of [0, part - 9, part - 4, part, part + 1, 2 * part - 5, 3 * part]) {
        const long = `${'.'.repeat(at)}Ada Byron${'.'.repeat(part)}`;
        t.deepEqual([...new Set([...spansIn(long, people)].flat().map(String))], [`${at},${at + 9}`]);
        t.is(
            scrubber(people)(`${'x'.repeat(at + 1)}${long}`.replaceAll('.', 'x')).includes('(erased)'),
            false
        );
    }
});

test('an erased candidate is found in stored objects and traces that are JSON [P47]', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const { id, path } = await invite(fixtures, { name, email });
    await answer(testApp, path, [['debugging', text]]);
    const agent = await agentOf(testApp);
    const step = { run_id: 'r', actor: 'scout', routine: 'mails', cadence: 'daily', status: 'ok' };
    const folder = join(testApp.folder, 'storage/default');
    mkdirSync(folder, { recursive: true });
    const files: string[] = [];
    for (const write of Object.values(writers)) {
        await agent.call('emit_trace', { ...step, notes: write(before) });
        const file = join(folder, `${files.length}.json`);
        writeFileSync(file, write(before));
        files.push(file);
    }
    await agent.call('emit_trace', { ...step, notes: `Wrote to ${name.toUpperCase()}` });
    const { data } = (await fixtures.council.get(`/screens/${id}/candidate-data`)).body;
    t.is(data.traces.length, files.length + 1, 'the export has them too');

    t.is((await fixtures.council.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
    await finish(testApp);
    t.is((await eraseMentions(testApp)).length, 2 * files.length + 1);

    for (const file of files) t.deepEqual(JSON.parse(readFileSync(file, 'utf8')), after);
    const rows = await testApp.store.read.select().from(traces).orderBy(asc(traces.id));
    const notes = rows.map((row) => row.notes);
    t.is(notes.pop(), 'Wrote to (erased)');
    t.is(notes.length, files.length);
    for (const one of notes) t.deepEqual(JSON.parse(one), after);
});
