// STORAGE_ALIASES: what it may contain, and that errors are shown without secrets.
import test, { type ExecutionContext } from 'ava';
import { Refusal } from '../../db/store/refusal.ts';
import { assertReached, storageAliases } from '../../plugins/agents/storage/aliases.ts';

const s3 = {
    backend: 's3',
    bucket: 'council',
    endpoint: 'https://s3.example.org/base',
    access_key_id: 'AKIA',
    secret_access_key: 'never-to-be-shown'
};

const load = (aliases: object) => storageAliases(JSON.stringify(aliases));

function refuses(t: ExecutionContext, alias: object, message: RegExp) {
    const error = t.throws(() => load({ archive: alias }), { instanceOf: Refusal, message });
    t.false(error.message.includes(s3.secret_access_key));
}

test('an alias is a bucket with a prefix, on the disk or at an S3-compatible service', (t) => {
    t.deepEqual(load({ 'on-disk': { backend: 'disk', bucket: 'council' }, far: { ...s3, prefix: 'a/b/' } }), {
        'on-disk': { backend: 'disk', bucket: 'council', prefix: '' },
        far: { ...s3, region: 'auto', prefix: 'a/b/' }
    });
});

test('a prefix follows the rules of keys', (t) => {
    for (const prefix of ['../', '/a', 'a//b', 'a\\b', '%2e%2e/', '．．/'])
        refuses(t, { ...s3, prefix }, /archive\.prefix must be parts between single slashes/);
    refuses(
        t,
        { backend: 'disk', bucket: 'council', prefix: 'x'.repeat(1025) },
        /prefix is longer than 1024 bytes/
    );
});

test('a bucket must be a valid bucket name, and a wrong value is not shown', (t) => {
    for (const bucket of ['*', '../b', 'a..b', '.uploads', `+${s3.secret_access_key}/`])
        refuses(
            t,
            { ...s3, bucket },
            /archive\.bucket must be a bucket name\. Current value: set, but not shown/
        );
});

test('an endpoint with user, query or fragment is refused, because answers show it', (t) => {
    for (const endpoint of [
        'https://user:pass@s3.example.org',
        'https://s3.example.org/?key=1',
        'https://s3.example.org/#a'
    ])
        refuses(t, { ...s3, endpoint }, /archive\.endpoint must be an address without/);
    refuses(t, { ...s3, endpoint: 'ftp://s3.example.org' }, /archive\.endpoint must be a valid uri/);
});

test('a backup alias needs an S3-compatible service and its own bucket, and cannot be default', (t) => {
    const backups = { ...s3, purpose: 'backup' };
    t.like(load({ offsite: backups, default: { ...s3, bucket: 'other' } })['offsite'], { purpose: 'backup' });
    t.throws(() => load({ default: backups }), { message: /default cannot be for backups/ });
    t.throws(() => load({ offsite: backups, files: s3 }), {
        message: /offsite and files use the same bucket/
    });
    refuses(t, { backend: 'disk', bucket: 'council', purpose: 'backup' }, /archive\.purpose is not allowed/);
    refuses(t, { ...s3, purpose: 'other' }, /archive\.purpose must be \[backup\]/);
});

test('several nodes store objects where all of them reach them', (t) => {
    const own = { backend: 'disk', bucket: 'own' };

    const [alone, shared] = [{ sharesStorage: false }, { sharesStorage: true }];
    for (const aliases of [{}, { default: own }, { default: s3, files: own }, { other: s3 }]) {
        t.throws(() => assertReached(load(aliases), alone), { message: /STORAGE_SHARED=on/ });
        t.notThrows(() => assertReached(load(aliases), shared));
        t.notThrows(() => assertReached(load(aliases), undefined));
    }
    t.notThrows(() => assertReached(load({ default: s3 }), alone));
});
