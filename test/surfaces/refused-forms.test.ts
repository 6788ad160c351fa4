// What somebody wrote is never lost: invisible marks of a paste are not their fault, and a refused form has all that was typed.
import test from 'ava';
import Joi from 'joi';
import {
    freeText,
    identifier,
    InvalidField,
    shortText,
    validated
} from '../../plugins/surfaces/http/fields.ts';
import { amountIn } from '../../plugins/deals/form-body.ts';
import { readInvitees } from '../../plugins/screens/inviting/invitees.ts';
import { readForm } from '../../plugins/surfaces/http/bodies/parsing.ts';
import { typed } from '../../plugins/surfaces/http/bodies/typed.ts';
import { salesFixtures, withOffer } from '../support/fixtures/sales.ts';
import { loginPath, password, withUser } from '../support/people/people.ts';
import { pageOf } from '../support/people/page.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { browserOf, opened, withSage } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { consent, saved, script, withCandidate } from '../support/people/visitors.ts';

const marks = [
    '\0',
    '\u202A',
    '\u202B',
    '\u202C',
    '\u202D',
    '\u202E',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069'
];

for (const convert of [true, false])
    test(`marks of direction are taken out of free text, and refused by name in an identifier: ${convert}`, (t) => {
        const schema = Joi.object<{ text: string; id: string }>({ text: freeText.max(3), id: identifier });
        for (const mark of marks) {
            for (const text of [`${mark}1${mark}23`, ` ${mark} 123 ${mark}`, `123 ${mark}`])
                t.deepEqual(validated(schema, { text, id: 'a' }, { convert }), { text: '123', id: 'a' });
            t.throws(() =>
                validated(Joi.object({ name: shortText }), { name: `${mark} ${mark}` }, { convert })
            );
            const { field } = t.throws(() => validated(schema, { id: `a${mark}` }, { convert }), {
                instanceOf: InvalidField
            });
            t.is(field, 'id');
        }
    });

test('an answer with a pasted mark is saved, and is the same for the next save', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    await post('start', consent);
    const text = 'Call \u202D030 1234567\u202C';
    const { body } = await post('answer', { criterion: 'debugging', text }, script);
    t.is((await saved(testApp, id))[0]?.answer, 'Call 030 1234567');
    const again = { criterion: 'debugging', text: `${text}.`, shown: body.data.shown };
    t.false((await post('answer', again, script)).body.data.rivals);
});

test('whatever is wrong with a saved answer, its page has the text', async (t) => {
    const { post } = await withCandidate(t);
    await post('start', consent);
    const wrong = [
        { criterion: 'debugging', text: 'Mine <b>'.repeat(2501) },
        { criterion: 'debugging', text: 'Mine', next: 99 },
        { criterion: 'debugging', text: 'Mine', shown: 'x'.repeat(65) },
        { criterion: 'unknown', text: 'Mine' },
        { criterion: 'debugging', text: 'Я'.repeat(60_000) }
    ];
    for (const fields of wrong) {
        const { statusCode, body } = await post('answer', fields);
        t.is(statusCode, 400);
        t.true(body.includes(fields.text.slice(0, 4)));
        const page = pageOf(body);
        t.truthy(page.alert());
        t.is(page.field(/./)?.value, fields.text);
    }
});

test('a reason to decline that is too long is on the page again, and nothing is recorded', async (t) => {
    const { customer, path } = await withOffer(t);
    const reason = 'Too dear. '.repeat(101);
    const refused = await customer.post('decline', { reason });
    t.is(refused.statusCode, 400);
    const page = pageOf(refused.body);
    t.is(page.field('Reason (optional)')?.value, reason);
    t.is(page.button('Decline offer')?.action, `${path}/decline`);
    t.is((await customer.post('decline', { reason: 'Too dear.' })).statusCode, 200);
});

test('NUL in a form costs no other field: free text is without it, and a name by which something is found is refused by name', (t) => {
    const form = readForm('scope=a%00b&id=a%00&name=Acme');
    t.deepEqual({ ...form }, { scope: 'a\0b', id: 'a\0', name: 'Acme' });
    for (const schema of [identifier, Joi.string()]) {
        const { field } = t.throws(
            () =>
                validated(Joi.object({ scope: freeText, id: schema, name: freeText }), form, {
                    convert: true
                }),
            { instanceOf: InvalidField }
        );
        t.is(field, 'id');
    }
    t.deepEqual(validated(Joi.object({ scope: freeText }).unknown(), { scope: 'a\0b' }, { convert: true }), {
        scope: 'ab'
    });
    t.throws(() => readForm('a%00=1'));
});

test('a login pasted with a mark is that login', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp);
    const { statusCode, headers } = await plainBrowser(testApp).post(loginPath, {
        login: '\u202Aada\u202C',
        password
    });
    t.is(statusCode, 303);
    t.is(headers.location, '/');
});

