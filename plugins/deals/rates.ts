// The commission rates: over JSON, and on a page that sets them; and what a rate makes of a price, in words.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { commissionOf, type DealMoney, fromCents, toCents } from '../../db/sales/commissions.ts';
import { type DealRow, isSalesAdmin } from '../../db/sales/deals.ts';
import { listRates, type Rate, rateOn, setRate } from '../../db/sales/rates.ts';
import type { App } from '../app.ts';
import { formView } from '../shared/form-view.ts';
import { money } from '../shared/money.ts';
import { onWire, type Wire } from '../shared/wire.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { typed } from '../surfaces/http/bodies/typed.ts';
import { day } from '../surfaces/http/fields.ts';
import { anyText, messageOnly, several, wholeId } from '../surfaces/http/response-fields.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import { consolePage } from '../surfaces/pages/console/page.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { calendarDay, dayIn } from '../surfaces/pages/dates.ts';
import { dayField, field, select } from '../surfaces/pages/form-controls.ts';
import { html } from '../surfaces/pages/layout.ts';
import { emptyState } from '../surfaces/pages/parts/empty.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { type Column, table } from '../surfaces/pages/parts/table.ts';
import { rest } from '../surfaces/rest.ts';
import { amountIn } from './form-body.ts';
import { repOptions } from './pages/reps.ts';
import { ratesPath, sales, salesAdmins } from './rights.ts';

/** What is wrong with a field of the form. */
const words = {
    rep_id: 'Choose a rep.',
    valid_from: 'Choose a day.',
    rate: 'Enter a percentage from 0 to 100, such as 10 or 7.5.'
};

const rate = money.max(100).required().description('Percent of the price.');
const path = '/commission-rates';

export const ratesRoutes = (app: App): ServerRoute[] => [
    rest(app, {
        name: 'listCommissionRates',
        method: 'GET',
        path,
        summary: 'Lists the commission rates of the reps. Without ss_sales_admin, only your own.',
        scope: sales,
        response: { items: several(Joi.object({ rep_id: wholeId, valid_from: anyText, rate })) },
        run: async (_, seller) => ({ items: (await listRates(app.store.read, seller)).map(rateOf) })
    }),
    rest<Wire<Rate>>(app, {
        name: 'setCommissionRate',
        method: 'POST',
        path,
        summary: 'Sets the commission rate of a rep from a day on. It replaces one of the same day.',
        scope: salesAdmins,
        formPost: { backTo: () => ratesPath, keeps: Object.keys(words) },
        bodyOfForm: ({ rep_id, ...form }) => ({
            rep_id: Number(rep_id),
            valid_from: typed(form, 'valid_from'),
            rate: amountIn(typed(form, 'rate'), '%')
        }),
        body: { rep_id: Joi.number().integer().positive().required(), valid_from: day.required(), rate },
        response: messageOnly,
        run: async ({ rep_id: repId, valid_from: validFrom, rate }, _, request) => {
            const set = { repId, validFrom, rate: toCents(rate) };
            await app.store.write((tx) => setRate(tx, set, actBy(app, request)));
            return { message: 'Rate set.' };
        }
    }),
    consolePage(app, {
        id: 'showCommissionRates',
        path: ratesPath,
        description: 'Shows the commission rates of the reps, and sets them.',
        scope: sales,
        show: showRates
    })
];

const rateOf = (one: Rate) => ({ ...onWire(one, 'repId', 'validFrom'), rate: fromCents(one.rate) });

const columns: Column<Awaited<ReturnType<typeof listRates>>[number]>[] = [
    { title: 'Rep', cell: ({ name }) => name },
    { title: 'Commission', cell: ({ rate }) => shareWords(rate) },
    { title: 'Valid from', cell: ({ validFrom }) => dayIn('UTC', Date.parse(validFrom)) }
];

async function showRates(_: object, visit: PageContext): Promise<View> {
    const { app, actor, flash } = visit;
    const rates = await listRates(app.store.read, actor);
    const today = calendarDay(app.zone.name(), app.now());
    const { past, valid } = Object.groupBy(rates, ({ repId }, n) => {
        const next = rates[n - 1]; // of the same rep the latest first
        return next?.repId === repId && next.validFrom <= today ? 'past' : 'valid';
    });
    const { problem, input } = formView(flash, { words, values: { valid_from: today, ...flash?.typed } });
    return {
        title: 'Commission rates',
        crumbs: [{ word: 'Commissions', href: '/commissions' }],
        narrow: true,
        styles: ['deals.css'],
        problem,
        body: html`<p>A deal has the rate of the day on which it was created. Its rep can enter another commission.</p>
            ${valid ? table({ caption: 'Commission rates', columns, rows: valid }) : emptyState({ says: 'No rates yet. Enter the commission of each deal.' })}
            ${past && html`<details class="fold"><summary>Past rates</summary>${table({ caption: 'Past rates', columns, rows: past })}</details>`}
            ${isSalesAdmin(actor) && postForm(visit, { to: { rest: path }, body: await fields(app, input) })}`
    };
}

async function fields({ store }: App, input: ReturnType<typeof formView<keyof typeof words>>['input']) {
    const reps = await repOptions(store.read);
    const help = 'For deals that are created from this day on. It replaces a rate of the same day.';
    return html`<fieldset><legend>Set a rate</legend>${select({ ...input('rep_id'), label: 'Rep', options: [['', 'Choose a rep'], ...reps] })}
        <div class="pair"><div>${field({ ...input('rate'), label: 'Percent of the price', maxlength: 20 })}</div>
        <div>${dayField({ ...input('valid_from'), label: 'Valid from', help })}</div></div></fieldset><button type="submit">Set rate</button>`;
}

/** A rate in words. */
export const shareWords = (rate: number) => `${fromCents(rate)}% of the price`;

/** The rate for a deal of this rep that was created at this moment; undefined where there is none. */
export const rateFor = ({ store, zone }: App, { repId, createdAt }: Pick<DealRow, 'repId' | 'createdAt'>) =>
    rateOn(store.read, repId, calendarDay(zone.name(), createdAt));

/** What a rate makes of the price of a deal, and how far its commission is from that. */
export function formulaWords(rate: number, deal: DealMoney, price: (cents: number) => string) {
    const due = commissionOf(deal.revenue, rate);
    const more = deal.commission - due;
    const says = `${fromCents(rate)}% of ${price(deal.revenue)} is ${price(due)}.`;
    const differs = `The commission of this deal is ${price(Math.abs(more))} ${more > 0 ? 'higher' : 'lower'}.`;
    return more === 0 ? says : `${says} ${differs}`;
}
