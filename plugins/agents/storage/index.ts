// Objects that agents write into a folder of the data folder or into a bucket of an S3-compatible service.
import { join } from 'node:path';
import type { Plugin, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { nodeName } from '../../../db/installation/node-name.ts';
import { record } from '../../../db/record/audit.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import { tool } from '../../surfaces/tools/index.ts';
import type { Tool } from '../../surfaces/tools/tool.ts';
import { actBy } from '../../surfaces/auth/requester.ts';
import { anyText, message } from '../../surfaces/http/response-fields.ts';
import { settingsScope } from '../../shared/settings-view.ts';
import { rest } from '../../surfaces/rest.ts';
import { ToolFailure } from '../../surfaces/tools/failures.ts';
import { identifier } from '../../surfaces/http/fields.ts';
import { assertReached, byPurpose, storageAliases } from './aliases.ts';
import { argumentsFor, type WriteOrder } from './arguments.ts';
import { makeBucket, openDisk } from './disk.ts';
import { defaultAlias, openPlaces, type Places } from './places.ts';
import { keyOf } from './keys.ts';

declare module '@hapi/hapi' {
    interface PluginProperties {
        /** The aliases of the places. */
        storage: { names: readonly string[] };
    }
}

export const storage: Plugin<App> = {
    name: 'storage',
    dependencies: ['auth'],
    async register(server, app) {
        const { config, outgoing } = app;
        const aliases = storageAliases(config.storageAliases);
        const root = join(config.dataDir, 'storage');
        assertReached(aliases, config.database);
        const disk = await openDisk(root, sharingOf(app));
        const { tools, backups } = byPurpose(aliases);
        if (!Object.hasOwn(aliases, defaultAlias)) await makeBucket(root, defaultAlias);
        const places = openPlaces(tools, {
            disk,
            outgoing,
            closed: Object.values(backups).map(({ bucket }) => bucket)
        });
        server.expose('names', places.names);
        server.route([tool(app, writeStorageObject(places)), testRoute(app, places)]);
    }
};

const sharingOf = ({ config: { database, dataDir }, now }: App) =>
    database?.sharesStorage ? { node: nodeName(dataDir), at: now() } : undefined;

/** Room for 10 MiB in base64 and for the other arguments. */
const largestBody = 14 * 1024 * 1024;

const writeStorageObject = (places: Places): Tool<WriteOrder> => ({
    name: 'write_storage_object',
    title: 'Write an object to storage',
    description:
        'Writes one object to a configured alias or to an existing bucket. An object with the same key is replaced. ' +
        'Send alias or bucket or neither, never both. Buckets are never listed or created.',
    input: argumentsFor(places),
    output: writtenObject,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    timeout: 15_000,
    maxBytes: largestBody,
    run: write
});

async function write(order: WriteOrder, signal: AbortSignal) {
    const { place, key, content_base64: content, content_type } = order;
    const { backend, bucket } = place;
    const object = { bucket, key, content, contentType: content_type };
    const { etag, url, version_id } = await backend.write(object, signal);
    return { bucket, key, size: content.length, etag, content_type, url, version_id };
}

const writtenObject = Joi.object({
    bucket: Joi.string().required(),
    key: Joi.string().required(),
    size: Joi.number().integer().min(0).required().description('Bytes of the content.'),
    etag: Joi.string().allow('').required().description('On the disk: the MD5 of the content.'),
    content_type: Joi.string().required(),
    url: Joi.string().allow(null).required().description('The address of the object, or null.'),
    version_id: Joi.string().allow(null).required().description('null without versioning.')
});

/** Whether a place takes objects: an administrator writes a small one. */
const testRoute = (app: App, places: Places): ServerRoute =>
    rest<{ alias: string }>(app, {
        name: 'testStorage',
        method: 'POST',
        path: '/settings/storage-test',
        summary: 'Writes a small object to a storage alias. A 409 contains the reason of a failure.',
        scope: settingsScope,
        formPost: { backTo: () => '/settings#storage' },
        bodyOfForm: ({ alias }) => ({ alias }),
        body: { alias: identifier.max(64).required() },
        also: [404, 409],
        response: { ...message, key: anyText },
        async run({ alias }, _, request) {
            if (!places.has(alias)) throw new Refusal('not_found', 'Storage alias not found.');
            const { key, wrong } = await written(places, alias);
            const act = { act: 'storage.test', target: `storage:${alias}`, after: wrong ? 'failed' : 'ok' };
            await app.store.write((tx) => record(tx, { ...act, ...actBy(app, request) }));
            if (wrong) throw new Refusal('wrong_state', `Nothing was written to ${alias}: ${wrong}`);
            return { message: `Test object ${key} written to ${alias}.`, key };
        }
    });

const patience = 10_000;

/** What went wrong, in words; without it all went well. */
async function written(places: Places, alias: string) {
    const { backend, bucket, prefix } = places.of({ alias });
    const key = keyOf([prefix].filter(Boolean), 'sage-council-test.txt');
    const content = Buffer.from('Written by an administrator to see whether it can be.\n');
    const object = { bucket, key, content, contentType: 'text/plain' };
    try {
        await backend.write(object, AbortSignal.timeout(patience));
        return { key, wrong: undefined };
    } catch (error) {
        if (error instanceof ToolFailure) return { key, wrong: wordsOf(error.detail) };
        throw error;
    }
}

const words: Readonly<Record<string, string>> = {
    AccessDenied: 'these keys have no write permission.',
    KeyConflict: 'a folder of this name is in the way.',
    NoSuchBucket: 'bucket not found.',
    StorageFull: 'no space left.',
    Timeout: 'it did not answer in time.',
    Unavailable: 'the service is unavailable.',
    Unreachable: 'cannot connect. If the host is internal, add it to ALLOW_PRIVATE.'
};

const wordsOf = (detail: string) => words[detail] ?? `${detail}.`;
