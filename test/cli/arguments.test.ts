// What an argument can contain: one line of plain text, for it goes into logs, lists, emails and the terminal of others.
import test from 'ava';
import { typed } from '../support/servers/command-line.ts';
import { folderFor } from '../support/runs/folder.ts';

const breaks = {
    line: '\n',
    return: '\r',
    escape: '\u001B[2J',
    nul: '\0',
    paragraph: '\u2029',
    next: '\u0085'
};

const commands = (odd: string): Record<string, string[]> => ({
    '--reason': ['credits', 'grant', '--amount', '5', '--reason', odd],
    '--amount': ['credits', 'grant', '--reason', 'Start', `--amount=5${odd}`],
    '--login': ['user', 'disable', '--login', `ada${odd}`],
    '--name': ['token', 'issue', '--scopes', 'tool:*', '--name', `a${odd}b`],
    '--file': ['import', 'deals', '--file', `/tmp/${odd}`],
    'An argument': ['backup', 'verify', odd]
});

for (const [kind, odd] of Object.entries(breaks))
    test(`no command argument accepts line breaks or control characters or shows them: ${kind}`, async (t) => {
        const folder = folderFor(t);
        for (const [named, args] of Object.entries(commands(odd))) {
            const { code, out, err } = await typed(folder, args);
            t.deepEqual([code, out], [2, ''], named);
            t.is(err, `${named} must be one line without control characters.\n`);
        }
        const { out } = await typed(folder, ['credits', 'show', '--json']);
        t.like(JSON.parse(out), { balance: 0 }, 'nothing was granted');
    });
