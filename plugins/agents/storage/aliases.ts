// STORAGE_ALIASES: names for the places where objects are stored.
import Joi from 'joi';
import { Refusal } from '../../../db/store/refusal.ts';
import { meets } from '../../surfaces/http/fields.ts';
import { problemOfPrefix } from './keys.ts';

interface Place {
    bucket: string;
    /** Precedes every key. */
    prefix: string;
}

/** A folder of the data folder, or a bucket of an S3-compatible service. */
export type StorageAlias =
    | ({ backend: 'disk' } & Place)
    | ({
          backend: 's3';
          endpoint: string;
          region: string;
          access_key_id: string;
          secret_access_key: string;
          /** Backups alone go there: to tools it is unknown. */
          purpose?: 'backup';
      } & Place);

export type S3Alias = Extract<StorageAlias, { backend: 's3' }>;

/** Names of folders and of old buckets match this too. Only a write shows whether a bucket of that name exists. */
export const bucketName = /^(?!.*\.\.)[A-Za-z0-9][\w.-]{0,254}$/;

const only = (schema: Joi.Schema) =>
    Joi.when('backend', { is: 's3', then: schema, otherwise: Joi.forbidden() });
const text = Joi.string().min(1).required();

const schema = Joi.object<Record<string, StorageAlias>>().pattern(
    /^[a-z0-9_-]{1,64}$/,
    Joi.object({
        backend: Joi.valid('disk', 's3').required(),
        bucket: Joi.string()
            .pattern(bucketName, 'a bucket name')
            .messages({ 'string.pattern.name': '{#label} must be {#name}' })
            .required(),
        prefix: Joi.string().allow('').custom(meets(problemOfPrefix)).default(''),
        endpoint: only(
            Joi.string()
                .uri({ scheme: ['http', 'https'] })
                .custom(meets(problemOfEndpoint))
                .required()
        ),
        region: only(Joi.string().default('auto')),
        access_key_id: only(text),
        secret_access_key: only(text),
        purpose: only(Joi.valid('backup'))
    })
);

/** Responses hold the endpoint, so it must hold no secrets; they have separate fields. */
function problemOfEndpoint(endpoint: string) {
    const { username, password, search, hash } = new URL(endpoint);
    const bare = username + password + search + hash === '';
    return bare ? undefined : 'must be an address without a user, a query and a fragment';
}

/** Parses the setting. Refuses: wrong_state, with a message that does not show its value, which may hold a key. */
export function storageAliases(setting = '{}') {
    const { value, error } = schema.validate(parsed(setting), { errors: { wrap: { label: false } } });
    if (error) throw unusable(error.message);
    assertOwnBuckets(value);
    return value;
}

const isForBackups = (alias: StorageAlias): alias is S3Alias & { purpose: 'backup' } =>
    alias.backend === 's3' && alias.purpose === 'backup';

/** Tools could else write among the backups, for their keys may reach every bucket of a service. */
function assertOwnBuckets(aliases: Readonly<Record<string, StorageAlias>>) {
    const backups = Object.entries(aliases).filter(([, alias]) => isForBackups(alias));
    for (const [name, alias] of backups) {
        if (name === 'default') throw unusable('default cannot be for backups');
        const sharing = Object.entries(aliases).find(([, other]) => isShared(alias, other));
        if (sharing)
            throw unusable(`${name} and ${sharing[0]} use the same bucket, but backups need a separate one`);
    }
}

function isShared(alias: StorageAlias, other: StorageAlias) {
    if (alias.backend !== 's3' || other.backend !== 's3' || isForBackups(other)) return false;
    return alias.bucket === other.bucket && new URL(alias.endpoint).host === new URL(other.endpoint).host;
}

/** The aliases that tools know, and those of the backups. */
export function byPurpose(aliases: Readonly<Record<string, StorageAlias>>) {
    const all = Object.entries(aliases);
    return {
        tools: Object.fromEntries(all.filter(([, alias]) => !isForBackups(alias))),
        backups: Object.fromEntries(
            all.flatMap(([name, alias]) => (isForBackups(alias) ? [[name, alias] as const] : []))
        )
    };
}

function parsed(setting: string): unknown {
    try {
        return JSON.parse(setting);
    } catch (error) {
        if (error instanceof SyntaxError) throw unusable('it must be JSON');
        throw error;
    }
}

const unusable = (problem: string) =>
    new Refusal('wrong_state', `STORAGE_ALIASES: ${problem}. Current value: set, but not shown.`);

/**
 * Refuses places that only one of several nodes would reach: wrong_state. Without an alias `default` that is a folder too.
 */
export function assertReached(
    aliases: Readonly<Record<string, StorageAlias>>,
    database: { sharesStorage: boolean } | undefined
) {
    if (!database || database.sharesStorage) return;
    const places = Object.entries({ default: { backend: 'disk' }, ...aliases });
    const [own] = places.find(([, { backend }]) => backend === 'disk') ?? [];
    if (own === undefined) return;
    throw new Refusal(
        'wrong_state',
        `STORAGE_ALIASES: with DATABASE_URL the alias ${own} needs the backend s3. If the folder storage is one volume for all nodes, set STORAGE_SHARED=on.`
    );
}
