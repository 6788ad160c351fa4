// Objects in a bucket of an S3-compatible service. For tools the only request to it is the PUT of one object.
import { createHash } from 'node:crypto';
import type { Outgoing, OutgoingError, OutgoingRequest } from '../../../config/outgoing.ts';
import { ToolFailure } from '../../surfaces/tools/failures.ts';
import type { S3Alias } from './aliases.ts';
import type { Backend, NewObject } from './backend.ts';

/** The library is loaded with the first object. Each call makes one request: the caller decides whether to retry. */
export function openS3(alias: S3Alias, outgoing: Outgoing): Backend {
    return {
        async write(object, signal) {
            const { response, url } = await put(alias, object, (url, request) =>
                outgoing.fetch(url, { ...request, signal })
            ).catch((error: Failure) => {
                throw toolFailure(error);
            });
            await response.body?.cancel();
            return {
                etag: (response.headers.get('etag') ?? '').replaceAll('"', ''),
                url,
                version_id: response.headers.get('x-amz-version-id')
            };
        }
    };
}

/** The library for one bucket, which sends its requests by `ask`. */
export async function bucketOf(
    { endpoint, region, ...keys }: S3Alias,
    bucket: string,
    ask: (url: string, request: OutgoingRequest) => Promise<Response>
) {
    const { S3mini } = await import('s3mini');
    return new S3mini({
        endpoint: `${endpoint.replace(/(?<!\/)\/+$/, '')}/${bucket}`,
        region,
        accessKeyId: keys.access_key_id,
        secretAccessKey: keys.secret_access_key,
        fetch: (input, { method = '', headers, body } = {}) => {
            const url = input instanceof Request ? input.url : input.toString();
            const sent = body ? { body: body as Uint8Array } : {};
            return ask(url, { method, headers: headers as Record<string, string>, ...sent });
        }
    });
}

async function put(
    alias: S3Alias,
    { bucket, key, content, contentType }: NewObject,
    ask: Parameters<typeof bucketOf>[2]
) {
    let url = '';
    const s3 = await bucketOf(alias, bucket, (at, request) => ask((url = at), request));
    const response = await s3.putObject(key, content, contentType, undefined, sumOf(content));
    return { response, url };
}

/**
 * The library signs no content. It does sign this header, which every S3-compatible service compares with what
 * arrived: MD5, because a younger sum is refused by some of them as unknown.
 */
export const sumOf = (content: Uint8Array): Record<string, string> => ({
    'content-md5': createHash('md5').update(content).digest('base64')
});

const words: Record<number, string> = {
    401: 'AccessDenied',
    403: 'AccessDenied',
    404: 'NoSuchBucket',
    507: 'StorageFull'
};

const ofRegions = new Set([
    'AuthorizationHeaderMalformed',
    'InvalidRegion',
    'InvalidRegionName',
    'PermanentRedirect'
]);
const wrongRegion = 'WrongRegion: `region` of this alias in STORAGE_ALIASES';

export interface Failure extends Error {
    status?: number;
    /** The code of the service, such as NoSuchBucket. */
    serviceCode?: string;
    code?: OutgoingError['code'];
}

/** Only the status and what follows from the code are kept: the message of the service may repeat signed data. */
export function toolFailure(error: Failure) {
    const { status, code, serviceCode = '' } = error;
    if (ofRegions.has(serviceCode))
        return new ToolFailure(wrongRegion, new Error(`the service answered ${status}`));
    if (status !== undefined)
        return new ToolFailure(words[status] ?? 'Unavailable', new Error(`the service answered ${status}`));
    return new ToolFailure(code === 'timeout' ? 'Timeout' : 'Unreachable', error);
}
