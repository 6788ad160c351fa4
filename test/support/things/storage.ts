// Fixtures of the tests of stored objects.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { agentOf } from '../machines/agent.ts';
import { keys, startS3 } from '../../doubles/s3.ts';
import { createTestApp } from '../servers/test-app.ts';

type Setting = Parameters<typeof createTestApp>[1];

export const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

/** A test app, and an agent in it who may write objects and nothing else. */
export async function withStorage(t: ExecutionContext, setting?: Setting) {
    const testApp = await createTestApp(t, setting);
    const tool = 'write_storage_object';
    const { token, call, list } = await agentOf(testApp, { scopes: [`tool:${tool}`] });
    const { folder } = testApp;
    return {
        ...testApp,
        token,
        /** Sends a body as it is. */
        send: (payload: string) => call(tool, payload),
        /** Writes `hello` as `a.txt`, unless the arguments say otherwise. */
        write: (given: object = {}) =>
            call(tool, { name: 'a.txt', content_base64: base64('hello'), ...given }),
        catalog: async () => (await list()).body.tools,
        /** A file of a bucket, or nothing. */
        stored: (path: string) => {
            const file = join(folder, 'storage', path);
            return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
        },
        /** Everything below the folder of the buckets. */
        entries: () => entriesOf(join(folder, 'storage'))
    };
}

export const entriesOf = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();

type Fixtures = Awaited<ReturnType<typeof withStorage>>;

/** Refused with these words, and nothing was written. */
export async function refuses(t: ExecutionContext, fixtures: Fixtures, given: object, detail: RegExp) {
    const before = fixtures.entries();
    const { statusCode, body } = await fixtures.write(given);
    t.is(statusCode, 400, JSON.stringify(given));
    t.is(body.error, 'Bad arguments');
    t.regex(body.detail, detail);
    t.deepEqual(Object.keys(body), ['error', 'detail']);
    t.deepEqual(fixtures.entries(), before);
}

/** Fixtures with an S3 service as the alias `default`, and the alias `files` on the disk. */
export async function withS3(
    t: ExecutionContext,
    { alias = {}, versions = false, env = {}, log, more }: S3Setting = {}
) {
    const s3 = await startS3(t, { versions });
    const aliases = {
        default: {
            backend: 's3',
            bucket: 'council',
            endpoint: s3.endpoint,
            access_key_id: keys.id,
            secret_access_key: keys.secret,
            ...alias
        },
        files: { backend: 'disk', bucket: 'files' },
        ...more?.(s3)
    };
    const settings = { ALLOW_PRIVATE: s3.place, STORAGE_ALIASES: JSON.stringify(aliases), ...env };
    return { ...(await withStorage(t, { env: settings, ...(log && { log }) })), s3 };
}

interface S3Setting {
    alias?: object;
    /** Other aliases in addition. */
    more?: (s3: { endpoint: string }) => object;
    versions?: boolean;
    env?: Record<string, string>;
    log?: NonNullable<Setting>['log'];
}

/** What is answered where the tool failed. */
export const failed = (detail: string) => ({ statusCode: 500, body: { error: 'Tool failed', detail } });
