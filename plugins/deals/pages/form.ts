// The form of a deal: a new one, and the draft that it is.
import type { ServerRoute } from '@hapi/hapi';
import { currencyOf } from '../../../db/installation/installation.ts';
import { commissionOf, decimalOf, fromCents } from '../../../db/sales/commissions.ts';
import { linesOf, textOfLines } from '../../../db/sales/deal-lines.ts';
import { type DealLine, type DealRow, visibleDeal } from '../../../db/sales/deals.ts';
import type { App } from '../../app.ts';
import { priceOf } from '../../shared/money.ts';
import { formInteger } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { formPages as pagesOfForm } from '../../surfaces/pages/console/form-page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { area, dayField, field } from '../../surfaces/pages/form-controls.ts';
import type { Flash, FormPost } from '../../surfaces/http/form-post.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { sales, editPathOf, listPath, newPath, pathOf } from '../rights.ts';
import { textsOf, typedIn } from '../../surfaces/pages/unkept-form.ts';
import { type Cells, cells, mostLines, rowCount, rowsIn } from '../form-body.ts';
import { textColumns } from '../rows.ts';
import { onWire } from '../../shared/wire.ts';
import { formView } from '../../shared/form-view.ts';
import { itemOfDeal } from '../../../db/sales/intake.ts';
import { formulaWords, rateFor, shareWords } from '../rates.ts';
import { pageAt } from '../../surfaces/pages/console/navigation.ts';

export const formPages = (app: App): ServerRoute[] => [
    ...pagesOfForm<object>(app, {
        id: 'showNewDeal',
        path: newPath,
        description: 'Shows the form for a new deal.',
        scope: sales,
        again: { id: 'showNewDealDraft', description: 'Shows the form for a new deal as it was typed.' },
        show: async (_, visit, form) => ({
            title: 'New deal',
            crumbs: [{ word: 'Deals', href: listPath }],
            ...(await fieldsFor(visit, { form }))
        })
    }),
    ...pagesOfForm<{ id: number }>(app, {
        id: 'showDealForm',
        path: `${listPath}/{id}/edit`,
        description: 'Shows the form to edit a draft deal.',
        scope: sales,
        params: { id: formInteger.required() },
        again: { id: 'showDealDraft', description: 'Shows the form to edit a draft deal as it was typed.' },
        show: async ({ id }, visit, form) =>
            showDraft(visit, await visibleDeal(app.store.read, id, visit.actor), form)
    })
];

async function showDraft(visit: PageContext, deal: DealRow, form: Form | undefined): Promise<View> {
    const crumbs = [
        { word: 'Deals', href: listPath },
        { word: deal.customerName, href: pathOf(deal.id) }
    ];
    if (deal.status === 'ss_draft') {
        const asked = await enquiry(visit, deal);
        const lines = await linesOf(visit.app.store.read, deal.id);
        return { title: 'Edit draft', crumbs, ...(await fieldsFor(visit, { deal, lines, asked, form })) };
    }
    return {
        title: 'Edit draft',
        crumbs,
        body: html`${form && lost(form)}${emptyState({
            says: 'You can edit a deal only while it is a draft.',
            action: html`<a href="${pathOf(deal.id)}">Go to the deal</a>`
        })}`
    };
}

const amountWords = 'Enter an amount such as 12500 or 12500.50.';

const words = {
    customer_name: "Enter the customer's name in one line.",
    contact_name: 'Enter a contact name in one line.',
    contact_email: 'Enter a valid email address, such as name@example.com.',
    contact_phone: 'Enter a phone number of up to 50 characters.',
    contact_address: 'Use 500 characters or fewer.',
    revenue: amountWords,
    commission: amountWords,
    margin_deduction: amountWords,
    referral_fee: amountWords,
    scope: 'Use 5,000 characters or fewer.',
    terms: 'Use 5,000 characters or fewer.',
    valid_until: 'Choose today or a later date, or leave the field empty.'
};
type Name = keyof typeof words;

const sumWords = 'Leave the price empty, or enter the net sum of the lines.';

/** What is wrong with a cell of a line. */
const cellWords: Cells = {
    text: 'Enter what you offer in one line of up to 200 characters.',
    quantity: 'Enter a quantity such as 12 or 1.5.',
    unit_price: amountWords,
    discount: 'Enter a percentage from 0 to 100.',
    tax: 'Enter a percentage from 0 to 100.'
};
const cellName = (row: number, cell: string) => `lines.${row}.${cell}`;