test('a new deal with far too long a scope keeps each field', async (t) => {
    const { testApp } = await salesFixtures(t);
    const { browser } = await browserOf(testApp, 'salesRep');
    const deal = { customer_name: 'Customer', contact_name: 'Kim', scope: 'All of it. '.repeat(4000) };
    const form = (await browser.get('/deals/new')).body;
    const page = pageOf((await browser.press(form, 'Create deal', deal)).body);
    t.is(page.field('Customer')?.value, deal.customer_name);
    t.is(page.field('Contact')?.value, deal.contact_name);
    t.is(page.field('Scope')?.value.trim(), deal.scope.trim());
});

const letters = 'Всё. '.repeat(30_000);
const markup = '<p>All of it.</p>'.repeat(30_000);
const pasted = [
    ['/deals/new', 'Create deal', /^scope$/i, { scope: letters }],
    ['/intake/new', /^(Create|Save)/, 'Message', { message: letters }],
    ['/settings/splash/new', 'Save', 'Text', { content: markup }],
    ['/settings/pages/new', 'Save', 'Text', { content: markup }]
] as const;

for (const [at, button, label, typedIn] of pasted)
    test(`whatever somebody pastes into ${at} is there again when it is refused`, async (t) => {
        const { pressAt } = await opened(t, 'administrator');
        const { body } = await pressAt(at, button, typedIn);
        t.true(pageOf(body).field(label)?.value.trim() === Object.values(typedIn).join('').trim());
    });

test('what no page can show again is in the response to the post, and what is not read stays where it was typed', async (t) => {
    const { browser, path } = await withSage(t);
    const form = (await browser.get(`${path}/gold`)).body;
    const text = 'All of it. '.repeat(10_000);
    const refused = await browser.press(form, 'Add answer', { text, level: 'strong' });
    t.is(refused.statusCode, 400);
    t.true(pageOf(refused.body).field('text')?.value === text);
    const unread = await browser.press(form, 'Add answer', { text: text.repeat(20) });
    t.is(unread.statusCode, 413);
    t.regex(pageOf(unread.body).text, /if you go back/);
});

test('an amount with a pasted mark is that amount', (t) => {
    t.is(amountIn(typed({ revenue: '\u202D12,500.50\u202C' }, 'revenue')), 12_500.5);
});

test('what was typed waits on a page while its writer is logged out', async (t) => {
    const { testApp } = await salesFixtures(t);
    const item = { title: 'By telephone', contact_name: 'Kim', contact_email: 'kim@example.test' };
    for (const to of ['/rest/svc/v1/intake', '/intake/new']) {
        const { statusCode, body } = await plainBrowser(testApp).post(to, item);
        t.is(statusCode, 401, to);
        const waiting = pageOf(body).button('Continue with my text');
        t.like(waiting, { action: '/intake/new', fields: item }, to);
    }
});

test('a refused invitation of a user has its role and permissions again', async (t) => {
    const { browser } = await browserOf((await withCandidate(t)).testApp, 'administrator');
    const form = (await browser.get('/people/new')).body;
    const typed = { email: 'no address', login: 'kim', role: 'sales_rep', grant_ss_support: '1' };
    const again = pageOf((await browser.press(form, 'Invite user', typed)).body);
    t.like(again.button('Invite user')?.fields, {
        login: 'kim',
        role: 'sales_rep',
        grant_ss_support: '1'
    });
});

test('a mark in one row of a list costs no row', async (t) => {
    const { rows } = await readInvitees(
        'name,email\nAda \u202AExample\u202C,\u2068ada@example.test\u2069\nBen,ben@example.test\n'
    );
    t.deepEqual(
        rows.map(({ name, email, wrong }) => [name, email, wrong]),
        [
            ['Ada Example', 'ada@example.test', undefined],
            ['Ben', 'ben@example.test', undefined]
        ]
    );
});

test('a press of a button alone, as by a scanner of mail, replies to no offer and closes no questions', async (t) => {
    const { customer } = await withOffer(t);
    const unticked = { confirm: '', name: 'Sam Sample', reason: 'Too dear.' };
    for (const [reply, button, field, typed] of [
        ['accept', /^Accept for/, 'Your full name', 'Sam Sample'],
        ['decline', 'Decline offer', 'Reason (optional)', 'Too dear.']
    ] as const) {
        const { statusCode, body } = await customer.post(reply, unticked);
        t.is(statusCode, 400);
        t.truthy(pageOf(body).button(button));
        t.is(pageOf(body).field(field)?.value, typed);
    }
    t.is((await customer.post('accept')).statusCode, 200, 'it was still open');
    t.is((await customer.post('decline', unticked)).statusCode, 200, 'and shows its one reply from then on');
    const candidate = await withCandidate(t);
    await candidate.post('start', consent);
    t.is((await candidate.post('person')).statusCode, 400);
    t.is((await candidate.post('answer', { criterion: 'debugging', text: 'Mine' })).statusCode, 303);
});
