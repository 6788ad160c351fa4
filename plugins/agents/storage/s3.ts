// Objects in a bucket of an S3-compatible service. The only request to it is the PUT of one object.
import { createHash } from 'node:crypto';
import type { Outgoing, OutgoingError } from '../../../outgoing.ts';
import { ToolFailure } from '../../surfaces/tools/failures.ts';
import type { StorageAlias } from './aliases.ts';
import type { Backend, NewObject } from './backend.ts';

type S3Alias = Extract<StorageAlias, { backend: 's3' }>;

/** The library is loaded with the first object. Each call makes one request: the caller decides whether to retry. */
export function openS3(alias: S3Alias, outgoing: Outgoing): Backend {
    return {
        async write(object, signal) {
            const { response, url } = await put(alias, object, (url, request) =>
                outgoing.fetch(url, { ...request, signal })
            ).catch(fail);
            await response.body?.cancel();
            return {
                etag: (response.headers.get('etag') ?? '').replaceAll('"', ''),
                url,
                version_id: response.headers.get('x-amz-version-id')
            };
        }
    };
}

async function put(
    { endpoint, region, ...keys }: S3Alias,
    { bucket, key, content, contentType }: NewObject,
    ask: Outgoing['fetch']
) {
    const { S3mini } = await import('s3mini');
    let url = '';
    const s3 = new S3mini({
        endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
        region,
        accessKeyId: keys.access_key_id,
        secretAccessKey: keys.secret_access_key,
        fetch: (input, { method = '', headers, body } = {}) => {
            url = input instanceof Request ? input.url : input.toString();
            const signed = headers as Record<string, string>;
            return ask(url, { method, headers: signed, body: body as Uint8Array });
        }
    });
    const response = await s3.putObject(key, content, contentType, undefined, sumOf(content));
    return { response, url };
}

/**
 * The library signs no content. It does sign this header, which every S3-compatible service compares with what
 * arrived: MD5, because a younger sum is refused by some of them as unknown.
 */
const sumOf = (content: Uint8Array): Record<string, string> => ({
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

interface Failure extends Error {
    status?: number;
    /** The code of the service, such as NoSuchBucket. */
    serviceCode?: string;
    code?: OutgoingError['code'];
}

/** Only the status and what follows from the code are kept: the message of the service may repeat signed data. */
function fail(error: Failure): never {
    const { status, code, serviceCode = '' } = error;
    if (ofRegions.has(serviceCode))
        throw new ToolFailure(wrongRegion, new Error(`the service answered ${status}`));
    if (status !== undefined)
        throw new ToolFailure(words[status] ?? 'Unavailable', new Error(`the service answered ${status}`));
    throw new ToolFailure(code === 'timeout' ? 'Timeout' : 'Unreachable', error);
}
