// A German customer reads no English word, on no page and in no mail.
import test, { type ExecutionContext } from 'ava';
import { decimalOf } from '../../db/sales/commissions.ts';
import { letters } from '../support/people/accounts.ts';
import { assertGerman } from '../support/people/german.ts';
import { pageOf } from '../support/people/page.ts';
import { ask } from '../support/people/roles.ts';
import { customerAt, sellerMove, withOffer } from '../support/fixtures/sales.ts';

const klinik = {
    customer_name: 'Klinik Nord',
    contact_name: 'Anna Vogt',
    scope: 'Zehn Gespräche im Monat.',
    terms: 'Zahlbar in 14 Tagen.',
    valid_until: '2026-01-16',
    revenue: 12_500.5,
    lines: [{ text: 'Gespräch', quantity: 1, unit_price: 12_500.5, tax: 19 }]
};
const settings = { ORGANISATION: 'Beispiel AG', ORGANISATION_LANGUAGE: 'de', CURRENCY: 'EUR' };
const wants = { 'accept-language': 'de-AT, en;q=0.5' };
const aDay = 24 * 60 * 60_000;

type Answer = ReturnType<typeof ask>;

async function germanOffer(t: ExecutionContext, env: Record<string, string> = {}) {
    const offer = await withOffer(t, klinik, { ...settings, ...env });
    const read = async (where: string, status: number, answer: Answer) => {
        const { statusCode, body } = await answer;
        t.is(statusCode, status, where);
        assertGerman(t, body, { where });
        return body;
    };
    return { ...offer, read };
}

test('a German customer reads German from the offer to the reply, with price and dates', async (t) => {
    const { customer, read } = await germanOffer(t);
    const shown = [
        await read('offer', 200, customer.page(wants)),
        await read('accepting', 200, customer.page(wants, '/accept')),
        await read('accepted', 200, customer.post('accept', {}, wants))
    ];
    for (const body of shown)
        for (const text of [
            '12.500,50\u00A0€',
            '14.875,60\u00A0€',
            '15. Januar 2026',
            '16. Januar 2026',
            'Beispiel AG'
        ])
            t.true(body.includes(text), text);
    await read('declined too late', 409, customer.post('decline', {}, wants));
});

test('a German customer who declines, or sends an invalid reply, reads German', async (t) => {
    const { customer, read } = await germanOffer(t);
    await read('declining', 200, customer.page(wants, '/decline'));
    await read('no name', 400, customer.post('accept', { name: '' }, wants));
    await read('another offer', 412, customer.post('accept', { shown: 'f' }, wants));
    await read('too long', 400, customer.post('decline', { reason: 'x'.repeat(1001) }, wants));
    await read('far too long', 413, customer.post('decline', { reason: 'x'.repeat(2_000_000) }, wants));
    const foreign = { ...wants, origin: 'https://evil.example' };
    await read('from elsewhere', 403, customer.post('decline', {}, foreign));
    await read('declined', 200, customer.post('decline', { reason: 'Zu teuer' }, wants));
});

test('an expired or closed offer is in German, and so is an unknown link', async (t) => {
    const { testApp, fixtures, id, customer, path, read } = await germanOffer(t);
    testApp.pass(2 * aDay);
    await read('over', 200, customer.page(wants));
    await read('accepted too late', 409, customer.post('accept', {}, wants));
    await fixtures.rep.action('svc_recall_from_customer', { deal_id: id });
    await read('closed', 404, customer.page(wants));
    await read('unknown link', 404, customerAt(testApp, '/deal/unknown').page(wants));
    await read('below a link', 404, ask(testApp.server, { url: `${path}/nowhere`, headers: wants }));
    for (let n = 0; n < 28; n += 1) await customer.page(wants);
    await read('too often', 429, customer.page(wants));
});

test('the email with an offer is in ORGANISATION_LANGUAGE, and the copy in that of the customer', async (t) => {
    const { testApp, fixtures, id, path, customer } = await germanOffer(t);
    await sellerMove(fixtures.rep, 'remind', id);
    await customer.post('accept', {}, wants);
    for (const [wanted, subject] of [
        ['deal_offer', 'Ihr Angebot: Klinik Nord'],
        ['deal_reminder', 'Erinnerung: Ihr Angebot, Klinik Nord'],
        ['deal_accepted', 'Ihre Kopie: Klinik Nord']
    ]) {
        const mail = (await letters(testApp)).find(({ kind }) => kind === wanted);
        t.is(mail?.subject, subject);
        t.true(mail?.text.includes(path));
        t.regex(mail?.text ?? '', /14\.875,60\s€/);
        assertGerman(t, `<html lang="de">${mail?.subject}\n${mail?.text}`, { where: 'mail' });
    }
});

test('the browser chooses the language of an offer, and the organisation is the default', async (t) => {
    const { customer } = await withOffer(t, klinik, settings);
    const languageOf = async (wanted: Record<string, string>) =>
        pageOf((await customer.page(wanted)).body).language;
    t.is(await languageOf({ 'accept-language': 'en-GB' }), 'en');
    t.is(await languageOf({ 'accept-language': 'fr' }), 'de');
    t.is(await languageOf({}), 'de');
});

test('cents are written digit by digit', (t) => {
    const written = [0, 5, 50, 1_250_050, 100_000_000_001, Number.MAX_SAFE_INTEGER, -5].map(decimalOf);
    t.deepEqual(written, ['0.00', '0.05', '0.50', '12500.50', '1000000000.01', '90071992547409.91', '-0.05']);
});
