// The command `upgrade check`: shows what a start of this program would do to the data, without doing it.
import type { Config } from '../../config/index.ts';
import { assertNoExchange } from '../../db/installation/backup/exchange.ts';
import { previewUpgrade } from '../../db/installation/upgrade.ts';
import { configOf, taken, unusable } from '../opening.ts';
import { type Command, command } from '../options.ts';

export const upgradeCommands: Record<string, Command> = {
    'upgrade check': command({
        about: 'Shows what starting this version would change, also while an older version runs. Changes nothing. Exits with 78 if it would not start.',
        columns: ['check', 'ok', 'problems'],
        checks: 78,
        alone: async (_options, shell) => check(configOf(shell))
    })
};

type Preview = Awaited<ReturnType<typeof previewUpgrade>>;

async function check(config: Config) {
    const { dataDir, database, program, unknownSettings } = config;
    taken(() => assertNoExchange(dataDir));
    const preview = await previewUpgrade(config).catch(unusable);
    const { found, room, missing, checks, ok } = preview;
    return {
        ok,
        program: program.version,
        store: database ? 'PostgreSQL' : 'SQLite',
        ...(found.refused === undefined && {
            last_migration: found.applied ?? null,
            pending: found.pending
        }),
        cost: costOf(preview, database !== undefined),
        bytes: found.bytes,
        bytes_needed: found.needs,
        bytes_free: room,
        unknown_settings: unknownSettings,
        new_secrets: found.applied === undefined ? [] : missing,
        next: ok
            ? nextOf(preview, database !== undefined)
            : 'This version would not start. Nothing would be changed.',
        checks
    };
}

/** What the pending migrations ask of the disk, and of the time of those who use the service. */
function costOf({ found: { pending, needs, bytes } }: Preview, isOnPostgres: boolean) {
    if (pending.length === 0) return 'nothing';
    const megabytes = (size: number) => Math.ceil(size / 1e6);
    const what = `${pending.length} migrations of ${megabytes(bytes)} MB`;
    return isOnPostgres
        ? `${what}, in the database; the service is unavailable until they are done`
        : `${what}: ${megabytes(needs)} MB of disk for the copy and the log; the service is unavailable until they are done`;
}

function nextOf({ found: { applied, pending } }: Preview, isOnPostgres: boolean) {
    if (applied === undefined) return 'Starting creates a new database.';
    if (pending.length === 0) return 'Starting does not change the database.';
    return isOnPostgres
        ? 'Back up the database first. Starting migrates it in one transaction, without a copy.'
        : 'Starting copies the database to app.db.before-migration, then migrates it in one transaction.';
}
