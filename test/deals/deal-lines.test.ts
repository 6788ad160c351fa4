// Lines of a deal: what they come to, what is refused, and how they are typed and read.
import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { netOf, sumsOf } from '../../db/sales/deal-lines.ts';
import { pageOf } from '../support/people/page.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { salesFixtures, told, withOffer } from '../support/fixtures/sales.ts';

/** A product, digit by digit as on paper. */
function onPaper(left: number, right: string) {
    const [a, b] = [String(left), right].map((text) => Array.from(text, Number).toReversed());
    const digits = Array.from({ length: (a?.length ?? 0) + (b?.length ?? 0) }, () => 0);
    for (const [i, x] of (a ?? []).entries())
        for (const [j, y] of (b ?? []).entries()) {
            let carry = x * y;
            for (let at = i + j; carry > 0; at += 1) {
                carry += digits[at] ?? 0;
                digits[at] = carry % 10;
                carry = Math.floor(carry / 10);
            }
        }
    return digits.toReversed().join('');
}

/** Takes so many digits off the end, and rounds up where the first of them is 5 or more. */
const without = (places: number, digits: string) =>
    Number(digits.slice(0, -places)) + (Number(digits.at(-places)) >= 5 ? 1 : 0);

const share = fc.oneof(fc.constantFrom(0, 700, 1900, 5000, 10_000), fc.nat({ max: 10_000 }));
/** Of up to a billion: few of what is dear, or many of what is not. */
const dear = { quantity: fc.integer({ min: 1, max: 500 }), unitPrice: fc.nat({ max: 20_000_000_000 }) };
const cheap = { quantity: fc.integer({ min: 1, max: 100_000_000 }), unitPrice: fc.nat({ max: 100_000 }) };
const rest = { text: fc.constant('x'), discount: share, tax: share };
const line = fc.oneof(fc.record({ ...rest, ...dear }), fc.record({ ...rest, ...cheap }));

test('the sums of 10,000 deals are those worked out on paper', (t) => {
    const deals = fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const rates: Record<number, number> = {};
        for (const one of lines) {
            const product = onPaper(one.quantity, onPaper(one.unitPrice, String(10_000 - one.discount)));
            assert.equal(netOf(one), without(6, product));
            rates[one.tax] = (rates[one.tax] ?? 0) + netOf(one);
        }
        const { net, taxes, total } = sumsOf(lines);
        const due = Object.entries(rates).filter(([rate]) => rate !== '0');
        const amounts = due.map(([rate, sum]) => without(4, `0000${onPaper(sum, rate)}`));
        assert.deepEqual(
            taxes.map(({ rate, amount }) => [String(rate), amount]),
            due.map(([rate], n) => [rate, amounts[n]])
        );
        assert.equal(
            net,
            lines.reduce((all, one) => all + netOf(one), 0)
        );
        assert.equal(
            total,
            amounts.reduce((all, amount) => all + amount, net)
        );
    });
    t.notThrows(() => fc.assert(deals, { numRuns: 10_000, seed: 55 }));
});

test('half a cent is rounded up, in each line and in the tax of each rate', (t) => {
    const half = { text: 'x', quantity: 100, unitPrice: 1, discount: 5000, tax: 5000 };
    t.is(netOf(half), 1);
    t.is(netOf({ ...half, discount: 5001 }), 0);
    t.deepEqual(sumsOf([half, half, half]), { net: 3, taxes: [{ rate: 5000, amount: 2 }], total: 5 });
});

const screening = { text: 'Screening', quantity: 12, unit_price: 95, discount: 10, tax: 19 };
const handbook = { text: 'Handbook', quantity: 1.5, unit_price: 20.25, discount: 0, tax: 7 };

test('the revenue of a deal is the net sum of its lines, and no other', async (t) => {
    const { rep, make } = await salesFixtures(t);
    const id = await make({ revenue: undefined, lines: [screening] });
    const read = async () => (await rep.get(`/deals/${id}`)).body.data;
    t.like(await read(), { deal: { revenue: 1026 }, lines: [{ ...screening, net: 1026 }], total: 1220.94 });
    const patch = (body: object) => rep.send('PATCH', `/deals/${id}`, body);
    const wrong = await patch({ revenue: 1000 });
    t.deepEqual([wrong.statusCode, wrong.headers['x-svc-field']], [400, 'revenue']);
    t.is((await patch({ revenue: 1026, scope: 'Coffee' })).statusCode, 200);
    await patch({ lines: [handbook, screening] });
    t.like(await read(), {
        deal: { revenue: 1056.38, scope: 'Coffee' },
        lines: [handbook, screening],
        total: 1253.45
    });
    await patch({ lines: [] });
    const { deal, lines, total, history } = await read();
    t.deepEqual([deal.revenue, lines, total], [1056.38, [], 1056.38]);
    const says = 'Screening: 12.00 × 95.00, discount 10.00%, tax 19.00%';
    t.deepEqual(history[2].changes, [
        { field: 'revenue', before: 1026, after: 1056.38 },
        { field: 'lines', before: says, after: `Handbook: 1.50 × 20.25, discount 0.00%, tax 7.00%\n${says}` }
    ]);
    t.is((await rep.send('POST', '/deals', { ...deal, id: undefined })).statusCode, 400);
});

