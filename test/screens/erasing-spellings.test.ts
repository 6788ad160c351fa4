// An erased person is found in texts of others however a program has written them: as JSON, as CSV, with other line ends.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { exactAddresses, inBytes, isIn, scrubber, sought, spansIn } from '../../db/erasing/scrubbing.ts';
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
const after = {
    by: 'Sent to (erased) "(erased)" (erased).',
    text: 'Begin. (erased). 🙂 End.',
    of: before.of
};

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
        '"(erased) ""(erased)"" (erased)","(erased). 🙂","""Zoë"""\r\n(erased),,\r\n'
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
        'Zo&euml; M&amp;uuml;ller',
        'Zo\\u0026euml; M&#252;ller',
        'Zoë_Müller',
        'Ｚｏｅ Ｍｕｌｌｅｒ',
        'Zo%C3%AB+M%25C3%25BCller',
        '和Zoë Müller谈过'
    ],
    "Sinéad O'Brien": ['Sinéad O’Brien', 'Sinéad O&#39;Brien', 'Sinead O&#x2019;Brien'],
    'Jürgen Groß': ['JÜRGEN GROSS', 'Jürgen Gro&szlig;'],
    'Anna-Lena Schäfer': ['Anna\u2011Lena Schäfer', 'Schäfer, Anna-Lena'],
    'Jan van der Berg': ['van der Berg, Jan', 'Berg, Jan van der'],
    '田中 太郎': ['田中太郎', '田中\u3000太郎様', '\\u7530\\u4e2d\\u592a\\u90ce', '昨日田中太郎が'],
    'ヤマダ タロウ': ['ヤマダタロウ'],
    'メアリー スミス': ['メアリースミス'],
    '𠮷田 太郎': ['昨日𠮷田太郎が'],
    '\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f علي': []
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

test('an address is exact whatever its case, its form and its escapes, and one that goes on is another', (t) => {
    const of = (address: string) => scrubber(exactAddresses([{ email: address }]));
    const same: [string, string, string][] = [
        ["sinead.o'brien@example.test", 'To SINEAD.O’Brien@example.test.', 'To (erased).'],
        ['j+jobs@example.test', '?q=j%2Bjobs%40example.test&x', '?q=(erased)&x'],
        [
            'a@müller.test',
            'a@MÜLLER.test, a@mu\u0308ller.test, a@m\\u00fcller.test',
            '(erased), (erased), (erased)'
        ],
        [
            'ann@lee.test',
            '请联系ann@lee.test。連絡先はann@lee.testです',
            '请联系(erased)。連絡先は(erased)です'
        ],
        ['ina@x.test', '{"cc":"\\nina@x.test"}', '{"cc":"\\n(erased)"}'],
        ['a%41b@x.test', 'a%41b@x.test', '(erased)']
    ];
    for (const [address, text, left] of same) t.is(of(address)(text), left);
    const others: [string, string[]][] = [
        ['a@müller.test', ['a@muller.test', 'x.a@müller.test', 'a müller test']],
        [
            'lee@corp.test',
            [
                'kim-lee@corp.test',
                'kim_lee@corp.test',
                'kim+lee@corp.test',
                "o'lee@corp.test",
                'x..lee@corp.test'
            ]
        ],
        ['ann@company.co', ['ann@company.co.uk', 'ann@company.co-op.test']]
    ];
    for (const [address, all] of others) for (const other of all) t.is(of(address)(other), other);
    const long = `${'x'.repeat(10)}${' '.repeat(32_768 - 16)}mary.ann@lee.test`;
    t.is(of('ann@lee.test')(long), long, 'at the border of a part');
});

test('words in two cells of a table or two strings stay two', (t) => {
    const scrub = scrubber(sought([{ name: 'Zoë Müller', email: '', texts: [] }]));
    t.is(scrub('"Zoë","Müller","x"'), '"(erased)","(erased)","x"');
    t.is(scrub('{"Zoë":"Müller"}'), '{"(erased)":"(erased)"}');
    t.is(scrub('x;Zoë\nMüller;y'), 'x;(erased)\n(erased);y');
});

test('an answer that has hardly a word finds nobody, and a text of escapes takes no longer than another', (t) => {
    t.deepEqual(sought([{ name: '', email: '', texts: [`${'-'.repeat(30)} a`] }]), []);
    const people = sought([{ name: 'Ada Byron', email: 'ada@x.test', texts: [] }]);
    for (const one of ['\\', '\\u', '%25', '&amp;', '&', '\ud800', '\u0301'])
        t.false(isIn(one.repeat(100_000), people), one);
});

test('binary data is read in UTF-8 and UTF-16, whichever byte comes first', (t) => {
    const people = sought([{ name: 'Иван Петров', email: '', texts: [] }]);
    const le = Buffer.from('Met Иван Петров', 'utf16le');
    for (const bytes of [Buffer.from('Met Иван Петров'), le, Buffer.from(le).swap16()])
        for (const lead of ['', 'x'])
            t.true([...inBytes(Buffer.concat([Buffer.from(lead), bytes]), people)].flat().length > 0);
});

test('overlapping texts of two people are redacted together, and the text between is kept', (t) => {
    const more = { name: 'Somebody Else', email: 'else@example.test', texts: [text.slice(30), text] };
    const scrub = scrubber(sought([about, more]));
    t.is(
        scrub(`a ${text} b ${name} Somebody Else\\n`),
        'a (erased). 🙂 b (erased) "(erased)" (erased) (erased)\\n'
    );
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
    t.is(notes.pop(), 'Wrote to (erased) "(erased)" (erased)');
    t.is(notes.length, files.length);
    for (const one of notes) t.deepEqual(JSON.parse(one), after);
});
