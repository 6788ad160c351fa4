// Task linkage and content pages from files, as a user of the command line sees it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { findPage } from '../../db/agents/pages.ts';
import type { Store } from '../../db/store/index.ts';
import { taskLinks } from '../../db/agents/task-links.ts';
import { progressBar } from '../../cli/import-file.ts';
import { openStoreOf } from '../support/stores/databases.ts';
import { typed } from '../support/servers/command-line.ts';
import type { Said } from '../support/servers/process.ts';
import { folderFor } from '../support/runs/folder.ts';

/** A data folder and a way to import into it. */
async function fixtures(t: ExecutionContext) {
    const dataDir = folderFor(t);
    const importing = (what: 'tasks' | 'pages', name: string, content: string | Uint8Array) => {
        const file = join(dataDir, name);
        writeFileSync(file, content);
        return [what, 'import', '--file', file, '--json'];
    };
    return {
        dataDir,
        /** Imports a file of this name and content. */
        load: (...file: Parameters<typeof importing>): Promise<Said> => typed(dataDir, importing(...file)),
        /** Looks at what the store holds. */
        look: async <T>(at: (on: Store['read']) => Promise<T>) => {
            const store = await openStoreOf(dataDir);
            const seen = await at(store.read);
            await store.close();
            return seen;
        }
    };
}

const done = (imported: number): Said => ({ code: 0, out: `{"imported":${imported}}\n`, err: '' });
const refused = (...lines: string[]): Said => ({ code: 1, out: '', err: `${lines.join('\n')}\n` });
const countTasks = (on: Store['read']) => on.select().from(taskLinks).orderBy(taskLinks.id);

test.serial(
    'tasks from CSV as spreadsheets write it: an empty cell is a field that is not given',
    async (t) => {
        const { load, look } = await fixtures(t);
        const csv = [
            '\uFEFFtodo_id,crm_id,title,url',
            'T-1,C-1,"Call, ""soon"" or later",https://crm.example/1',
            '',
            ',C-2,,',
            'T-1,,Called,'
        ].join('\r\n');
        t.deepEqual(await load('tasks', 'tasks.csv', csv), done(3));
        const [first, second] = await look(countTasks);
        t.like(first, { crmId: 'C-1', todoId: 'T-1', title: 'Called', url: 'https://crm.example/1' });
        t.like(second, { crmId: 'C-2', todoId: null, title: '', url: '' });
    }
);

test.serial('a cell of several lines comes in as it is', async (t) => {
    const { load, look } = await fixtures(t);
    const csv = 'id,slug,title,content\n5,a-b,A,"<p>\r\n""x"",\n\ty</p>"\n';
    t.deepEqual(await load('pages', 'pages.CSV', csv), done(1));
    t.like(await look((on) => findPage(on, 5)), {
        slug: 'a-b',
        status: 'publish',
        content: '<p>\r\n"x",\n\ty</p>',
        excerpt: ''
    });
});

test.serial(
    'pages from JSON lines, by either ending; a page is written whole, as often as it comes',
    async (t) => {
        const { load, look } = await fixtures(t);
        const page = { id: 5, slug: 'about', title: 'About', content: '', excerpt: 'x', status: 'draft' };
        const lines = `${JSON.stringify(page)}\r\n\n${JSON.stringify({ ...page, id: 6, slug: 'other' })}`;
        t.deepEqual(await load('pages', 'pages.jsonl', lines), done(2));
        const { excerpt: _excerpt, ...rest } = page;
        t.deepEqual(await load('pages', 'pages.ndjson', JSON.stringify(rest)), done(1));
        t.like(await look((on) => findPage(on, 5)), { ...page, excerpt: '' });
        t.like(await look((on) => findPage(on, 6)), { slug: 'other', excerpt: 'x' });
    }
);

test.serial('a file without rows is imported: nothing of it', async (t) => {
    const { load } = await fixtures(t);
    t.deepEqual(await load('tasks', 'tasks.csv', 'crm_id,title\n'), done(0));
    t.deepEqual(await load('tasks', 'tasks.jsonl', '\n\n'), done(0));
});

test.serial(
    'wrong task rows are listed by line and field, and right rows next to them are not saved',
    async (t) => {
        const { load, look } = await fixtures(t);
        const csv = [
            'crm_id,title,url',
            'C-1,"several\r\nlines",',
            '',
            'C-2,x,javascript:1',
            ',no id,',
            'C-4,too short',
            ' C-5,x,',
            `${'x'.repeat(256)},x,`,
            '\u202EC-7,x,',
            'C-8,x,'
        ].join('\r\n');
        t.deepEqual(
            await load('tasks', 'tasks.csv', csv),
            refused(
                'line 2: title must be one line of plain text.',
                'line 5: url must be a valid uri with a scheme matching the http|https pattern.',
                'line 6: One of crm_id, planner_id, todo_id is required.',
                'line 7: 2 fields where the header has 3.',
                'line 8: crm_id must not have leading or trailing whitespace.',
                'line 9: crm_id length must be less than or equal to 255 characters long.',
                'line 10: crm_id must be text without invisible characters.'
            )
        );
        t.deepEqual(await look(countTasks), []);
    }
);