test('a wrong line names its field, and nothing is created', async (t) => {
    const { rep } = await salesFixtures(t);
    const made = { customer_name: 'A', contact_name: 'B', contact_email: 'c@example.test', commission: 1 };
    for (const [field, body] of [
        ['revenue', {}],
        ['revenue', { lines: [] }],
        ['lines.0.text', { lines: [{ ...screening, text: ' ' }] }],
        ['lines.1.quantity', { lines: [screening, { ...screening, quantity: 0 }] }],
        ['lines.0.quantity', { lines: [{ ...screening, quantity: 0.001 }] }],
        ['lines.0.quantity', { lines: [{ ...screening, quantity: 1_000_001 }] }],
        ['lines.0.unit_price', { lines: [{ ...screening, unit_price: -1 }] }],
        ['lines.0.discount', { lines: [{ ...screening, discount: 100.01 }] }],
        ['lines.0.tax', { lines: [{ ...screening, tax: '19' }] }],
        ['lines', { lines: Array.from({ length: 51 }, () => screening) }],
        ['lines', { lines: [{ ...screening, quantity: 1_000_000, unit_price: 1_000_000_000 }] }]
    ] as const) {
        const { statusCode, headers } = await rep.send('POST', '/deals', { ...made, ...body });
        t.deepEqual([statusCode, headers['x-svc-field']], [400, field]);
    }
    t.is((await rep.get('/deals')).body.data.total, 0);
});

const cell = (body: string, n: number, label: string) => pageOf(body).part(`Line ${n}`).field(label);

test('lines are typed without scripts: rows are added, a wrong cell is named and all is kept', async (t) => {
    const fixtures = await salesFixtures(t, { CURRENCY: 'EUR' });
    const rep = plainBrowser(fixtures.testApp, { svc_session: fixtures.rep.cookie });
    const typed = { customer_name: 'A', contact_name: 'B', contact_email: 'c@example.test', commission: '1' };
    const cells = { 'lines.1.text': 'Screening', 'lines.1.unit_price': '€95', 'lines.1.tax': '19 %' };
    const blank = (await rep.get('/deals/new')).body;
    const more = (await rep.press(blank, 'Add a row', { ...typed, ...cells, add: '1' })).body;
    t.is(cell(more, 1, 'What')?.value, 'Screening');
    t.truthy(cell(more, 4, 'What'));
    const wrong = { 'lines.0.text': 'Screening', 'lines.0.unit_price': 'dear', 'lines.2.text': 'Handbook' };
    const refused = (await rep.press(more, 'Create deal', { ...typed, ...wrong })).body;
    t.truthy(cell(refused, 1, 'Unit price')?.error);
    t.deepEqual(
        [1, 2].map((n) => cell(refused, n, 'What')?.value),
        ['Screening', 'Handbook']
    );
    t.is(pageOf(refused).field('Contact email')?.value, typed.contact_email);
    await rep.press(blank, 'Create deal', { ...typed, ...cells });
    const [{ id }] = (await fixtures.rep.get('/deals')).body.data.items;
    t.is((await told(fixtures, id)).deal.revenue, 95);
    const form = (await rep.get(`/deals/${id}/edit`)).body;
    const odd = (await rep.press(form, 'Save', { 'lines.0.quantity': '1.500' })).body;
    t.truthy(cell(odd, 1, 'Quantity')?.error, 'one and a half, or 1,500');
    await rep.press(form, 'Save', { 'lines.0.quantity': '2' });
    t.is((await told(fixtures, id)).deal.revenue, 190);
});

test('the customer reads lines, tax and total, and accepts the total', async (t) => {
    const body = { revenue: undefined, lines: [screening, handbook] };
    const { customer, fixtures, id } = await withOffer(t, body, { CURRENCY: 'EUR' });
    const page = pageOf((await customer.page({}, '/accept')).body);
    t.regex(page.text, /12 × €95\.00, 10% off, plus 19% tax/);
    t.regex(page.text, /Net €1,056\.38 Tax 7% €2\.13 Tax 19% €194\.94 Total €1,253\.45/);
    t.truthy(page.button('Accept for €1,253.45'));
    await customer.post('accept');
    const { text = '{}' } = (await told(fixtures, id)).acceptance ?? {};
    t.like(JSON.parse(text), {
        price: '1056.38',
        total: '1253.45',
        taxes: [
            { rate: 7, amount: '2.13' },
            { rate: 19, amount: '194.94' }
        ]
    });
});
