// What is said of a DATABASE_URL that cannot be reached: enough to find the mistake, and nothing of the password.
import test from 'ava';
import { Client } from 'pg';
import { loadConfig } from '../../config/index.ts';
import { certificateAdvice, unreachableLine } from '../../db/store/postgres/unresolved.ts';
import { QueueProblem, queueProblemOf } from '../../jobs/queue/connections.ts';

/** What the driver says where no name resolves. */
function lineFor(url: string) {
    const { host: hostname } = new Client(url);
    return unreachableLine(url, { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname });
}

test('a host that does not resolve is named, with how to write a password', (t) => {
    for (const url of [
        'postgres://u:secret@db.example/name',
        'postgres://u:se%40cret%2F@db.example:5432/name'
    ]) {
        t.regex(lineFor(url), /\(ENOTFOUND\).*db\.example.*%40/);
        t.notRegex(lineFor(url), /secret|se%40/);
        t.notRegex(unreachableLine(url, { code: 'ECONNREFUSED' }), /%40/);
    }
});

test('a certificate that is not trusted is said with what to do, and a mode of TLS means what the driver does', (t) => {
    for (const code of [
        'DEPTH_ZERO_SELF_SIGNED_CERT',
        'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
        'CERT_HAS_EXPIRED'
    ]) {
        t.regex(certificateAdvice({ code }) ?? '', /sslrootcert=.*uselibpqcompat=true&sslmode=require/);
        t.true(queueProblemOf({ code }) instanceof QueueProblem);
    }
    t.is(certificateAdvice({ code: 'ECONNREFUSED' }), undefined);
    const given = (query: string) =>
        loadConfig({ JOBS_DATABASE_URL: `postgres://u:p@db.example/q${query}` }).jobsDatabaseUrl?.split(
            '?'
        )[1];
    t.is(given('?sslmode=require'), 'sslmode=verify-full');
    t.is(given('?a=b&sslmode=verify-ca&c=d'), 'a=b&sslmode=verify-full&c=d');
    for (const asItIs of ['sslmode=disable', 'uselibpqcompat=true&sslmode=require'])
        t.is(given(`?${asItIs}`), asItIs);
});

test('a part of a password that is not percent-encoded is never shown as the host', (t) => {
    for (const password of ['p@canary/w#r%4?1', 'p@canary#w', 'p@canary?w', '12@canary/34', 'p@x@canary/w']) {
        const url = `postgres://u:${password}@db.example:5432/name`;
        for (const line of [lineFor(url), unreachableLine(url, { code: 'ETIMEDOUT' })]) {
            t.false(line.includes('canary'), password);
            t.regex(line, /%40/, password);
        }
    }
});

test('an address that is no address stops the start with how to write a password, and without it', (t) => {
    for (const name of ['DATABASE_URL', 'JOBS_DATABASE_URL'])
        for (const password of ['canary/w', 'canary#w', 'canary@w', 'can[ary'])
            t.throws(() => loadConfig({ [name]: `postgres://u:${password}@db.example/name` }), {
                message: new RegExp(`^${name} (?!.*can).*%40`)
            });
});