test.serial('JSON lines are as strict as the bodies of the routes', async (t) => {
    const { load, look } = await fixtures(t);
    const page = { id: 5, slug: 'about', title: 'About', content: '' };
    const rows = [
        JSON.stringify(page),
        '',
        '{"id":6',
        '[]',
        '{"id":6,"__proto__":{}}',
        JSON.stringify({ ...page, title: '\u0000' }),
        JSON.stringify({ ...page, id: 0 }),
        JSON.stringify({ ...page, id: 2 ** 53 }),
        JSON.stringify({ ...page, content: undefined }),
        JSON.stringify({ ...page, slug: 'Not a slug' }),
        JSON.stringify({ ...page, colour: 'red' })
    ];
    t.deepEqual(
        await load('pages', 'pages.jsonl', rows.join('\n')),
        refused(
            ...[3, 4, 5, 6].map((line) => `line ${line}: not a JSON object, or contains hidden characters.`),
            'line 7: id must be greater than or equal to 1.',
            'line 8: id must be a safe number.',
            'line 9: content is required.',
            'line 10: slug must be lowercase letters and digits, joined by - or _.',
            'line 11: colour is not allowed.'
        )
    );
    t.is(await look((on) => findPage(on, 5)), undefined);
});

test.serial('of many wrong rows the first twenty are named and the rest are counted', async (t) => {
    const { load } = await fixtures(t);
    const { code, out, err } = await load('tasks', 'tasks.jsonl', '{}\n'.repeat(23));
    t.deepEqual([code, out], [1, '']);
    const lines = err.trim().split('\n');
    t.is(lines.length, 21);
    t.is(lines[19], 'line 20: One of crm_id, planner_id, todo_id is required.');
    t.is(lines[20], 'and 3 more');
});

test.serial('a file whose content does not match its type is refused in one line', async (t) => {
    const { load } = await fixtures(t);
    const fields = 'crm_id, planner_id, todo_id, title, status, url';
    for (const [content, says] of [
        ['crm_id,colour\n', `line 1: "colour" is unknown or occurs twice. The fields are ${fields}.`],
        ['crm_id,crm_id\n', `line 1: "crm_id" is unknown or occurs twice. The fields are ${fields}.`],
        ['crm_id;title\n', `line 1: "crm_id;title" is unknown or occurs twice. The fields are ${fields}.`],
        ['crm_id\n1\n"2\n', 'line 3: Quote Not Closed.'],
        ['crm_id\n1"2\n', 'line 2: Invalid Opening Quote.'],
        [Buffer.from('crm_id\nM\xFCller\n', 'latin1'), 'The file is not in UTF-8.']
    ] as const)
        t.deepEqual(await load('tasks', 'tasks.csv', content), refused(says));
});

test.serial('another kind of file or a missing one is a usage error', async (t) => {
    const { load, dataDir } = await fixtures(t);
    t.deepEqual(await load('tasks', 'tasks.xlsx', ''), {
        code: 2,
        out: '',
        err: '--file must end with .csv, .jsonl, .ndjson\n'
    });
    const missing = join(dataDir, 'missing.csv');
    t.deepEqual(await typed(dataDir, ['pages', 'import', '--file', missing]), {
        code: 2,
        out: '',
        err: `cannot read --file ${missing}\n`
    });
    t.deepEqual(await typed(dataDir, ['pages', 'import']), {
        code: 2,
        out: '',
        err: 'Missing: --file\n'
    });
});

test.serial('a rule of the store refuses by line, and reports what was written before', async (t) => {
    const { load, look } = await fixtures(t);
    const row = (n: number) => `${n},page-${n},Page,x\n`;
    const rows = Array.from({ length: 700 }, (_, i) => row(i + 1)).join('');
    t.deepEqual(
        await load('pages', 'pages.csv', `id,slug,title,content\n${rows}701,page-1,Page,x\n`),
        refused('line 702: Another page has this slug. The first 700 rows were imported.')
    );
    t.is((await look((on) => findPage(on, 700)))?.slug, 'page-700');
    t.is(await look((on) => findPage(on, 701)), undefined);
});

test.serial('the progress bar is drawn only on a terminal, in place, and removed at the end', (t) => {
    const drawn: string[] = [];
    const out = (isTTY: boolean) => ({ isTTY, write: (text: string) => drawn.push(text) > 0 });
    const bar = progressBar(out(true));
    bar.show('tasks.csv', 500, 2000);
    bar.show('tasks.csv', 2000, 2000);
    bar.clear();
    t.deepEqual(drawn, [
        `\r\u001B[K  tasks.csv ${'█'.repeat(6)}${'░'.repeat(18)} 500 of 2000`,
        `\r\u001B[K  tasks.csv ${'█'.repeat(24)} 2000 of 2000`,
        '\r\u001B[K'
    ]);
    const silent = progressBar(out(false));
    silent.show('tasks.csv', 1, 2);
    silent.clear();
    t.is(drawn.length, 3);
});
