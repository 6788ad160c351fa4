// The mails about accounts, as they arrive: two parts that say the same, links of the configured address, safe headers.
import test, { type ExecutionContext } from 'ava';
import PostalMime, { type Email } from 'postal-mime';
import type { MailKind } from '../../db/jobs/mails.ts';
import { changeUser, createUser } from '../../db/accounts/users.ts';
import {
    accountApp,
    follow,
    linkIn,
    mailsOf,
    oneOf,
    password,
    requestReset,
    resetLink,
    resetPassword,
    updateProfile
} from '../support/people/accounts.ts';
import { openMailServer } from '../doubles/mail-server.ts';

const base = 'http://council.example:8080';
const evil = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-server': 'evil.example',
    'x-original-host': 'evil.example',
    forwarded: 'host=evil.example;proto=https'
};
const author = 'author@example.test';
const newAddress = 'new@example.test';

/** A test app with a mail server of its own. */
async function appWithMail(t: ExecutionContext, more: Record<string, string> = {}) {
    const { mails, env, close } = await openMailServer();
    t.teardown(close);
    const testApp = await accountApp(t, { BASE_URL: base, ...env, ...more });
    return { testApp, arrived: mails };
}

const parsed = (mail: Buffer | undefined): Promise<Email> => PostalMime.parse(mail ?? '');

/** Does everything about accounts that sends emails, with these headers; returns what arrived, by subject. */
async function everyMail(t: ExecutionContext, headers: Record<string, string>) {
    const { testApp, arrived } = await appWithMail(t);
    const client = await testApp.as('author');
    await testApp.as('otherAuthor');
    await updateProfile(testApp, client, { email: 'otherAuthor@example.test' }, headers);
    await updateProfile(testApp, client, { password, password_confirm: password }, headers);
    await testApp.drain();
    await updateProfile(testApp, client, { email: newAddress }, headers);
    await requestReset(testApp, 'author', {}, headers);
    await testApp.drain();
    await resetPassword(testApp, await resetLink(testApp, 'author'));
    await testApp.drain();
    const mails = await Promise.all(arrived.map(parsed));
    return new Map(mails.map((mail, i) => [mail.subject ?? '', { mail, raw: String(arrived[i]) }]));
}

const expected = [
    ['Your email address is about to be changed', author, /^\/verify\/[\w-]{43}$/],
    ['Someone tried to use your email address', 'otherAuthor@example.test', undefined],
    ['Confirm your new password', author, /^\/verify\/[\w-]{43}$/],
    ['Confirm your new email address', newAddress, /^\/verify\/[\w-]{43}$/],
    ['Choose a new password', author, /^\/reset-password\?key=[\w-]{43}&login=author$/],
    ['Your password was changed', author, /^\/reset-password$/]
] as const;

test('links in emails use the configured address, whatever host a request claims [45]', async (t) => {
    const mails = await everyMail(t, evil);
    t.is(mails.size, expected.length);
    for (const [subject, to, path] of expected) {
        const { mail, raw } = mails.get(subject) ?? {};
        t.deepEqual(
            mail?.to?.map(({ address }) => address),
            [to],
            subject
        );
        t.false(raw?.includes('evil.example'), subject);
        const links = Array.from(mail?.text?.matchAll(/^http\S+$/gm) ?? [], ([link]) => link);
        const hrefs = Array.from(mail?.html?.matchAll(/href="([^"]*)"/g) ?? [], ([, href = '']) =>
            href.replaceAll('&amp;', '&')
        );
        t.deepEqual(hrefs, links, `${subject}: both parts lead to the same`);
        t.is(links.length > 0, path !== undefined, subject);
        for (const link of links) t.true(link.startsWith(`${base}/`), link);
        if (path) t.regex((links[0] ?? '').slice(base.length), path);
    }
});

test('the password link uses the configured address, whatever its own request claims [45]', async (t) => {
    const { testApp } = await appWithMail(t);
    await testApp.as('author');
    const mails = await mailsOf(testApp, async () => {
        const { statusCode } = await requestReset(testApp, 'author', {}, evil);
        t.is(statusCode, 200);
    });
    t.is(linkIn(oneOf(mails, 'password_reset')).origin, base);
});

