// What the command line prints for people, and what it asks them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import test from 'ava';
import { readPassword } from '../../cli/password.ts';
import { textOf } from '../../cli/table.ts';
import { typed } from '../support/servers/command-line.ts';
import { folderFor } from '../support/runs/folder.ts';

test('a list is a table with aligned columns, each row one line, and no cell steers the terminal', (t) => {
    const items = [
        { id: 1, name: 'Åsa\u001B[2J', labels: [{ level: 'strong' }, { level: 'partial' }], createdAt: 0 },
        { id: 20, name: 'a\nb', labels: [], createdAt: null },
        { id: 3, name: 'n'.repeat(60), labels: [{ level: 'absent' }], createdAt: null }
    ];
    const columns = ['id', 'labels.level', 'name', 'createdAt'];
    t.deepEqual(textOf({ items, total: 3 }, columns).split('\n'), [
        `ID  LEVEL            NAME${' '.repeat(46)}CREATED AT`,
        `1   strong, partial  Åsa [2J${' '.repeat(43)}1970-01-01 00:00:00Z`,
        `20  -                a b${' '.repeat(47)}-`,
        `3   absent           ${'n'.repeat(47)}…  -`
    ]);
});

test('what to do about a problem is at the end of its line, and shown', (t) => {
    const problem = `${'/a/long/path'.repeat(25)} cannot be read. Do this.`;
    const text = textOf({ ok: false, checks: [{ check: 'one', problems: [problem] }] }, [
        'check',
        'problems'
    ]);
    t.true(text.endsWith('Do this.'));
});

test('a longer list shows its total, and an empty list shows None', (t) => {
    t.is(textOf({ items: [{ id: 1 }], total: 7 }, ['id']), 'total  7\n\nID\n1');
    t.is(textOf({ items: [], total: 0 }, ['id']), 'None.');
});

test('a single result is one line per field, and what has parts inside parts is JSON', (t) => {
    const text = textOf({ ok: true, lastUsedAt: null, scopes: ['a', 'b'], text: 'one\ntwo' });
    t.deepEqual(text.split('\n'), [
        'ok            yes',
        'last used at  -',
        'scopes        a, b',
        'text          one',
        '              two'
    ]);
    const deep = { findings: [{ level: 'strong' }] };
    t.deepEqual(JSON.parse(textOf(deep)), deep);
});

test('lists are printed for people unless --json is given', async (t) => {
    const path = folderFor(t);
    await typed(path, ['mail', 'test', '--to', 'ada@example.test']);
    const list = async (...args: string[]) => (await typed(path, args)).out;
    t.regex(await list('mail', 'list'), /^ID +KIND +STATE +TO +SUBJECT\n\S+ +test +queued +ada@/);
    t.regex(await list('jobs', 'list'), /^ID +TASK +STATE .*\n\S+ +send-mail +pending /);
    t.is(await list('jobs', 'list', '--delayed'), 'None.\n');
    const { items } = JSON.parse(await list('mail', 'list', '--json')) as { items: [{ id: string }] };
    t.regex(
        await list('mail', 'show', '--id', items[0].id),
        /\nsubject +Test email\ntext +Hello,\n\s+This is a test/
    );
    t.deepEqual(await typed(path, ['mail', 'show', '--id', 'none']), {
        code: 1,
        out: '',
        err: 'Email not found.\n'
    });
});

test('--help shows the usage of its command, whatever else is typed', async (t) => {
    const path = folderFor(t);
    const usage = (about: RegExp) => new RegExp(`^Usage: [^\n]+\n  ${about.source}[^\n]*\n      [^\n]+\n$`);
    for (const args of [['--help'], ['-h'], ['--state', '--help'], ['--nope', '--help']]) {
        const { code, out, err } = await typed(path, ['jobs', 'list', ...args], { started: false });
        t.deepEqual([code, err], [0, ''], args.join(' '));
        t.regex(out, usage(/jobs list \[--state STATE\] \[--delayed\]/), args.join(' '));
    }
    t.false(existsSync(join(path, 'app.db')));
});

/** A terminal as far as a reader of lines sees one. */
function terminal() {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const shown: string[] = [];
    const prompt = { write: (text: string | Uint8Array) => shown.push(String(text)) > 0 };
    return { input, shown, read: () => readPassword({ input, prompt }) };
}

test('a password that is typed on a terminal is not shown, and a correction counts', async (t) => {
    const { input, shown, read } = terminal();
    const password = read();
    input.write('quiet lanterx\u007Fns\r');
    t.is(await password, 'quiet lanterns');
    t.is(shown.join(''), 'Password: \n');
});

test('leaving the password prompt changes nothing', async (t) => {
    const { input, read } = terminal();
    const password = read();
    await turn();
    input.write('quiet\u0003');
    await t.throwsAsync(password, { message: 'No password entered.' });
});

test('a password from a pipe is its first line, also while the pipe stays open', async (t) => {
    const input = new PassThrough();
    const prompt = { write: () => t.fail() };
    const read = readPassword({ input, prompt });
    input.write('nine quiet lanterns\r\n');
    t.is(await read, 'nine quiet lanterns');
    const unended = new PassThrough();
    unended.end('nine quiet lanterns');
    t.is(await readPassword({ input: unended, prompt }), 'nine quiet lanterns');
});
