// The bucket of the backups, by an alias of STORAGE_ALIASES whose purpose they are.
import type { Bucket } from '../../../db/installation/backup/bucket.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { Outgoing } from '../../../config/outgoing.ts';
import type { ToolFailure } from '../../surfaces/tools/failures.ts';
import { byPurpose, type S3Alias, storageAliases } from './aliases.ts';
import { keyOf } from './keys.ts';
import { bucketOf, type Failure, sumOf, toolFailure } from './s3.ts';

interface Asking {
    outgoing: Outgoing;
    /** Ends what is under way. */
    signal?: AbortSignal;
}

/**
 * Returns the bucket of this alias; undefined where no alias for backups has this name. Refuses: wrong_state, for the setting.
 */
export function backupBucket(setting: string | undefined, alias: string, asking: Asking): Bucket | undefined {
    const { backups } = byPurpose(storageAliases(setting));
    const found = Object.hasOwn(backups, alias) ? backups[alias] : undefined;
    return found && openBucket(alias, found, asking);
}

interface InForce {
    storageAliases: string | undefined;
    backup: { to: string | undefined };
}

/** The bucket of BACKUP_TO, if that is set. Refuses: wrong_state, where it names no alias for backups. */
export function bucketInForce({ storageAliases: setting, backup: { to } }: InForce, asking: Asking) {
    if (to === undefined) return undefined;
    const bucket = backupBucket(setting, to, asking);
    if (bucket) return bucket;
    throw new Refusal(
        'wrong_state',
        `BACKUP_TO is ${to}, but STORAGE_ALIASES has no such alias with "purpose": "backup".`
    );
}

/** Opens the bucket of BACKUP_TO until its signal is aborted. */
export const openerOf = (config: InForce, outgoing: Outgoing) => (signal: AbortSignal) =>
    bucketInForce(config, { outgoing, signal });

function openBucket(name: string, alias: S3Alias, { outgoing, signal }: Asking): Bucket {
    const { bucket, prefix } = alias;
    const at = (key: string) => keyOf(prefix === '' ? [] : [prefix], key);
    const opened = (maxBytes: number) =>
        bucketOf(alias, bucket, (url, request) =>
            outgoing.fetch(url, { ...request, maxBytes, ...patience, ...(signal && { signal }) })
        );
    const asked = async <T>(ask: () => Promise<T>) => {
        for (let left = mostTries - 1; ; left -= 1) {
            const outcome = await ask().then((value) => ({ value }), toFailure);
            if (!('failure' in outcome)) return outcome.value;
            if (left === 0 || signal?.aborted || !passes(outcome.failure))
                throw refusalOf(name, outcome.failure);
        }
    };
    return {
        alias: name,
        put: (key, content) =>
            asked(async () => {
                const s3 = await opened(small);
                const response = await s3.putObject(
                    at(key),
                    content,
                    'application/octet-stream',
                    undefined,
                    sumOf(content)
                );
                await response.body?.cancel();
            }),
        get: (key, most) =>
            asked(async () => {
                const content = await (await opened(most)).getObjectArrayBuffer(at(key));
                return content ? Buffer.from(content) : undefined;
            }),
        list: (beginning) =>
            asked(async () => {
                const found = await (await opened(pageOfKeys)).listObjects('/', at(beginning));
                if (!found) throw Object.assign(new Error('no such bucket'), { status: 404 });
                return found.map(({ Key }) => Key.slice(at('').length));
            }),
        remove: (key) => asked(async () => void (await (await opened(small)).deleteObject(at(key))))
    };
}

/** A part may take so long on a slow line, until its last byte. */
const patience = { timeout: 120_000, isSlow: true };
const mostTries = 3;
const small = 64 * 1024;
/** A list has up to a thousand keys. */
const pageOfKeys = 4 * 1024 * 1024;

const toFailure = (error: Failure) => ({ failure: toolFailure(error) });
const passes = ({ detail }: ToolFailure) => /^(Timeout|Unreachable|Unavailable)$/.test(detail);

function refusalOf(alias: string, failure: ToolFailure) {
    const { detail } = failure;
    const isForNow = passes(failure) || detail === 'StorageFull';
    return new Refusal(
        isForNow ? 'unavailable' : 'wrong_state',
        `The alias ${alias} ${words[detail] ?? `failed: ${detail}.`}`
    );
}

const words: Readonly<Record<string, string>> = {
    AccessDenied: 'cannot be used with these keys.',
    NoSuchBucket: 'has no such bucket.',
    StorageFull: 'is full.',
    Timeout: 'did not answer in time.',
    Unavailable: 'reports that it is unavailable.',
    Unreachable: 'cannot be reached. An internal host must be in ALLOW_PRIVATE.'
};
