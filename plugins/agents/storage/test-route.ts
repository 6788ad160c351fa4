// Whether a place takes objects: an administrator writes a small one.
import type { ServerRoute } from '@hapi/hapi';
import { record } from '../../../db/record/audit.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import { actBy } from '../../surfaces/auth/requester.ts';
import { anyText, message } from '../../surfaces/http/response-fields.ts';
import { settingsScope } from '../../shared/settings-view.ts';
import { rest } from '../../surfaces/rest.ts';
import { ToolFailure } from '../../surfaces/tools/failures.ts';
import { keyOf } from './keys.ts';
import type { Places } from './places.ts';
import { identifier } from '../../surfaces/http/fields.ts';

export const testRoute = (app: App, places: Places): ServerRoute =>
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
