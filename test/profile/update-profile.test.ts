// svc_update_profile: whose it is, what it takes, what it answers. The links that it mails: profile-changes.test.ts.
import test from 'ava';
import { changeProfile } from '../../db/accounts/profiles.ts';
import { findUserById } from '../../db/accounts/users.ts';
import {
    accountApp,
    failure,
    isLoggedIn,
    mailsOf,
    named,
    oneOf,
    password,
    profileOf,
    updateProfile,
    withAuthor
} from '../support/people/accounts.ts';
import { type Client } from '../support/people/roles.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const full = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    display_name: 'Ada L.',
    bio: 'Writes for engines.\nAnd about them.',
    phone: '+44 20 7946 0000',
    linkedin: 'https://www.linkedin.com/in/ada',
    whatsapp: '+447700900000',
    candidate_message: 'I look forward to your answers.'
};
const reported =
    'Not changed yet. Confirm the change with the link in the email. No mail server is set up: ask your server administrator for the email (command: mail list).';
const rowOf = ({ store }: TestApp, { user }: Client) => findUserById(store.read, user.id);

test('every field is saved in one request and returned with its new value', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const { statusCode, body, headers } = await updateProfile(testApp, author, full);
    t.is(statusCode, 200);
    t.is(headers['x-svc-error'], undefined);
    const user = {
        id: author.user.id,
        login: 'author',
        email: 'author@example.test',
        ...full,
        phone_normalised: '+442079460000',
        whatsapp_normalised: '+447700900000',
        avatar_type: 'default',
        avatar_url: `/avatars/${author.user.id}`,
        review_mails: 'daily',
        work_mails: 'soon',
        outcome_mails: 'soon',
        csv_separator: 'comma',
        tour_done: false,
        checklist: []
    };
    t.deepEqual(body, {
        success: true,
        data: { message: 'Profile saved.', user, verification_required: false, pending: [] }
    });
    t.deepEqual(await profileOf(author), user);
});

test('what is absent is unchanged, what is empty is cleared', async (t) => {
    const { testApp, author } = await withAuthor(t);
    await updateProfile(testApp, author, full);
    const { display_name: _, ...clearable } = full;
    let expected = await profileOf(author);
    for (const field of Object.keys(clearable)) {
        await updateProfile(testApp, author, { [field]: '' });
        const beside = `${field}_normalised` in expected ? { [`${field}_normalised`]: '' } : {};
        expected = { ...expected, [field]: '', ...beside };
        t.deepEqual(await profileOf(author), expected, field);
    }
    t.is((await updateProfile(testApp, author, {})).statusCode, 200, 'no field is required');
    t.deepEqual(await profileOf(author), expected);
});

test('the same address and an empty password are not a change, and no email is sent', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const mails = await mailsOf(testApp, async () => {
        for (const [i, email] of [
            'author@example.test',
            'AUTHOR@Example.test',
            ' author@example.test '
        ].entries()) {
            const form = { email, password: '', password_confirm: '', bio: `bio ${i}` };
            const { body } = await updateProfile(testApp, author, form);
            t.false(body.data.verification_required);
            t.deepEqual(body.data.pending, []);
            t.is(body.data.user.bio, `bio ${i}`);
            t.is(body.data.user.email, 'author@example.test');
        }
    });
    t.deepEqual(mails, []);
});

test('a new address with a bio sends a link and a notice, and saves nothing [63]', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const before = await rowOf(testApp, author);
    const picture = new File(['no picture at all'], 'me.png', { type: 'image/png' });
    const form = { ...full, email: 'new@example.test', reset_tour: '1', avatar_upload: picture };
    const mails = await mailsOf(testApp, async () => {
        const { statusCode, body } = await updateProfile(testApp, author, form);
        t.is(statusCode, 200);
        const { user, ...rest } = body.data;
        t.deepEqual(rest, { message: reported, verification_required: true, pending: ['email'] });
        t.deepEqual(user, await profileOf(author));
    });
    t.deepEqual(named(mails), ['email_change_notice author@example.test', 'verify_email new@example.test']);
    t.deepEqual(await rowOf(testApp, author), before);
    t.true(await isLoggedIn(author));
});

