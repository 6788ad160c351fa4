// P25: the start of this version on a store of an earlier one is killed before each of its statements.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../../db/store/sqlite/index.ts';
import { inherited } from '../../support/servers/process.ts';
import { makeOldStore, type Snapshot, snapshotOf, versions } from '../old-stores.ts';
import { none, type Proof, type Trial, without } from '../proof.ts';

/** In the short form. The long form kills at each of them, from each version on. */
const killsOfVersion = 12;

export const proof: Proof = {
    name: 'P25',
    promise:
        'An upgrade that is killed at any statement leaves the old store as it was, or the new one whole.',
    rounds: { short: 2, long: 33, portion: 33 },
    async run({ short, rounds, report }) {
        const found = { kills: 0, old: 0, whole: 0, halves: 0, touched: 0, different: 0, badCopies: 0 };
        const newest = versions();
        for (let round = 0; round < rounds; round += 1) {
            await killUpgrades(from(round, rounds, newest), { found, short });
            report(round + 1, rounds);
        }
        return [
            { count: rounds, of: 'old stores' },
            { count: found.kills, of: 'kills', atLeast: rounds * killsOfVersion },
            { count: found.old, of: 'stayed as they were', atLeast: rounds },
            { count: found.whole, of: 'were whole already', atLeast: 1 },
            none('neither', found.halves),
            none('old files that were touched', found.touched),
            none('not the same after the next start', found.different),
            none('without a copy of before', found.badCopies)
        ];
    },
    sabotages: [
        without('one transaction for all migrations', {
            file: 'db/store/drizzle.ts',
            find: 'migrator.migrate(driver.drizzle({ client }), { migrationsFolder });',
            replace: `migrator.migrate(driver.drizzle({ client: Object.assign(Object.create(client), {
    prepare: (text: string) =>
        client.prepare(/^(begin|commit)/i.test(text) ? 'drop table if exists no_such_table' : text)
}) }), { migrationsFolder });`
        }),
        without('a copy of the store before', {
            file: 'db/store/sqlite/migrate.ts',
            find: 'if (applied > 0) copyStore(sqlite, copyOf(file));'
        })
    ]
};

/** The oldest first, then as many others as are wanted, up to the one before this version. */
const from = (round: number, rounds: number, newest: number) =>
    rounds === 1 ? 1 : 1 + Math.round((round * (newest - 2)) / (rounds - 1));

interface Trying extends Pick<Trial, 'short'> {
    found: Record<'kills' | 'old' | 'whole' | 'halves' | 'touched' | 'different' | 'badCopies', number>;
}

async function killUpgrades(version: number, { found, short }: Trying) {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-upgrade-'));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    process.once('exit', remove);
    try {
        const old = join(folder, 'old.db');
        makeOldStore(old, version);
        const upgraded = join(folder, 'upgraded.db');
        copyFileSync(old, upgraded);
        const statements = Number(await start(upgraded, 'never'));
        const upgrade = { folder, old, before: snapshotOf(old), after: snapshotOf(upgraded) };
        for (const statement of chosen(statements, short)) {
            await killUpgrade(upgrade, statement, found);
            found.kills += 1;
        }
    } finally {
        remove();
        process.off('exit', remove);
    }
}

/** The short form looks at the last statements, after the migrations are there, and at some of all. */
const chosen = (statements: number, short: boolean) =>
    Array.from({ length: statements }, (_, statement) => statement).filter(
        (statement) => !short || isChosen(statement, statements)
    );

function isChosen(statement: number, statements: number) {
    const every = statements / killsOfVersion;
    return Math.floor(statement / every) !== Math.floor((statement - 1) / every);
}

interface Upgrade {
    folder: string;
    old: string;
    before: Snapshot;
    after: Snapshot;
}

async function killUpgrade(
    { folder, old, before, after }: Upgrade,
    statement: number,
    found: Trying['found']
) {
    const file = join(folder, `${statement}.db`);
    copyFileSync(old, file);
    await start(file, String(statement));
    const isUntouched = readFileSync(file).equals(readFileSync(old));
    const now = snapshotOf(file);
    if (isSame(now, before)) {
        found.old += 1;
        if (!isUntouched) found.touched += 1;
    } else if (isSame(now, after)) found.whole += 1;
    else found.halves += 1;
    await startAgain(file).catch(() => (found.halves += 1));
    if (!isSame(snapshotOf(file), after)) found.different += 1;
    const copy = `${file}.before-migration`;
    if (!existsSync(copy) || !isSame(snapshotOf(copy), before)) found.badCopies += 1;
    for (const name of [file, copy]) rmSync(name, { force: true });
}

const startAgain = async (file: string) => openSqlite(file).close();

const isSame = (one: Snapshot, other: Snapshot) => JSON.stringify(one) === JSON.stringify(other);

const program = join(import.meta.dirname, '../dying-migration.ts');

/** Answers how many statements it took, or nothing where it was killed before. */
function start(file: string, before: string) {
    return new Promise<string>((resolve, reject) =>
        execFile(process.execPath, [program, file, before], { env: inherited }, (error, said, problem) => {
            if (error && error.signal !== 'SIGKILL') reject(new Error(problem));
            else resolve(said);
        })
    );
}
