// The S3 double judges signatures for itself: what it lets in, S3 lets in.
import { createHash } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { keys, type S3, signatureOf, startS3 } from '../doubles/s3.ts';

test('the double signs the example that AWS published as AWS does', (t) => {
    const headers = {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        host: 'examplebucket.s3.amazonaws.com',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        'x-amz-date': '20130524T000000Z',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY'
    };
    const scope = {
        signedHeaders: ['date', 'host', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-storage-class'],
        day: '20130524',
        region: 'us-east-1',
        secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
    };
    t.is(
        signatureOf({ method: 'PUT', url: '/test%24file.text', headers }, scope),
        '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd'
    );
});

interface Signed {
    body?: string;
    secret?: string;
    id?: string;
    key?: string;
    unsigned?: boolean;
}

/** A request that a client of S3 would send: everything signed, the content by its SHA-256. */
function signed(
    s3: S3,
    { body = 'hello', secret = keys.secret, id = keys.id, key = 'a', unsigned }: Signed = {}
) {
    const url = `/council/${key}`;
    const sent: Record<string, string> = {
        'content-md5': createHash('md5').update(body).digest('base64'),
        'x-amz-content-sha256': unsigned
            ? 'UNSIGNED-PAYLOAD'
            : createHash('sha256').update(body).digest('hex'),
        'x-amz-date': '20260115T120000Z'
    };
    const headers = { host: s3.place, ...sent };
    const signedHeaders = Object.keys(headers).toSorted();
    const scope = { signedHeaders, day: '20260115', region: 'auto', secret };
    const signature = signatureOf({ method: 'PUT', url, headers }, scope);
    const authorization =
        `AWS4-HMAC-SHA256 Credential=${id}/20260115/auto/s3/aws4_request, ` +
        `SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`;
    return { url, headers: { ...sent, authorization }, body };
}

async function refused(t: ExecutionContext, s3: S3, request: ReturnType<typeof signed>, code: string) {
    const { status, text } = await s3.send(request.url, request);
    t.true(text.includes(`<Code>${code}</Code>`), text);
    t.is(s3.objects.size, 0);
    return status;
}

test('the right key is accepted, and a wrong key or secret is refused', async (t) => {
    const s3 = await startS3(t);
    t.is(await refused(t, s3, signed(s3, { secret: 'wrong' }), 'SignatureDoesNotMatch'), 403);
    t.is(await refused(t, s3, signed(s3, { id: 'AKIAWRONG' }), 'InvalidAccessKeyId'), 403);
    const { headers, ...rest } = signed(s3);
    t.is(await refused(t, s3, { ...rest, headers: { ...headers, authorization: '' } }, 'AccessDenied'), 403);
    const right = signed(s3);
    t.is((await s3.send(right.url, right)).status, 200);
    t.is(s3.objects.get('council/a')?.content.toString(), 'hello');
});

test('whatever was signed and changed on its way is noticed: path, headers, content and its sum', async (t) => {
    const s3 = await startS3(t);
    const good = signed(s3);
    t.is(await refused(t, s3, { ...good, url: '/council/b' }, 'SignatureDoesNotMatch'), 403);
    const later = { ...good.headers, 'x-amz-date': '20260115T120001Z' };
    t.is(await refused(t, s3, { ...good, headers: later }, 'SignatureDoesNotMatch'), 403);
    t.is(await refused(t, s3, { ...good, body: 'jello' }, 'XAmzContentSHA256Mismatch'), 400);
    const unsigned = signed(s3, { unsigned: true });
    t.is(await refused(t, s3, { ...unsigned, body: 'jello' }, 'BadDigest'), 400);
    const sum = createHash('md5').update('jello').digest('base64');
    const mended = { ...unsigned, body: 'jello', headers: { ...unsigned.headers, 'content-md5': sum } };
    t.is(await refused(t, s3, mended, 'SignatureDoesNotMatch'), 403);
});