/** Of the JSON routes that the form posts to. */
export const dealForms: FormPost = {
    backTo: ({ id }, done, data) => {
        if (done) return pathOf((data as { deal: { id: number } }).deal.id);
        return id === undefined ? newPath : editPathOf(Number(id) || 0);
    },
    says: 'Saved.',
    again: true
};

const byCode = {
    version_conflict:
        'Someone changed this deal while you were editing. Your changes are not saved. Check the current deal, then save again.',
    wrong_state: 'Not saved: this deal is no longer a draft.'
};

/** The version that was typed over; after a conflict the present one, which the page shows next to what was typed. */
const versionOf = (deal: DealRow, flash: Flash | undefined, form: Form = {}) =>
    flash?.code === 'version_conflict' ? deal.version : typed(form, 'version') || deal.version;

/** What was typed into a form that has no page any more, to be copied. */
function lost({ version: _version, currency: _currency, ...form }: Form) {
    return textsOf(typedIn(form));
}

interface Shown {
    deal?: DealRow;
    lines?: readonly DealLine[];
    /** The enquiry that the deal was made from. */
    asked?: Html | undefined;
    /** As it was typed. */
    form?: Form | undefined;
}

const fewestRows = 3;

async function fieldsFor(
    visit: PageContext,
    { deal, lines = [], asked, form }: Shown
): Promise<Omit<View, 'title'>> {
    const currency = (await currencyOf(visit.app.store.read, visit.app.config.currency)) ?? '';
    const rate = await rateFor(visit.app, deal ?? { repId: visit.actor.id, createdAt: visit.app.now() });
    const isByRate = rate !== undefined && deal?.commission === commissionOf(deal?.revenue ?? 0, rate);
    const isUnpriced = lines.length > 0 || (asked !== undefined && deal?.version === 1); // an enquiry has no price
    const saved = deal && {
        ...valuesOf(deal),
        ...(isUnpriced && { revenue: '' }),
        ...(isByRate && { commission: '' })
    };
    const byRate =
        rate === undefined
            ? undefined
            : `${deal ? formulaWords(rate, deal, await priceOf(visit.app)) : ''} Leave the field empty for ${shareWords(rate)}.`.trim();
    const rows = form ? rowsIn(form) : lines.map(cellsOf);
    const more = form && 'add' in form ? rowCount(form) + 1 : 0;
    const count = Math.min(mostLines, Math.max(fewestRows, rows.length + 1, more));
    const shown = Array.from({ length: count }, (_, n) => rows[n]); // the blank ones after the others
    const named = shown.flatMap((row, n) =>
        cells.map((cell) => [cellName(n, cell), row?.[cell] ?? ''] as const)
    );
    const wrong = rows.flatMap((_, n) => cells.map((cell) => [cellName(n, cell), cellWords[cell]] as const));
    const { problem, input } = formView<string>(visit.flash, {
        words: { ...words, ...(rows.length > 0 && { revenue: sumWords }), ...Object.fromEntries(wrong) },
        byCode,
        values: { ...(form ?? saved), ...Object.fromEntries(named) }
    });
    const ownPath = deal ? editPathOf(deal.id) : newPath;
    return {
        narrow: true,
        styles: ['deals.css'],
        problem,
        body: html`${deal && visit.flash?.code === 'version_conflict' && asItIsNow(deal, lines)} ${asked} ${postForm(
            visit,
            {
                to: deal ? { rest: `/deals/${deal.id}`, method: 'PATCH' } : { rest: '/deals' },
                fields: { currency, ...(deal && { version: versionOf(deal, visit.flash, form) }) },
                body: html`${onEnter}${customerFields(input)}${offerFields(input, lineRows(input, count, ownPath))}${earningFields(input, byRate)}
                <div class="acts"><button type="submit">${deal ? 'Save' : 'Create deal'}</button>
                    <a role="button" class="secondary" href="${deal ? pathOf(deal.id) : listPath}">Cancel</a></div>`
            }
        )}`
    };
}

/** What another user saved meanwhile, and the next save would replace. */
const asItIsNow = (deal: DealRow, lines: readonly DealLine[]) =>
    html`<div class="note wait"><div><strong>As it is now: ${decimalOf(deal.revenue)}</strong>
        <p class="said">${textOfLines(lines)}</p><a href="${pathOf(deal.id)}" target="_blank" rel="noopener">Open the current deal</a></div></div>`;

/** What the key does in a field: a browser takes the first button, which would add a row. */
const onEnter = html`<button type="submit" hidden></button>`;

