// The S3 double judges signatures for itself: what it lets in, S3 lets in.
import test from 'ava';
import { signatureOf } from '../doubles/s3.ts';

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
