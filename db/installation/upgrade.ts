// What a start of this program would do to an installation. Nothing is changed by looking.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inspectStore, type Outlook } from '../store/index.ts';
import { freeBytes, leastRoom } from './disk.ts';
import { checkOf } from './doctor.ts';
import { secretsDigests } from './installation.ts';
import { formersOf, type GivenSecrets, knownSecrets, secretNames, type Secrets } from './secrets.ts';
import type { Place } from './backup/settle.ts';

interface Upgraded extends Place {
    /** Those of the settings. */
    secrets: GivenSecrets;
}

/** Refuses what a start would refuse before it looks into the store: unavailable, wrong_state. */
export async function previewUpgrade({ dataDir, database, secrets }: Upgraded, freeIn = freeFor) {
    const found = await inspectStore({ file: join(dataDir, 'app.db'), database });
    const room = await freeIn(dataDir);
    const known = knownSecrets(dataDir, secrets);
    const all = { ...known, former: formersOf(dataDir, secrets) } as Secrets; // a shared store has them all given
    /** A start creates these: in an existing store, that voids everything that the lost ones have signed. */
    const missing = secretNames.filter((name) => known[name] === undefined);
    const checks = [
        checkOf('this version can use the database', found.refused),
        checkOf('the data is in this database', found.movedTo !== undefined && moved(found.movedTo)),
        checkOf('there is enough disk space', room < leastRoom + found.needs && full(found.needs, room)),
        checkOf('the secrets are those of the other nodes', isOthers(found, all) && others)
    ];
    return { found, room, missing, checks, ok: checks.every(({ ok }) => ok) };
}

const others =
    'This node has other secrets. Use the same secrets, or stop all nodes and run `secrets forget`.';
const moved = (to: string) => `The data was moved to ${to}. Use it there, or run \`store reopen\`.`;
const full = (needs: number, room: number) =>
    `The data folder needs ${megabytes(needs + leastRoom)} MB of free space. Free: ${megabytes(room)} MB.`;

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);

const isOthers = ({ secretsDigest }: Outlook, secrets: Secrets) =>
    secretsDigest !== undefined && !secretsDigests(secrets).includes(secretsDigest);

/** Bytes free for the data folder, which may not be there yet. */
async function freeFor(folder: string): Promise<number> {
    if (!existsSync(folder)) return freeFor(dirname(folder));
    return freeBytes(folder);
}
