// Labelled answers from files, as a user of the command line sees it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { listGold } from '../../db/judgement/gold/reading.ts';
import { createSage } from '../../db/council/edits.ts';
import { createUser } from '../../db/accounts/users.ts';
import { typed } from '../support/servers/command-line.ts';
import { openStoreOf } from '../support/stores/databases.ts';
import { engineerFields } from '../support/fixtures/sages.ts';
import { folderFor } from '../support/runs/folder.ts';

/** A data folder with a sage and the user `lea`, and a way to import into it. */
async function fixtures(t: ExecutionContext) {
    const dataDir = folderFor(t);
    const store = await openStoreOf(dataDir);
    const sageId = await store.write(async (tx) => {
        const user = {
            login: 'lea',
            email: 'lea@example.test',
            passwordHash: 'x',
            role: 'reviewer'
        } as const;
        const { id: by } = await createUser(tx, user, 1);
        return (await createSage(tx, engineerFields, { by, at: 1 })).id;
    });
    await store.close();
    const run = (...args: string[]) => typed(dataDir, ['gold', ...args, '--sage', String(sageId), '--json']);
    return {
        list: () => run('list'),
        load: (name: string, content: string, by = 'lea') => {
            const path = join(dataDir, name);
            writeFileSync(path, content);
            return run('import', '--file', path, '--by', by);
        },
        gold: async () => {
            const opened = await openStoreOf(dataDir);
            const { items } = await listGold(opened.read, sageId, { limit: 10, offset: 0 });
            await opened.close();
            return items;
        }
    };
}

test.serial(
    'labels from a spreadsheet belong to the named person, or else to the importing user',
    async (t) => {
        const { load, list, gold } = await fixtures(t);
        const csv = [
            'criterion,text,level,by,blind',
            'debugging,"I bisected it,\nfor hours.",strong,Anna,',
            'teamwork,We vote.,partial,,false'
        ].join('\r\n');
        t.deepEqual(await load('gold.csv', csv), { code: 0, out: '{"imported":2}\n', err: '' });
        t.deepEqual((await load('gold.csv', csv)).out, '{"imported":2}\n');
        const { items, total, counts } = JSON.parse((await list()).out);
        t.is(total, 2, 'importing again adds nothing');
        t.deepEqual(counts, { absent: 0, partial: 0, strong: 1 });
        t.like(items[0], {
            criterion: 'debugging',
            text: 'I bisected it,\nfor hours.',
            source: 'file'
        });
        t.like(items[0].labels, [{ by: 'Anna', level: 'strong', blind: true }]);
        t.like(items[1].labels, [{ by: 'lea', level: 'partial', blind: false }]);
        t.true(
            (await gold()).every(({ labels }) =>
                labels.every(({ criterionDigest }) => criterionDigest !== null)
            ),
            'a label holds for the question as it was when it was imported'
        );
        t.true(
            (await gold()).every(({ labels }) => labels.every(({ userId }) => userId === 1)),
            'the importer is kept'
        );
    }
);

test.serial(
    'wrong rows are listed by line and field, and the right rows next to them are not saved',
    async (t) => {
        const { load, gold } = await fixtures(t);
        const rows = [
            { criterion: 'debugging', text: 'I bisected it.', level: 'strong' },
            { criterion: 'cooking', text: 'x', level: 'strong' },
            { criterion: 'debugging', text: 'x', level: 'good' },
            { criterion: 'debugging', text: '', level: 'absent' },
            { criterion: 'debugging', text: 'x', level: 'absent', blind: 'perhaps' }
        ];
        const { code, err } = await load('gold.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
        t.is(code, 1);
        t.deepEqual(
            err
                .trim()
                .split('\n')
                .map((line) => line.split(' ').slice(0, 3).join(' ')),
            ['line 2: criterion', 'line 3: level', 'line 4: text', 'line 5: blind']
        );
        t.deepEqual(await gold(), []);
    }
);

test.serial('a file that would exceed 5,000 answers is refused before anything is written', async (t) => {
    const { load, gold } = await fixtures(t);
    const rows = (n: number) =>
        ['criterion,text,level', ...Array.from({ length: n }, (_, i) => `debugging,Answer ${i},absent`)].join(
            '\n'
        );
    const { code, err } = await load('gold.csv', rows(5001));
    t.is(code, 1);
    t.is(err, 'A sage can have up to 5000 labelled answers.\n');
    t.deepEqual(await gold(), []);
});

test.serial('an unknown importer or sage is refused', async (t) => {
    const { load } = await fixtures(t);
    t.is((await load('gold.csv', 'criterion,text,level\n', 'nobody')).code, 1);
});
