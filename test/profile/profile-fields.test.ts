// The fields of svc_update_profile: what each of them may hold.
import test from 'ava';
import { ConfigError, loadConfig } from '../../config/index.ts';
import { normalisedPhone } from '../../plugins/accounts/profile/phone.ts';
import {
    accountApp,
    failure,
    mailsOf,
    profileOf,
    updateProfile,
    withAuthor
} from '../support/people/accounts.ts';

/** A number that can be called from everywhere has at most 15 digits (E.164). */
const tooLong = ['1'.repeat(16), '+1 (234) 567-890-123-456-7', '1'.repeat(32)];

const refused: Record<string, readonly string[]> = {
    first_name: ['x'.repeat(101), 'Ann\r\nBcc: x'],
    last_name: ['x'.repeat(101), 'a\u2028b'],
    display_name: ['', '   ', 'x'.repeat(101), 'Ann\r\nBcc: x', 'a\tb'],
    bio: ['x'.repeat(5001), 'x'.repeat(200 * 1024)],
    candidate_message: ['x'.repeat(2001)],
    phone: [
        'call me',
        '+',
        '12',
        '1 2',
        '+44 20 7946 0000 ext. five',
        '+44 20 7946 0000 ext. 12345678',
        'ext. 5',
        '+44;20',
        'https://wa.me/',
        'https://wa.me.evil.example/447700900000',
        'javascript:alert(1)//wa.me/447700900000',
        '٣٤٥٦٧',
        ...tooLong
    ],
    whatsapp: ['call me', '+', 'https://wa.me/call-me', 'ftp://wa.me/447700900000', ...tooLong],
    linkedin: [
        'javascript:alert(1)//linkedin.com',
        'data:text/html,linkedin.com',
        'ftp://www.linkedin.com/in/ada',
        '//www.linkedin.com/in/ada',
        'www.linkedin.com/in/ada',
        'https://linkedin.com@evil.example/',
        'https://ada:secret@linkedin.com/in/ada',
        'JavaScript://linkedin.com/%0aalert(1)',
        'https:linkedin.com/in/ada',
        `https://www.linkedin.com/${'x'.repeat(300)}`
    ],
    email: [
        '',
        '   ',
        'nobody',
        '@example.test',
        'a@b@example.test',
        'a@example.test, b@example.test',
        'a@example.test\r\nBcc: eve@example.test',
        'Ada <ada@example.test>',
        'a b@example.test',
        `${'x'.repeat(250)}@example.test`
    ],
    avatar_type: ['gravatars', 'Upload', '', '__proto__'],
    review_mails: ['weekly', '', 'Daily'],
    csv_separator: [';', '', 'Comma'],
    avatar_upload: ['no file'],
    reset_tour: ['0', 'true'],
    reset_checklist: ['2']
};

for (const [field, values] of Object.entries(refused)) {
    test(`${field} refuses what it may not hold, names itself, and saves nothing else [71]`, async (t) => {
        const { testApp, author } = await withAuthor(t);
        const before = await profileOf(author);
        const other = field === 'bio' ? 'phone' : 'bio';
        const mails = await mailsOf(testApp, async () => {
            for (const value of values) {
                const form = { [other]: '12345', [field]: value };
                const { statusCode, body, headers } = await updateProfile(testApp, author, form);
                t.is(statusCode, 400, value.slice(0, 60));
                t.deepEqual(body, failure('Invalid request.'), 'what was sent is not repeated');
                t.is(headers['x-svc-error'], 'invalid_field');
                t.is(headers['x-svc-field'], field);
            }
        });
        t.deepEqual(mails, []);
        t.deepEqual(await profileOf(author), before);
    });
}

test('a NUL is taken out of any text [71]', async (t) => {
    const { testApp, author } = await withAuthor(t);
    for (const field of ['first_name', 'bio', 'candidate_message', 'display_name']) {
        const { statusCode, body } = await updateProfile(testApp, author, { [field]: 'a\u0000b' });
        t.is(statusCode, 200);
        t.is(body.data.user[field], 'ab');
    }
});

test('text is stored as it was written, markup too [71]', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const form = {
        bio: `<script>alert(1)</script> & "quotes" 'and' {{more}} ${'x'.repeat(4900)}`,
        first_name: '<b>Ada</b>',
        display_name: "Ada'); DROP TABLE users;--",
        candidate_message: 'a\nb\tc 💥'
    };
    const { body } = await updateProfile(testApp, author, form);
    t.like(body.data.user, form);
    t.like(await profileOf(author), form);
});

test('a line break in a long text counts once, however it is sent', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const bio = '\n'.repeat(5000);
    t.is((await updateProfile(testApp, author, { bio })).body.data.user.bio, bio);
    t.is(
        (await updateProfile(testApp, author, { bio: bio.replaceAll('\n', '\r\n') })).body.data.user.bio,
        bio
    );
    t.is((await updateProfile(testApp, author, { bio: `${bio}x` })).headers['x-svc-field'], 'bio');
});

