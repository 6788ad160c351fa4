// The keys of this installation: drawn at the first start, kept in the data folder, never in a log.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../refusal.ts';

const names = ['challenge', 'jwt', 'nonce', 'links', 'postgres'] as const;
export type Secrets = Readonly<Record<(typeof names)[number], string>>;

/**
 * The secrets: what is given wins, then what the data folder holds; what is missing is drawn and kept there.
 * Refuses: wrong_state for one that is too short.
 */
export function openSecrets(
    dataDir: string,
    given: Partial<Record<keyof Secrets, string | undefined>>
): Secrets {
    const file = join(dataDir, 'secrets.json');
    const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
    const missing = names.filter((name) => !given[name] && !kept[name]);
    const drawn = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString('base64url')]));
    if (missing.length > 0) writeWhole(file, JSON.stringify({ ...kept, ...drawn }, null, 4));
    const secrets = { ...kept, ...drawn, ...defined(given) } as Secrets;
    assertLong(secrets);
    return Object.freeze(secrets);
}

const shortest = 32;

/** A key that somebody wrote into the file by hand may be too short to be one. */
function assertLong(secrets: Secrets) {
    const short = names.find((name) => secrets[name].length < shortest);
    if (short)
        throw new Refusal(
            'wrong_state',
            `The secret ${short} has fewer than ${shortest} characters: see secrets.json.`
        );
}

function defined(values: object) {
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Written whole or not at all: a crash in between leaves what was there. */
export function writeWhole(file: string, text: string) {
    const draft = `${file}.new`;
    const handle = openSync(draft, 'w', 0o600);
    writeSync(handle, text);
    fsyncSync(handle);
    closeSync(handle);
    renameSync(draft, file);
}
