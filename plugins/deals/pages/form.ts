// The form of a deal: a new one, and the draft that it is.
import type { ServerRoute } from '@hapi/hapi';
import { fromCents } from '../../../db/sales/commissions.ts';
import { type DealRow, visibleDeal } from '../../../db/sales/deals.ts';
import type { App } from '../../app.ts';
import { currencyIn } from '../../shared/money.ts';
import { formInteger } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { area, field } from '../../surfaces/pages/form-controls.ts';
import type { FormPost } from '../../surfaces/http/form-post.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { sales, editPathOf, listPath, newPath, pathOf } from '../rights.ts';
import { onWire } from '../../shared/wire.ts';
import { formView } from '../../shared/form-view.ts';
import { itemOfDeal } from '../../../db/sales/intake.ts';
import { pageAt } from '../../surfaces/pages/console/navigation.ts';

export const formPages = (app: App): ServerRoute[] => [
    consolePage(app, {
        id: 'showNewDeal',
        path: newPath,
        description: 'Shows the form for a new deal.',
        scope: sales,
        show: async (_, visit) => ({
            title: 'New deal',
            crumbs: [{ word: 'Deals', href: listPath }],
            ...(await fieldsFor(visit))
        })
    }),
    consolePage<{ id: number }>(app, {
        id: 'showDealForm',
        path: `${listPath}/{id}/edit`,
        description: 'Shows the form to edit a draft deal.',
        scope: sales,
        params: { id: formInteger.required() },
        show: async ({ id }, visit) => showDraft(visit, await visibleDeal(app.store.read, id, visit.actor))
    })
];

async function showDraft(visit: PageContext, deal: DealRow): Promise<View> {
    const crumbs = [
        { word: 'Deals', href: listPath },
        { word: deal.customerName, href: pathOf(deal.id) }
    ];
    if (deal.status === 'ss_draft')
        return { title: 'Edit draft', crumbs, ...(await fieldsFor(visit, deal, await enquiry(visit, deal))) };
    return {
        title: 'Edit draft',
        crumbs,
        body: emptyState({
            says: 'You can edit a deal only while it is a draft.',
            action: html`<a href="${pathOf(deal.id)}">Go to the deal</a>`
        })
    };
}

const amountWords = 'Enter an amount such as 12500 or 12500.50.';

const words = {
    customer_name: "Enter the customer's name in one line.",
    contact_name: 'Enter a contact name in one line.',
    contact_email: 'Enter a valid email address, such as name@example.com.',
    revenue: amountWords,
    commission: amountWords,
    margin_deduction: amountWords,
    referral_fee: amountWords,
    scope: 'Use 5,000 characters or fewer.',
    terms: 'Use 5,000 characters or fewer.',
    valid_until: 'Choose today or a later date, or leave the field empty.'
};
type Name = keyof typeof words;

/** Of the JSON routes that the form posts to. */
export const dealForms: FormPost = {
    backTo: ({ id }, done, data) => {
        if (done) return pathOf((data as { deal: { id: number } }).deal.id);
        return id === undefined ? newPath : editPathOf(Number(id) || 0);
    },
    says: 'Saved.',
    keeps: Object.keys(words)
};

const byCode = {
    version_conflict:
        'Someone changed this deal while you were editing. Your changes are not saved. Check the current deal, then save again.',
    wrong_state: 'Not saved: this deal is no longer a draft.'
};

async function fieldsFor(visit: PageContext, deal?: DealRow, asked?: Html): Promise<Omit<View, 'title'>> {
    const currency = (await currencyIn(visit.app)) ?? '';
    const values = { ...(deal && valuesOf(deal)), ...visit.flash?.typed };
    const { problem, input } = formView(visit.flash, { words, byCode, values });
    return {
        narrow: true,
        styles: ['deals.css'],
        problem,
        body: html`${asked} ${postForm(visit, {
            to: deal ? { rest: `/deals/${deal.id}`, method: 'PATCH' } : { rest: '/deals' },
            fields: { currency, ...(deal && { version: deal.version }) },
            body: html`${customerFields(input)}${offerFields(input)}${earningFields(input)}
                <div class="acts"><button type="submit">${deal ? 'Save' : 'Create deal'}</button>
                    <a role="button" class="secondary" href="${deal ? pathOf(deal.id) : listPath}">Cancel</a></div>`
        })}`
    };
}

type Text = ReturnType<typeof formView<Name>>['input'];

const customerFields = (text: Text) => html`<fieldset><legend>Customer</legend>
    ${field({ ...text('customer_name'), label: 'Customer' })}
    <div class="pair"><div>${field({ ...text('contact_name'), label: 'Contact', help: 'The offer greets the contact by this name.' })}</div>
    <div>${field({ ...text('contact_email'), label: 'Contact email', type: 'email', maxlength: 254 })}</div></div></fieldset>`;

const offerFields = (text: Text) => html`<fieldset><legend>Offer</legend>
    ${area({ ...text('scope'), label: 'Scope', help: 'The customer sees this text and its line breaks.', maxlength: 5000, rows: 6 })}
    <div class="pair"><div>${amount(text('revenue'), 'Price')}</div><div>${dayField(text('valid_until'))}</div></div>
    ${area({ ...text('terms'), label: 'Terms', help: 'Optional. Payment, delivery and the like, as the customer reads them.', maxlength: 5000, rows: 3 })}</fieldset>`;

const earningFields = (text: Text) => html`<fieldset><legend>Earnings</legend>
    <p><small>Not shown to the customer.</small></p>
    <div class="pair"><div>${amount(text('commission'), 'Commission')}</div>
    <div>${amount(text('margin_deduction'), 'Margin deduction', true)}</div>
    <div>${amount(text('referral_fee'), 'Referral fee', true)}</div></div></fieldset>`;

const amount = (input: ReturnType<Text>, label: string, optional = false) =>
    field({
        ...input,
        label,
        optional,
        maxlength: 20,
        ...(optional && { help: 'Deducted from the commission.' })
    });

function dayField({ name, value, error }: ReturnType<Text>): Html {
    return html`<label for="${name}">Valid until</label>
        <input id="${name}" name="${name}" type="date" value="${value}" aria-describedby="${name}-note" ${error !== undefined && { html: 'aria-invalid="true"' }} />
        <small id="${name}-note">${error ?? 'Last day the customer can accept. Optional.'}</small>`;
}

const valuesOf = (deal: DealRow): Record<Name, string> => ({
    ...onWire(deal, 'customerName', 'contactName', 'contactEmail', 'scope', 'terms'),
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