test('both parts of an email have the same text, and nothing in them is loaded or run', async (t) => {
    const mails = await everyMail(t, {});
    for (const [subject, { mail, raw }] of mails) {
        t.regex(raw, /^Content-Type: multipart\/alternative;/m, subject);
        const html = mail.html ?? '';
        const shown = html
            .replace(/<style.*?<\/style>|<[^>]+>/gs, '')
            .replace(/&quot;|&#39;|&amp;/g, unescape);
        for (const paragraph of mail.text?.trim().split(/\n\n+/) ?? [])
            t.true(shown.includes(paragraph.trim()), `${subject}: ${paragraph}`);
        t.notRegex(
            html,
            /<(script|img|link|iframe|form|object|base)\b|\bsrc=|url\(|@import|\son\w+=/i,
            subject
        );
        t.true(html.includes(`<title>${subject}</title>`));
    }
});

const unescape = (entity: string) => ({ '&quot;': '"', '&#39;': "'" })[entity] ?? '&';

test('an email has the configured sender, its own id and a date', async (t) => {
    const { testApp, arrived } = await appWithMail(t);
    await testApp.as('author');
    const [{ id } = { id: '' }] = await mailsOf(testApp, () => requestReset(testApp, 'author'));
    const mail = await parsed(arrived[0]);
    t.is(mail.from?.address, 'council@example.test');
    t.is(mail.messageId, `<${id}@council.example>`);
    t.is(Date.parse(mail.date ?? ''), testApp.now());
});

const names = [
    'Ada\r\nBcc: eve@example.test',
    'Ada\nTo: eve@example.test\n\n<b>Hello</b>',
    'Ada" <eve@example.test>, "',
    'Ada, eve@example.test; eve@example.test',
    '{"path":"/etc/passwd"}',
    '=?utf-8?Q?Ada?= <eve@example.test>',
    'Ада 💥',
    'x'.repeat(100)
];

for (const name of names) {
    test(`the name ${JSON.stringify(name.slice(0, 40))} adds no header, recipient or text [46]`, async (t) => {
        const { testApp, arrived } = await appWithMail(t);
        await testApp.as('author');
        await testApp.store.write((tx) => changeUser(tx, 'author', { displayName: name })); // forms refuse some of them
        await requestReset(testApp, 'author');
        await testApp.drain();
        t.is(arrived.length, 1);
        const mail = await parsed(arrived[0]);
        t.deepEqual(
            mail.to?.map(({ address }) => address),
            [author]
        );
        t.is(mail.bcc, undefined);
        t.is(mail.cc, undefined);
        t.is(mail.subject, 'Choose a new password');
        const names = mail.headers.map(({ key }) => key).sort();
        t.deepEqual(
            names,
            'auto-submitted content-type date from message-id mime-version subject to'.split(' ')
        );
        t.regex(
            mail.text ?? '',
            /^Hello [^\n]+,\n\nWe received a request for a new password for author at /,
            'no line but ours'
        );
        t.false(String(arrived[0]).includes('root:'), 'no file was read');
        t.deepEqual(mail.attachments, []);
    });
}

test('a login with markup is text in the HTML, and encoded in the link [46]', async (t) => {
    const { testApp, arrived } = await appWithMail(t);
    const login = '<img src=x onerror=alert(1)>&"\'';
    const user = { login, email: author, passwordHash: '-', role: 'support' } as const;
    await testApp.store.write((tx) => createUser(tx, user, testApp.now()));
    await requestReset(testApp, login);
    await testApp.drain();
    const { html = '', text = '' } = await parsed(arrived[0]);
    t.true(html.includes('for &lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39; at'));
    t.false(html.includes('<img'));
    t.true(text.includes(`for ${login} at`));
    const link = linkIn({ text });
    t.is(link.searchParams.get('login'), login);
    t.notRegex(link.href, /[<>"']/);
});

test('an email goes to the address at the time it is queued, also when the address changes next', async (t) => {
    const { testApp, arrived } = await appWithMail(t);
    const client = await testApp.as('author');
    const mails = await mailsOf(testApp, () => updateProfile(testApp, client, { email: newAddress }));
    const kinds: MailKind[] = ['email_change_notice', 'verify_email'];
    t.deepEqual(
        kinds.map((kind) => oneOf(mails, kind).to),
        [author, newAddress]
    );
    await follow(testApp, linkIn(oneOf(mails, 'verify_email')), client);
    await testApp.store.write((tx) => changeUser(tx, 'author', { displayName: 'Ada' }));
    await requestReset(testApp, author);
    await requestReset(testApp, newAddress);
    await testApp.drain();
    const last = await parsed(arrived.at(-1));
    t.is(arrived.length, 3, 'the old address asks in vain');
    t.deepEqual(last.to, [{ name: 'Ada', address: newAddress }]);
});
