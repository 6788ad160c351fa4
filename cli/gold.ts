// Labelled answers from files, and all that a sage has of them.
import { assertRoom, digestOf, mostAnswers, putGold } from '../db/judgement/gold.ts';
import { countLevels, labelsBySage, listGold } from '../db/judgement/gold/reading.ts';
import { getSage } from '../db/sages/sages.ts';
import { getActiveUser } from '../db/accounts/users.ts';
import type { Reader, Store } from '../db/store/index.ts';
import { goldOf, goldRow } from '../plugins/gold/rows.ts';
import { importFile } from './import-file.ts';
import { type Command, command, type Shell, UsageError } from './options.ts';

export const goldCommands: Record<string, Command> = {
    'gold import': command({
        about: 'Imports labelled answers from CSV or JSON lines (criterion, text, level, by, blind). Imports nothing if any row is invalid.',
        needs: ['sage', 'file', 'by'],
        run: (asked, named) => importGold(asked, named)
    }),
    'gold list': command({
        about: 'Lists all labelled answers of a sage.',
        needs: ['sage'],
        columns: ['id', 'criterion', 'labels.level', 'labels.by', 'text'],
        run: ({ store }, { sage }) => listAllGold(store, sage)
    })
};

interface GoldFile {
    sage: string;
    file: string;
    /** The login of the importer, who counts as the labeller where the file names none. */
    by: string;
}

/** Writes the rows of a file; none where one is wrong. A label is blind unless its row says that it is not. */
async function importGold(asked: { store: Store; shell: Shell }, { sage: ref, file, by: login }: GoldFile) {
    const { store } = asked;
    const sage = await sageNamed(store.read, ref);
    const importer = await getActiveUser(store.read, login);
    return importFile(asked, file, {
        schema: goldRow(sage.criteria),
        assertAll: (rows) =>
            assertRoom(
                store.read,
                sage.id,
                rows.map(({ criterion, text }) => digestOf(criterion, text))
            ),
        put: (tx, { by = importer.login, blind = true, ...row }) =>
            putGold(tx, sage.id, {
                ...row,
                asked: sage.criteria.find(({ id }) => id === row.criterion),
                by,
                userId: importer.id,
                blind: isYes(blind),
                source: 'file',
                at: asked.shell.now()
            })
    });
}

const isYes = (value: boolean | 'true' | 'false') => value === true || value === 'true';

/** All labelled answers of a sage, and how many count at each level. */
async function listAllGold({ read }: Store, ref: string) {
    const { id } = await sageNamed(read, ref);
    const { items, total } = await listGold(read, id, { limit: mostAnswers, offset: 0 });
    return { items: items.map(goldOf), total, counts: countLevels(await labelsBySage(read, id)) };
}

function sageNamed(on: Reader, ref: string) {
    if (!/^([1-9]\d{0,15}|[0-9a-f-]{36})$/.test(ref))
        throw new UsageError('--sage takes the id or the UUID of a sage');
    return getSage(on, ref.includes('-') ? ref : Number(ref));
}
