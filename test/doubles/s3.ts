// An S3 service on loopback that keeps objects in memory. It reads signatures (version 4) as S3 does: on its own,
// from what arrived on the wire.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ExecutionContext } from 'ava';
import { request } from 'undici';
import { listenOnLoopback } from './ports.ts';

export const keys = { id: 'AKIADOUBLE0000000001', secret: 'doubles/Secret+Key/never/to/be/shown0001' };

interface Setting {
    buckets?: string[];
    region?: string;
    /** Gives every object written a version, as a bucket with versioning does. */
    versions?: boolean;
    /** The most keys of one answer. */
    pageSize?: number;
}

/** What arrived, whether it was let in or not. */
interface Asked {
    method: string;
    /** Path and query, as they were sent. */
    url: string;
    /** 0 where nothing was answered. */
    status: number;
}

interface Kept {
    content: Buffer;
    type: string | undefined;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a service. It ends with its test. */
export async function startS3(
    t: ExecutionContext,
    { buckets = ['council'], region = 'auto', versions = false, pageSize = 1000 }: Setting = {}
) {
    const asked: Asked[] = [];
    const objects = new Map<string, Kept>();
    const existing = new Set(buckets);
    let instead: Answer | undefined;
    let spoil = (body: Buffer) => body;
    const server = createServer((request, response) => {
        const { method = '', url = '' } = request;
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.once('end', () => {
            handle({ request, body: spoil(Buffer.concat(chunks)) }, response);
            asked.push({ method, url, status: response.headersSent ? response.statusCode : 0 });
        });
    });
    function handle(sent: Sent, response: ServerResponse) {
        if (instead) return instead(sent.request, response);
        const refusal = refusalOf(sent, region);
        return refusal ? refuse(response, refusal) : serve(sent, response);
    }
    function serve({ request, body }: Sent, response: ServerResponse) {
        const [bucket = '', ...parts] = pathOf(request).slice(1).split('/');
        const key = parts.join('/');
        if (request.method === 'PUT' && key === '') return void (existing.add(bucket) && response.end());
        if (!existing.has(bucket)) return refuse(response, [404, 'NoSuchBucket']);
        if (request.method !== 'PUT') return handOut(request, response, { bucket, key, objects, pageSize });
        objects.set(`${bucket}/${key}`, { content: body, type: request.headers['content-type'] });
        if (versions) response.setHeader('x-amz-version-id', `v${objects.size}`);
        response.setHeader('etag', `"${digest('md5', body).toString('hex')}"`).end();
    }
    const port = await listenOnLoopback(server);
    t.teardown(async () => {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
    });
    return {
        endpoint: `http://127.0.0.1:${port}`,
        place: `127.0.0.1:${port}`,
        asked,
        objects,
        /** The buckets that are there. */
        buckets: () => [...existing],
        /** Answers like this from now on, without looking at what is asked; without an answer it serves again. */
        answer: (answer?: Answer) => void (instead = answer),
        /** Every content arrives changed, as over a line with an attacker. */
        spoilContents: () => void (spoil = (body) => Buffer.concat([body, Buffer.from('!')])),
        /** Sends something itself, as another client than the product's. */
        send: async (url: string, init: { headers: Record<string, string>; body: string }) => {
            const once = { method: 'PUT', reset: true } as const; // the next double may listen here
            const { statusCode, body } = await request(`http://127.0.0.1:${port}${url}`, {
                ...once,
                ...init
            });
            return { status: statusCode, text: await body.text() };
        }
    };
}

export type S3 = Awaited<ReturnType<typeof startS3>>;

interface Sent {
    request: IncomingMessage;
    body: Buffer;
}

interface Listed {
    bucket: string;
    objects: Map<string, Kept>;
    pageSize: number;
}

/** Answers a list, a read and a deletion. */
function handOut(
    request: IncomingMessage,
    response: ServerResponse,
    { key, ...listed }: Listed & { key: string }
) {
    const path = `${listed.bucket}/${key}`;
    if (request.method === 'DELETE') return void (listed.objects.delete(path), response.writeHead(204).end());
    if (key === '') return void response.end(pageOf(request, listed));
    const kept = listed.objects.get(path);
    return kept ? void response.end(kept.content) : refuse(response, [404, 'NoSuchKey']);
}

/** A page of the keys that begin like this, as version 2 of the request answers. */
function pageOf({ url = '' }: IncomingMessage, { bucket, objects, pageSize }: Listed) {
    const asked = new URLSearchParams(url.split('?')[1]);
    const beginning = `${bucket}/${asked.get('prefix') ?? ''}`;
    const after = asked.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(beginning) && key > after).toSorted();
    const page = keys.slice(0, Math.min(pageSize, Number(asked.get('max-keys'))));
    const isCut = page.length < keys.length;
    const contents = page.map((key) => `<Contents><Key>${key.slice(bucket.length + 1)}</Key></Contents>`);
    const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

const pathOf = ({ url = '' }: IncomingMessage) => decodeURIComponent(url.split('?')[0] ?? '');

const digest = (algorithm: string, of: string | Buffer) => createHash(algorithm).update(of).digest();

type Refusal = readonly [status: number, code: string];

function refuse(response: ServerResponse, [status, code]: Refusal) {
    const text = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
    response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
}

const credential =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([\da-f]{64})$/;

function refusalOf({ request, body }: Sent, region: string): Refusal | undefined {
    const { headers } = request;
    const [, id, day = '', ofRegion, names = '', signature = ''] =
        credential.exec(headers.authorization ?? '') ?? [];
    if (id === undefined) return [403, 'AccessDenied'];
    if (id !== keys.id) return [403, 'InvalidAccessKeyId'];
    if (ofRegion !== region) return [400, 'AuthorizationHeaderMalformed'];
    const signedHeaders = names.split(';');
    const unsigned = Object.keys(headers).filter(
        (name) => (/^x-amz-|^content-md5$/.test(name) || name === 'host') && !signedHeaders.includes(name)
    );
    if (unsigned.length > 0) return [403, 'AccessDenied'];
    const right = signatureOf(request, { signedHeaders, day, region, secret: keys.secret });
    if (!timingSafeEqual(Buffer.from(right), Buffer.from(signature))) return [403, 'SignatureDoesNotMatch'];
    return tampered(headers, body);
}

/** A sum that was signed and is not that of what arrived. */
function tampered(headers: IncomingMessage['headers'], body: Buffer): Refusal | undefined {
    const sha256 = headers['x-amz-content-sha256'];
    if (sha256 !== 'UNSIGNED-PAYLOAD' && sha256 !== digest('sha256', body).toString('hex'))
        return [400, 'XAmzContentSHA256Mismatch'];
    const md5 = headers['content-md5'];
    return md5 && md5 !== digest('md5', body).toString('base64') ? [400, 'BadDigest'] : undefined;
}

interface Scope {
    signedHeaders: readonly string[];
    day: string;
    region: string;
    secret: string;
}

type Signed = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** What S3 would sign: the path decoded and encoded again by its own rule, the signed headers, the content's sum. */
export function signatureOf({ method, url = '', headers }: Signed, scope: Scope) {
    const { signedHeaders, day, region, secret } = scope;
    const [path = '', query = ''] = url.split('?');
    const canonical = [
        method,
        encoded(decodeURIComponent(path)),
        query.split('&').toSorted().join('&'),
        ...signedHeaders.map((name) => `${name}:${String(headers[name]).trim()}`),
        '',
        signedHeaders.join(';'),
        headers['x-amz-content-sha256']
    ].join('\n');
    const within = `${day}/${region}/s3/aws4_request`;
    const text = [
        'AWS4-HMAC-SHA256',
        headers['x-amz-date'],
        within,
        digest('sha256', canonical).toString('hex')
    ].join('\n');
    const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
    return hmac(key, text).toString('hex');
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** All but letters, digits and - . _ ~ / as percent codes. */
function encoded(path: string) {
    return [...Buffer.from(path)]
        .map((byte) => String.fromCharCode(byte))
        .map((character) =>
            /[\w.~/-]/.test(character)
                ? character
                : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
        )
        .join('');
}
