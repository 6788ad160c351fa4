import test, { type ExecutionContext } from 'ava';
import { isPassword } from '../../db/accounts/passwords.ts';
import { login } from '../support/people/login.ts';
import { pageOf } from '../support/people/page.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { actionPath, atBrowser, linksTo, password, userNow, withUser } from '../support/people/people.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';

const update = actionPath('svc_update_profile');
const [old, wanted] = ['ada@example.test', 'ada.new@example.test'];

async function withAda(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    await withUser(testApp);
    const browser = await atBrowser(testApp);
    const asks = async (fields: Record<string, string>) => {
        const hidden = hiddenFields((await browser.get('/profile/email')).body, 'name="email"');
        return browser.submit(update, { ...hidden, current_password: password, ...fields });
    };
    const email = async () => (await userNow(testApp))?.email;
    const links = async (address: string) =>
        (await linksTo(testApp, address)).filter((link) => link.startsWith('/verify/'));
    return { testApp, browser, asks, email, links };
}

/** Asks for another address; answers the link that applies it and the one that takes it back. */
async function withNewAddress(t: ExecutionContext) {
    const fixtures = await withAda(t);
    const page = await fixtures.asks({ email: wanted });
    const [apply = ''] = await fixtures.links(wanted);
    const [takeBack = ''] = await fixtures.links(old);
    return { ...fixtures, page, apply, takeBack };
}

test('the page takes no address without the current password, and a wrong one is a failed login', async (t) => {
    const { testApp, asks, links } = await withAda(t);
    for (const current_password of ['', 'wrong one', old, wanted, 'ada']) {
        const page = pageOf((await asks({ email: wanted, current_password })).body);
        t.truthy(page.field('Your current password')?.error, current_password);
        t.is(page.field('Email address')?.value, wanted);
    }
    t.regex(pageOf((await asks({ email: wanted })).body).alert() ?? '', /^Too many attempts/);
    t.is((await login(testApp, { login: 'ada', password })).statusCode, 429);
    t.deepEqual(await links(wanted), []);
    testApp.pass(16 * 60_000);
    for (let n = 0; n < 6; n += 1) await asks({ email: wanted });
    t.is((await login(testApp, { login: 'ada', password })).statusCode, 200, 'what was right is refunded');
});

const isOver = (t: ExecutionContext, { statusCode, body }: Awaited<ReturnType<typeof ask>>) => {
    t.is(statusCode, 400);
    t.true(body.includes('This link is invalid or has expired.'));
    t.false(body.includes('<form'));
};

test('opening a link shows what it would do and does nothing; its button does it, once', async (t) => {
    const { testApp, apply, email, page } = await withNewAddress(t);
    t.true(page.body.includes(`Confirm your new email address <strong>${wanted}</strong>`));
    const visitor = plainBrowser(testApp);
    for (let n = 0; n < 2; n += 1) {
        const { statusCode, body } = await visitor.get(apply);
        t.is(statusCode, 200);
        t.true(body.includes(`<strong>ada</strong> becomes <strong>${wanted}</strong>`));
    }
    t.is(await email(), old);
    const { body } = await visitor.submit(apply, {});
    t.true(body.includes(`Your email address is now ${wanted}.`));
    t.true(body.includes('<h1>Sign in</h1>'));
    t.is(await email(), wanted);
    isOver(t, await visitor.get(apply));
    isOver(t, await visitor.post(apply, {}));
});

test('a logged-in user returns to their profile after following a link', async (t) => {
    const { browser, apply } = await withNewAddress(t);
    const { statusCode, headers } = await browser.post(apply, {});
    t.is(statusCode, 303);
    t.is(headers.location, '/profile');
    t.true((await browser.get('/profile')).body.includes(`Your email address is now ${wanted}.`));
});

test('a change cancelled before it was confirmed keeps the password, and the page says so', async (t) => {
    const { testApp, takeBack } = await withNewAddress(t);
    const owner = plainBrowser(testApp);
    t.false((await owner.get(takeBack)).body.includes('stops working'));
    const { body } = await owner.submit(takeBack, {});
    t.true(body.includes('the link to choose a new password') && !body.includes('no longer works'));
    t.true(await isPassword(password, (await userNow(testApp))?.passwordHash));
});
