// svc_reset_password: one link, one winner, one email, in every race.
import test, { type ExecutionContext } from 'ava';
import { isPassword } from '../../db/accounts/passwords.ts';
import {
    accountApp,
    isLoggedIn,
    mailsOf,
    named,
    password,
    type ResetAnswer,
    resetAnswers,
    resetLink,
    resetPassword,
    withAuthor
} from '../support/people/accounts.ts';
import { login } from '../support/people/login.ts';
import { atFullCost, holdHashes } from '../support/runs/light-hashes.ts';
import { casesOr } from '../support/runs/size.ts';
import type { TestApp } from '../support/servers/test-app.ts';
import { openMailServer } from '../doubles/mail-server.ts';

const { changed, invalid } = resetAnswers;

test('of 50 parallel uses of one link exactly one wins and ends all sessions [44, P22]', async (t) => {
    const testApp = await accountApp(t, { RATE_LOGIN: '0', RATE_LOGIN_ADDRESS: '0' });
    const rounds = casesOr(1);
    for (let round = 1; round <= rounds; round += 1) await race(t, testApp, `${password} ${round}`);
    t.log(`${50 * rounds} racers`);
});

/** The author, who is logged in twice, asks for a link, and 50 choose passwords that begin with this. */
async function race(t: ExecutionContext, testApp: TestApp, beginning: string) {
    const sessions = [await testApp.as('author'), await testApp.as('author')];
    const link = await resetLink(testApp, 'author');
    const chosen = Array.from({ length: 50 }, (_, i) => `${beginning} ${i}`);
    let answers: ResetAnswer[] = [];
    const mails = await mailsOf(testApp, async () => {
        const racing = () =>
            chosen.map((one) => resetPassword(testApp, link, { new_password: one, confirm_password: one }));
        answers = await atFullCost(() => Promise.all(racing()));
    });
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    const losers = answers.filter((_, i) => i !== winner);
    t.deepEqual(answers[winner]?.body, changed);
    t.is(losers.length, 49);
    for (const { statusCode, body } of losers) {
        t.is(statusCode, 400);
        t.deepEqual(body, invalid);
    }
    const logsIn = async (one = '') =>
        (await atFullCost(() => login(testApp, { login: 'author', password: one }))).statusCode;
    t.is(await logsIn(chosen[winner]), 200);
    t.is(await logsIn(chosen[(winner + 1) % 50]), 401);
    t.deepEqual(named(mails), ['password_changed author@example.test']);
    for (const session of sessions) t.false(await isLoggedIn(session));
}

// Alone: other hashes at the same time would find no room either.
test.serial('a reset during too many hashes gets 503, and its key stays valid', async (t) => {
    const { testApp } = await withAuthor(t);
    const link = await resetLink(testApp, 'author');
    const release = holdHashes();
    t.teardown(release);
    const crowd = Promise.allSettled(Array.from({ length: 40 }, () => isPassword('of somebody else')));
    const { statusCode, headers } = await resetPassword(testApp, link);
    t.is(statusCode, 503);
    t.is(headers['x-svc-error'], 'unavailable');
    release();
    t.is((await crowd).filter(({ status }) => status === 'fulfilled').length, 36);
    t.deepEqual((await resetPassword(testApp, link)).body, changed);
});

test('the email about the change is sent once, without the password and the key', async (t) => {
    const { mails: taken, env, close } = await openMailServer();
    t.teardown(close);
    const { testApp } = await withAuthor(t, env);
    const link = await resetLink(testApp, 'author');
    await resetPassword(testApp, link);
    await testApp.drain();
    await testApp.drain();
    t.is(taken.length, 2);
    const text = String(taken[1]);
    t.true(text.includes('Your password was changed'));
    for (const secret of [password, link.reset_key]) t.false(text.includes(secret));
});
