// svc_request_password_reset: a link goes to the address of the account, and the answer never reveals an account.
import test from 'ava';
import { disableUser } from '../../db/accounts/locking-out.ts';
import { listMails } from '../../db/jobs/mails.ts';
import { purgeResetRequests, resetRequests } from '../../db/accounts/password-resets.ts';
import { createUser } from '../../db/accounts/users.ts';
import {
    accountApp,
    failure,
    hour,
    linkIn,
    mailsOf,
    named,
    oneOf,
    post,
    requestReset,
    resetPassword,
    withAuthor
} from '../support/people/accounts.ts';
import { rowsOf } from '../support/stores/whole-store.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const asked = {
    success: true,
    data: { message: 'If an account matches, we will email a link to its address.' }
};

const waiting = ({ store }: TestApp) => store.read.select().from(resetRequests);

test('a request by login or address, in any case, with a space behind, emails one link to the account address', async (t) => {
    const { testApp } = await withAuthor(t);
    for (const login of [
        'author',
        'AUTHOR',
        'author@example.test',
        'Author@Example.Test',
        'author@example.test '
    ]) {
        const mails = await mailsOf(testApp, async () => {
            const { statusCode, body, headers } = await requestReset(testApp, login);
            t.is(statusCode, 200);
            t.deepEqual(body, asked);
            t.is(headers['x-svc-error'], undefined);
        });
        t.deepEqual(named(mails), ['password_reset author@example.test'], login);
    }
});

test('the answer is equal byte for byte whether an account exists or not [P33]', async (t) => {
    const { testApp } = await withAuthor(t);
    await testApp.as('salesRep');
    await testApp.as('administrator');
    await testApp.store.write((tx) =>
        disableUser(tx, 'salesRep', { by: { name: 'cli' }, at: testApp.now() })
    );
    const ofAll = ({ headers, body, statusCode }: Awaited<ReturnType<typeof requestReset>>) => {
        const { date: _date, 'x-request-id': _id, ...rest } = headers;
        return { statusCode, body, headers: rest };
    };
    const known = ofAll(await requestReset(testApp, 'author'));
    t.deepEqual(known.body, asked);
    for (const login of ['nobody', 'nobody@example.test', 'salesRep', "' OR 1=1 --", '%', 'author '])
        t.deepEqual(ofAll(await requestReset(testApp, login)), known, login);
});

test('only an active account gets an email; a request for another leaves nothing behind', async (t) => {
    const testApp = await accountApp(t);
    await testApp.as('salesRep');
    await testApp.as('administrator');
    await testApp.store.write((tx) =>
        disableUser(tx, 'salesRep', { by: { name: 'cli' }, at: testApp.now() })
    );
    const mails = await mailsOf(testApp, async () => {
        for (const login of ['nobody', 'nobody@example.test', 'salesRep', '__proto__', '%'])
            await requestReset(testApp, login);
    });
    t.deepEqual(mails, []);
    t.deepEqual(await waiting(testApp), []);
});

test('a look-alike of an address is emailed at the stored address, never at the typed one', async (t) => {
    const testApp = await accountApp(t);
    const kay = { login: 'kay', email: 'kay@example.test', passwordHash: '-', role: 'support' } as const;
    await testApp.store.write((tx) => createUser(tx, kay, testApp.now()));
    const kelvin = '\u212a'; // its lower case is an ordinary k
    const mails = await mailsOf(testApp, () => requestReset(testApp, `${kelvin}ay@example.test`));
    t.deepEqual(named(mails), ['password_reset kay@example.test']);
});

test('password reset writes the same rows for known and unknown logins', async (t) => {
    const { testApp } = await withAuthor(t);
    const written = async (login: string) => {
        const before = await rowsOf(testApp.store);
        await requestReset(testApp, login);
        const after = await rowsOf(testApp.store);
        const rows = Array.from(after.difference(before));
        return rows.map((row) => row.split(' ')[0]).sort();
    };
    const known = await written('author');
    t.deepEqual(known, ['jobs', 'reset_requests']);
    t.deepEqual(await written('nobody'), known);
});

test('a job that is delivered twice sends one email', async (t) => {
    const { testApp } = await withAuthor(t);
    const mails = await mailsOf(testApp, async () => {
        await requestReset(testApp, 'author');
        const job = await testApp.runOne();
        await testApp.deliver(job?.id ?? '');
        await testApp.deliver(job?.id ?? '');
    });
    t.is(mails.length, 1);
});

test('of two links requested in parallel only the newer is sent, and it works', async (t) => {
    const { testApp } = await withAuthor(t);
    const mails = await mailsOf(testApp, async () => {
        await requestReset(testApp, 'author');
        await requestReset(testApp, 'author');
    });
    t.deepEqual(mails.map(({ state }) => state).sort(), ['dead', 'kept']);
    const kept = mails.filter(({ state }) => state === 'kept');
    const { searchParams } = linkIn(oneOf(kept, 'password_reset'));
    const link = { reset_key: searchParams.get('key') ?? '', login: searchParams.get('login') ?? '' };
    t.is((await resetPassword(testApp, link)).statusCode, 200);
});

test('the link of the email is derived: the store contains neither it nor its key', async (t) => {
    const { testApp } = await withAuthor(t);
    const mails = await mailsOf(testApp, () => requestReset(testApp, 'author'));
    const key = linkIn(oneOf(mails, 'password_reset')).searchParams.get('key') ?? '';
    t.regex(key, /^[\w-]{43}$/);
    const rows = Array.from(await rowsOf(testApp.store));
    t.true(rows.some((row) => row.startsWith('password_resets ')));
    t.deepEqual(
        rows.filter((row) => row.includes(key)),
        []
    );
});

test('a missing or endless login is refused and named; nothing waits', async (t) => {
    const testApp = await accountApp(t);
    for (const login of ['', 'x'.repeat(255)]) {
        const { statusCode, body, headers } = await requestReset(testApp, login);
        t.is(statusCode, 400);
        t.deepEqual(body, failure('Invalid request.'));
        t.is(headers['x-svc-field'], 'login');
    }
    t.is((await post(testApp, 'svc_request_password_reset', {})).headers['x-svc-field'], 'login');
    t.deepEqual(await waiting(testApp), []);
});

test('while no job runs a request waits; after a day it is forgotten', async (t) => {
    const { testApp } = await withAuthor(t);
    await requestReset(testApp, 'author');
    const purge = () => testApp.store.write((tx) => purgeResetRequests(tx, testApp.now()));
    testApp.pass(24 * hour);
    await purge();
    t.is((await waiting(testApp)).length, 1);
    testApp.pass(1);
    await purge();
    t.is((await waiting(testApp)).length, 0);
    await testApp.drain();
    t.is((await listMails(testApp.store.read, { limit: 10, offset: 0 })).total, 0);
});