test('any http or https address and numbers as people write them are taken', async (t) => {
    const { testApp, author } = await withAuthor(t);
    for (const linkedin of [
        'https://linkedin.com/in/ada',
        'https://www.linkedin.com/in/ada?trk=x#top',
        'https://uk.linkedin.com/in/ada-lovelace-%C3%A9/',
        'http://people.example:8443/ada'
    ])
        t.is((await updateProfile(testApp, author, { linkedin })).body.data.user.linkedin, linkedin);
    const tricky = await updateProfile(testApp, author, { linkedin: 'https://linkedin.com\\@evil.example/' });
    t.is(tricky.body.data.user.linkedin, 'https://linkedin.com/@evil.example/', 'kept as a browser reads it');
    for (const phone of [
        '112',
        '12345',
        '+1 (555) 010-9999',
        '020/7946.0000',
        '+49 30 (123) (456)',
        '1'.repeat(15),
        '(020) 7946 0000',
        '(+44) 20 7946 0000 ext. 5',
        '+44 20 7946\u20110000 x5',
        '+49 (0)30 123456',
        'https://wa.me/447700900000?text=Hello'
    ])
        t.is(
            (await updateProfile(testApp, author, { phone, whatsapp: phone })).body.data.user.whatsapp,
            phone
        );
});

/** What is typed, and how it reads with the code of the country where the organisation has one. */
const dialled: [typed: string, without: string, withCode: string][] = [
    ['+44 20 7946 0958', '+442079460958', '+442079460958'],
    ['(+44) 20.7946.0958 ext. 5', '+442079460958;ext=5', '+442079460958;ext=5'],
    ['+49 (0)30 123456', '+4930123456', '+4930123456'],
    ['0044 20 7946 0958', '+442079460958', '+442079460958'],
    ['https://wa.me/447700900000', '+447700900000', '+447700900000'],
    ['wa.me/447700900000?text=1', '+447700900000', '+447700900000'],
    ['(030) 123456', '', '+4930123456'],
    ['030 123456, x12', '', '+4930123456;ext=12'],
    ['112', '', ''],
    ['', '', '']
];

test('a number is stored as typed and normalised, with the country code of the organisation', async (t) => {
    const none = await accountApp(t);
    const german = await accountApp(t, { ORGANISATION_COUNTRY_CODE: '49' });
    const [author, other] = [await none.as('author'), await german.as('author')];
    for (const [phone, without, withCode] of dialled) {
        const form = { phone, whatsapp: phone };
        const first = (await updateProfile(none, author, form)).body.data.user;
        t.like(first, { phone, whatsapp: phone, phone_normalised: without, whatsapp_normalised: without });
        const second = (await updateProfile(german, other, form)).body.data.user;
        t.like(second, { phone, phone_normalised: withCode, whatsapp_normalised: withCode });
    }
    for (const ORGANISATION_COUNTRY_CODE of ['+49', '049', 'DE', '4949'])
        t.throws(() => loadConfig({ ORGANISATION_COUNTRY_CODE }), { instanceOf: ConfigError });
});

for (const [typed, code, dialled] of [
    ['06 12345678', '39', '+390612345678'],
    ['+39 (0)6 12345678', undefined, '+390612345678'],
    ['+49 030 123456', undefined, '+4930123456'],
    ['+49030123456', '49', '+4930123456'],
    ['0049 (0) 30 123456', '49', '+4930123456'],
    ['00 49 30 123456', undefined, '+4930123456'],
    ['123456', '49', ''],
    ['49 30 123456', '49', ''],
    ['+0 30 123456', '49', ''],
    ['+12345', '49', ''],
    ['1 555 010 9999', '1', '+15550109999'],
    ['(555) 010-9999', '1', '+15550109999'],
    ['555-0100', '1', ''],
    ['8 912 345-67-89', '7', '+79123456789'],
    ['612 345 678', '34', '+34612345678'],
    ['+48 (0)22 123 45 67', undefined, '+48221234567'],
    ['+229 01 97 12 34 56', undefined, '+2290197123456'],
    ['+36 06 30 123 4567', undefined, '+36301234567'],
    ['+1 555 0100', undefined, ''],
    ['+1 (555) 010-9999', undefined, '+15550109999'],
    ['0011 44 20 7946 0958', '61', '+442079460958'],
    ['010 49 30 123456', '81', '+4930123456']
] as const)
    test(`a number becomes a right one or none: ${typed} in ${code ?? 'no country'}`, (t) =>
        t.is(normalisedPhone(typed, code), dialled));

test('unknown plain fields are ignored, and those of other rows of the account cannot be set', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const before = await profileOf(author);
    const form = {
        role: 'administrator',
        login: 'root',
        grants: '["ss_admin_all"]',
        id: '1',
        password_hash: 'x'
    };
    t.is((await updateProfile(testApp, author, form)).statusCode, 200);
    t.deepEqual(await profileOf(author), before);
    t.deepEqual((await author.get('/session')).body.data.user.capabilities, author.actor.capabilities);
});

test('Gravatar is off by default; when on, the address is built from the email address', async (t) => {
    const off = await accountApp(t);
    const answer = await updateProfile(off, await off.as('author'), { avatar_type: 'gravatar', bio: 'x' });
    t.is(answer.statusCode, 400);
    t.deepEqual(answer.body, failure('Gravatar is turned off on this server.'));
    t.is(answer.headers['x-svc-field'], 'avatar_type');
    t.is((await profileOf(await off.as('author'))).bio, '');
    const on = await accountApp(t, { AVATAR_GRAVATAR: 'on' });
    const { user } = (await updateProfile(on, await on.as('author'), { avatar_type: 'gravatar' })).body.data;
    t.is(user.avatar_type, 'gravatar');
    t.is(
        user.avatar_url,
        'https://www.gravatar.com/avatar/421b2937cdd5c61712b2d0ffe0c0db2347b4293551a7989f0e0ec728bfaeffe8?s=256&d=mp'
    );
});
