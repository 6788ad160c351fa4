// Objects that agents write into a folder of the data folder or into a bucket of an S3-compatible service.
import { join } from 'node:path';
import type { Plugin } from '@hapi/hapi';
import Joi from 'joi';
import { nodeName } from '../../../db/installation/node-name.ts';
import type { App } from '../../app.ts';
import { tool } from '../../surfaces/tools/index.ts';
import type { Tool } from '../../surfaces/tools/tool.ts';
import { assertReached, byPurpose, storageAliases } from './aliases.ts';
import { argumentsFor, type WriteOrder } from './arguments.ts';
import { makeBucket, openDisk } from './disk.ts';
import { defaultAlias, openPlaces, type Places } from './places.ts';
import { testRoute } from './test-route.ts';

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