const cellsOf = (line: DealLine): Cells => ({
    text: line.text,
    quantity: fromCents(line.quantity).toString(),
    unit_price: amountOf(line.unitPrice),
    discount: fromCents(line.discount).toString(),
    tax: fromCents(line.tax).toString()
});

function lineRows(text: Text, count: number, ownPath: string) {
    const cell = (n: number, name: keyof Cells, label: string, maxlength = 20) =>
        html`<div>${field({ ...text(cellName(n, name)), label, maxlength, optional: true })}</div>`;
    const row = (_: unknown, n: number) => html`<fieldset class="line" aria-label="Line ${n + 1}">
        ${cell(n, 'text', 'What', 200)}${cell(n, 'quantity', 'Quantity')}${cell(n, 'unit_price', 'Unit price')}
        ${cell(n, 'discount', 'Discount %')}${cell(n, 'tax', 'Tax %')}</fieldset>`;
    const add = html`<p><button type="submit" class="secondary" name="add" value="1" formaction="${ownPath}" formnovalidate>Add a row</button></p>`;
    return html`<p><strong>Lines</strong> <small>Optional. With lines the price is their sum, before tax. An empty quantity is 1.</small></p>
        ${Array.from({ length: count }, row)}${count < mostLines && add}`;
}

type Text = ReturnType<typeof formView<string>>['input'];

const customerFields = (text: Text) => html`<fieldset><legend>Customer</legend>
    ${field({ ...text('customer_name'), label: 'Customer' })}
    <div class="pair"><div>${field({ ...text('contact_name'), label: 'Contact', help: 'The offer greets the contact by this name.' })}</div>
    <div>${field({ ...text('contact_email'), label: 'Contact email', type: 'email', maxlength: 254 })}</div></div>
    <div class="pair"><div>${field({ ...text('contact_phone'), label: 'Phone', help: 'Optional.', type: 'tel', maxlength: 50, optional: true })}</div>
    <div>${area({ ...text('contact_address'), label: 'Address', help: 'Optional. The customer does not see it.', maxlength: 500, rows: 3 })}</div></div></fieldset>`;

const offerFields = (text: Text, lines: Html) => html`<fieldset><legend>Offer</legend>
    ${area({ ...text('scope'), label: 'Scope', help: 'The customer sees this text and its line breaks.', maxlength: 5000, rows: 6 })}
    ${lines}
    <div class="pair"><div>${field({ ...text('revenue'), label: 'Price', help: 'Before tax. Leave it empty if you enter lines.', maxlength: 20, optional: true })}</div><div>${dayField({ ...text('valid_until'), label: 'Valid until', help: 'Last day the customer can accept. Optional.' })}</div></div>
    ${area({ ...text('terms'), label: 'Terms', help: 'Optional. Payment, delivery and the like, as the customer reads them.', maxlength: 5000, rows: 3 })}</fieldset>`;

const earningFields = (text: Text, byRate: string | undefined) => html`<fieldset><legend>Earnings</legend>
    <p><small>Not shown to the customer.</small></p>
    <div class="pair"><div>${amount(text('commission'), 'Commission', byRate)}</div>
    <div>${amount(text('margin_deduction'), 'Margin deduction', deducted)}</div>
    <div>${amount(text('referral_fee'), 'Referral fee', deducted)}</div></div></fieldset>`;

const deducted = 'Deducted from the commission.';

/** An amount with help may be left out. */
const amount = (input: ReturnType<Text>, label: string, help?: string) =>
    field({ ...input, label, maxlength: 20, ...(help !== undefined && { help, optional: true }) });

const valuesOf = (deal: DealRow): Record<Name, string> => ({
    ...onWire(deal, ...textColumns),
    revenue: amountOf(deal.revenue),
    commission: amountOf(deal.commission),
    margin_deduction: amountOf(deal.marginDeduction),
    referral_fee: amountOf(deal.referralFee),
    valid_until: deal.validUntil ?? ''
});

const amountOf = (cents: number) => fromCents(cents).toFixed(2);

export async function enquiry({ app, request }: PageContext, { id }: DealRow): Promise<Html | undefined> {
    const item = await itemOfDeal(app.store.read, id);
    if (!item) return undefined;
    const href = pageAt(request.server, '/intake/{id}', { id: item.id });
    return html`<section><h2>Message</h2>
        <p>From the intake: ${href === undefined ? item.title : html`<a href="${href}">${item.title}</a>`}</p>
        ${item.message !== '' && html`<p class="answer box">${item.message}</p>`}</section>`;
}