test('a new password and a name together: a link goes to the address, nothing is saved', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const before = await rowOf(testApp, author);
    const form = { ...full, password, password_confirm: password };
    const mails = await mailsOf(testApp, async () => {
        const { user: _, ...rest } = (await updateProfile(testApp, author, form)).body.data;
        t.deepEqual(rest, { message: reported, verification_required: true, pending: ['password'] });
    });
    t.deepEqual(named(mails), ['verify_password author@example.test']);
    t.deepEqual(await rowOf(testApp, author), before);
    t.deepEqual(
        (await updateProfile(testApp, author, { bio: 'x' })).body.data.pending,
        ['password'],
        'it still waits'
    );
});

test('a wrong repeat and a weak password are refused, and no change waits [40]', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('otherAuthor');
    const same = (one: string) => ({ password: one, password_confirm: one });
    const refused = [
        [{ password, password_confirm: 'other' }, 'password_confirm', 'The two passwords do not match.'],
        [{ password }, 'password_confirm', 'The two passwords do not match.'],
        [same('password1'), 'password', 'This password is too easy to guess. Choose another.'],
        [same('OTHERauthor'), 'password', 'The password must not be the login.']
    ] as const;
    const mails = await mailsOf(testApp, async () => {
        for (const [form, field, message] of refused) {
            const answer = await updateProfile(testApp, author, { ...form, email: 'new@example.test' });
            t.is(answer.statusCode, 400, message);
            t.deepEqual(answer.body, failure(message));
            t.is(answer.headers['x-svc-error'], 'invalid_field');
            t.is(answer.headers['x-svc-field'], field);
        }
    });
    t.deepEqual(mails, []);
    t.deepEqual((await updateProfile(testApp, author, {})).body.data.pending, []);
});

test('a taken address gets the same answer as a free one, and only its owner gets an email [64]', async (t) => {
    const { testApp, author } = await withAuthor(t);
    await testApp.as('otherAuthor');
    const answers: unknown[] = [];
    for (const [email, reported] of [
        ['free@example.test', 'verify_email free@example.test'],
        ['otherAuthor@example.test', 'email_taken otherAuthor@example.test'],
        ['OTHERAUTHOR@EXAMPLE.TEST', 'email_taken otherAuthor@example.test']
    ] as const) {
        const mails = await mailsOf(testApp, async () => {
            const { statusCode, body } = await updateProfile(testApp, author, { email });
            answers.push({ statusCode, body });
        });
        t.deepEqual(named(mails), ['email_change_notice author@example.test', reported].sort());
    }
    t.deepEqual(answers[1], answers[0]);
    t.deepEqual(answers[2], answers[0]);
});

test('the tour and the checklist are reset, each alone', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const changes = { tourDoneAt: 1, checklist: ['first sage'] };
    await testApp.store.write((tx) => changeProfile(tx, author.user.id, changes, { at: 1 }));
    const shown = async (form: Record<string, string>) => {
        const { tour_done, checklist } = (await updateProfile(testApp, author, form)).body.data.user;
        return { tour_done, checklist };
    };
    t.deepEqual(await shown({ reset_tour: '', reset_checklist: '' }), {
        tour_done: true,
        checklist: ['first sage']
    });
    t.deepEqual(await shown({ reset_tour: '1' }), { tour_done: false, checklist: ['first sage'] });
    t.deepEqual(await shown({ reset_checklist: '1' }), { tour_done: false, checklist: [] });
});

test('the email to an unconfirmed address repeats no text of the user', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const text = 'Win a prize at example.test';
    await updateProfile(testApp, author, { display_name: text, bio: text });
    const mails = await mailsOf(testApp, () => updateProfile(testApp, author, { email: 'new@example.test' }));
    t.false(oneOf(mails, 'verify_email').text.includes('prize'));
    t.true(oneOf(mails, 'verify_email').text.startsWith('Hello,'));
    t.true(oneOf(mails, 'email_change_notice').text.startsWith(`Hello ${text},`));
});
