import test, { type ExecutionContext } from 'ava';
import { changeUser } from '../../db/accounts/users.ts';
import { isPassword } from '../../db/accounts/passwords.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import {
    actionPath,
    atBrowser,
    linksTo,
    loginPath,
    password,
    userNow,
    withUser
} from '../support/people/people.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';

const update = actionPath('svc_update_profile');
const hour = 60 * 60_000;
const [old, wanted] = ['ada@example.test', 'ada.new@example.test'];

async function withAda(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    await withUser(testApp);
    const browser = await atBrowser(testApp);
    const asks = async (fields: Record<string, string>) => {
        const hidden = hiddenFields((await browser.get('/profile/email')).body, 'name="email"');
        return browser.submit(update, { ...hidden, ...fields });
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

test('a link that another logged-in user opens is invalid there [65]', async (t) => {
    const { testApp, apply, takeBack, email } = await withNewAddress(t);
    await withUser(testApp, 'eve');
    const eve = await atBrowser(testApp, 'eve');
    for (const link of [apply, takeBack]) {
        isOver(t, await eve.get(link));
        isOver(t, await eve.post(link, {}));
    }
    t.is(await email(), old);
    t.is((await plainBrowser(testApp).get(apply)).statusCode, 200);
});

test('the old address cancels the change within 72 hours, and all sessions end [66]', async (t) => {
    const { testApp, browser, apply, takeBack, email } = await withNewAddress(t);
    const owner = plainBrowser(testApp);
    await owner.submit(apply, {});
    testApp.pass(72 * hour - 1);
    await browser.post(loginPath, { login: 'ada', password });
    const { body } = await owner.get(takeBack);
    t.true(body.includes('Cancel the email change?') && body.includes(`stays <strong>${old}</strong>`));
    t.true(body.includes('your password stops working'));
    const done = await owner.submit(takeBack, {});
    t.true(done.body.includes(`Your email address is ${old}, and all sessions are ended.`));
    t.true(done.body.includes('No mail server is set up.'));
    t.true(done.body.includes('Your password no longer works.'));
    t.false(await isPassword(password, (await userNow(testApp))?.passwordHash));
    t.is(await email(), old);
    t.is((await browser.get('/profile')).headers.location, '/login?next=/profile');
    await testApp.drain();
    t.true((await linksTo(testApp, old)).some((link) => link.startsWith('/reset-password?key=')));
    isOver(t, await owner.get(takeBack));
});

test('a change cancelled before it was confirmed keeps the password, and the page says so', async (t) => {
    const { testApp, takeBack } = await withNewAddress(t);
    const owner = plainBrowser(testApp);
    t.false((await owner.get(takeBack)).body.includes('stops working'));
    const { body } = await owner.submit(takeBack, {});
    t.true(body.includes('the link to choose a new password') && !body.includes('no longer works'));
    t.true(await isPassword(password, (await userNow(testApp))?.passwordHash));
});

test('links end after 24 hours to apply and 72 to cancel, and a newer change ends older ones', async (t) => {
    const { testApp, asks, apply, takeBack, links } = await withNewAddress(t);
    const visitor = plainBrowser(testApp);
    await asks({ email: 'third@example.test' });
    isOver(t, await visitor.get(apply));
    isOver(t, await visitor.get(takeBack));
    isOver(t, await visitor.post(takeBack, {}));
    const [third = ''] = await links('third@example.test');
    const newest = (await links(old)).find((link) => link !== takeBack) ?? '';
    testApp.pass(24 * hour);
    isOver(t, await visitor.get(third));
    t.is((await visitor.get(newest)).statusCode, 200);
    testApp.pass(48 * hour);
    isOver(t, await visitor.get(newest));
});

test('a new password counts once its link was followed; the session that follows it stays', async (t) => {
    const { testApp, browser, asks, links } = await withAda(t);
    const other = await atBrowser(testApp);
    const waits = await asks({ password: 'another long secret', password_confirm: 'another long secret' });
    t.true(waits.body.includes('Confirm your new password'));
    const [link = ''] = await links(old);
    t.true(
        (await browser.get(link)).body.includes('This activates the new password of <strong>ada</strong>')
    );
    t.true(await isPassword(password, (await userNow(testApp))?.passwordHash));
    const { body } = await browser.submit(link, {});
    t.true(body.includes('Your new password is active. All your other sessions are ended.'));
    t.true(await isPassword('another long secret', (await userNow(testApp))?.passwordHash));
    t.is((await other.get('/profile')).statusCode, 303);
});

test('unknown and overlong links, and links of disabled users, are invalid', async (t) => {
    const { testApp, apply } = await withNewAddress(t);
    const visitor = plainBrowser(testApp);
    for (const key of ['nothing', 'x'.repeat(3000), '%00', '%3Cscript%3E'])
        isOver(t, await visitor.get(`/verify/${key}`));
    await testApp.store.write((tx) => changeUser(tx, 'ada', { disabledAt: 1 }));
    isOver(t, await visitor.post(apply, {}));
});

test('another site cannot press the button', async (t) => {
    const { testApp, apply, email } = await withNewAddress(t);
    const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        origin: 'null'
    };
    const { statusCode } = await ask(testApp.server, { method: 'POST', url: apply, headers, payload: '' });
    t.is(statusCode, 403);
    t.is(await email(), old);
});
