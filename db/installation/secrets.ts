// The keys of this installation: created at the first start, stored in the data folder, never in a log.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../store/refusal.ts';
import { iso } from '../store/time.ts';

export const secretNames = ['challenge', 'jwt', 'nonce', 'links', 'postgres'] as const;
export type SecretName = (typeof secretNames)[number];

/** A former key of a secret: it signs nothing new, but its signatures are valid until then. */
interface Former {
    secret: string;
    until: number;
}

type Formers = { readonly [Name in SecretName]?: Former };
export type Secrets = Readonly<Record<SecretName, string>> & { readonly former?: Formers };

/** Secrets of the settings, and those that are accepted in addition for as long as they are set. */
export type GivenSecrets = { readonly [Name in SecretName]?: string | undefined } & {
    readonly also?: { readonly [Name in SecretName]?: string | undefined };
};

/** The keys of a secret that are valid at a moment; the first signs new values. */
export type Keys = (at: number) => readonly [string, ...string[]];

export function keysOf(secrets: Secrets, name: SecretName): Keys {
    const former = secrets.former?.[name];
    return (at) =>
        former === undefined || at >= former.until ? [secrets[name]] : [secrets[name], former.secret];
}

type Kept = { [Name in SecretName | 'backup']?: string } & {
    former?: { [Name in SecretName]?: { secret?: unknown; until?: unknown } };
};

const fileOf = (dataDir: string) => join(dataDir, 'secrets.json');

/**
 * What secrets.json has; nothing where there is none. Throws a plain Error that names the file, for one that cannot be read or is
 * damaged: it is never replaced, for that would void all sessions and open links.
 */
export function keptIn(dataDir: string): Kept {
    const file = fileOf(dataDir);
    let text: string;
    try {
        text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)); // without a byte order mark
    } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT') return {};
        if (error instanceof TypeError)
            throw new Error(`${file} is damaged: it is not text. ${remedy}`, { cause: error });
        const isForbidden = ['EACCES', 'EPERM'].includes(code);
        throw new Error(
            `${file} cannot be read (${code}). ${isForbidden ? ownership : ''}It is not replaced: mend what keeps it from being read.`,
            { cause: error }
        );
    }
    const kept: Kept | undefined = objectIn(text);
    const { former: _, ...texts } = kept ?? {};
    if (kept && Object.values(texts).every((value) => typeof value === 'string')) return kept;
    throw new Error(`${file} is damaged: it is no JSON object of secrets. ${remedy}`);
}

const ownership = 'Give it to the user of the service with chown. ';

/** Only for what is damaged: where it is whole, new secrets would end what it keeps valid. */
const remedy =
    'Put it back from a backup. If it is lost, move it away: the next start creates new secrets, and all sessions and open links end.';

/** The object of a JSON text; undefined for any other text. */
export function objectIn(text: string): Record<string, unknown> | undefined {
    try {
        const value: unknown = JSON.parse(text);
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        return isObject ? (value as Record<string, unknown>) : undefined;
    } catch {
        return undefined;
    }
}

/** The existing secrets: those of the settings take precedence over those of the data folder. */
export function knownSecrets(dataDir: string, given: GivenSecrets): Partial<Record<SecretName, string>> {
    const kept = keptIn(dataDir);
    return Object.fromEntries(secretNames.map((name) => [name, given[name] ?? kept[name]])); // the file may have more
}

/**
 * Returns the secrets: those of the settings take precedence over those of the data folder. Throws a plain Error where one is
 * missing: only a start creates it. Refuses: wrong_state for one that is too short.
 */
export function openSecrets(dataDir: string, given: GivenSecrets): Secrets {
    const known = knownSecrets(dataDir, given);
    const missing = secretNames.filter((name) => !known[name]);
    if (missing.length > 0)
        throw new Error(`${fileOf(dataDir)} is missing, or has no ${missing.join(', ')}. ${remedy}`);
    const secrets = known as Record<SecretName, string>;
    assertLong(secrets);
    return Object.freeze({ ...secrets, former: formersOf(dataDir, given) });
}

/** Creates those that are missing, for a start, and stores them in the data folder. Returns their names. */
export function drawSecrets(dataDir: string, given: GivenSecrets): SecretName[] {
    const known = knownSecrets(dataDir, given);
    const missing = secretNames.filter((name) => !known[name]);
    const drawn = Object.fromEntries(missing.map((name) => [name, newSecret()]));
    if (missing.length > 0) writeSecrets(dataDir, { ...keptIn(dataDir), ...drawn });
    return missing;
}

/** All values that are accepted in addition to the secrets in force. */
export const formersOf = (dataDir: string, given: GivenSecrets): Formers => ({
    ...formerIn(dataDir),
    ...alsoGiven(given)
});

/** The former secrets in the data folder, including expired ones. */
export function formerIn(dataDir: string): Formers {
    const { former = {} } = keptIn(dataDir);
    return Object.fromEntries(
        secretNames.flatMap((name) => {
            const { secret, until } = former[name] ?? {};
            const end = Date.parse(String(until));
            return typeof secret === 'string' && end > 0 ? [[name, { secret, until: end }]] : [];
        })
    );
}

const alsoGiven = ({ also = {} }: GivenSecrets): Formers =>
    Object.fromEntries(
        secretNames.flatMap((name) =>
            also[name] === undefined ? [] : [[name, { secret: also[name], until: Infinity }]]
        )
    );

/** Creates a new secret in the data folder and stores the previous one until then. */
export function redraw(dataDir: string, name: SecretName, until: number) {
    const kept = keptIn(dataDir);
    const former = { ...kept.former, [name]: { secret: kept[name], until: iso(until) } };
    writeSecrets(dataDir, { ...kept, [name]: newSecret(), former });
}

/** Forgets the former secrets of these names. */
export function dropFormer(dataDir: string, names: readonly SecretName[]) {
    const { former = {}, ...kept } = keptIn(dataDir);
    const left = Object.entries(former).filter(([name]) => !names.includes(name as SecretName));
    writeSecrets(dataDir, { ...kept, ...(left.length > 0 && { former: Object.fromEntries(left) }) });
}

/** The secrets as their file has them, for a backup; without those of the settings. */
export function textOfSecrets({ former = {}, ...secrets }: Secrets) {
    const kept = Object.entries(former).filter(([, { until }]) => Number.isFinite(until));
    const entries = kept.map(([name, { secret, until }]) => [name, { secret, until: iso(until) }]);
    return textOf({ ...secrets, ...(kept.length > 0 && { former: Object.fromEntries(entries) }) });
}

const textOf = (secrets: object) => JSON.stringify(secrets, null, 4);
export const writeSecrets = (dataDir: string, secrets: object) =>
    writeWhole(fileOf(dataDir), textOf(secrets));
export const newSecret = () => randomBytes(32).toString('base64url');

const shortest = 32;

/** A key that was written into the file by hand may be too short. */
function assertLong(secrets: Record<SecretName, string>) {
    const short = secretNames.find((name) => secrets[name].length < shortest);
    if (short)
        throw new Refusal(
            'wrong_state',
            `The secret ${short} has fewer than ${shortest} characters. See secrets.json.`
        );
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
