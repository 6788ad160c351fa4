// The credits of the installation: the balance, every entry, and granting more.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { account, credits as ledger, grantMore, listCredits, credits } from '../../db/accounts/credits.ts';
import { findUserById, namesById } from '../../db/accounts/users.ts';
import { creditEntries } from '../../words/states/accounts.ts';
import { labelsOf } from '../../words/states/state.ts';
import type { App } from '../app.ts';
import { creditReaders } from '../surfaces/auth/capability-sets.ts';
import { auditActorOf, may } from '../surfaces/auth/requester.ts';
import {
    count,
    maybeId,
    maybeText,
    messageOnly,
    moment,
    oneOf,
    wholeId
} from '../surfaces/http/response-fields.ts';
import {
    listOf,
    oneLine,
    pageOf,
    viewPage,
    formInteger,
    type Paging,
    paging
} from '../surfaces/http/fields.ts';
import { pluralize } from '../surfaces/pages/parts/count.ts';
import { rest } from '../surfaces/rest.ts';
import { typed } from '../surfaces/http/bodies/typed.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import { consolePage } from '../surfaces/pages/console/page.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { creditColumns } from '../shared/credits-view.ts';
import { field } from '../surfaces/pages/form-controls.ts';
import { html } from '../surfaces/pages/layout.ts';
import { addressIn, addressWith } from '../surfaces/pages/parts/address.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { peopleTabs } from '../shared/people-view.ts';
import { clockOf } from '../surfaces/pages/parts/moment.ts';
import { listView } from '../shared/list-view.ts';
import { onWire } from '../shared/wire.ts';
import { formView } from '../shared/form-view.ts';

export const creditRoutes = (app: App): ServerRoute[] => [showRoute(app), grantRoute(app), creditsPage(app)];

const balance = { balance: count, held: count, available: count };

const showRoute = (app: App): ServerRoute =>
    rest<AskedEntries>(app, {
        name: 'getCredits',
        method: 'GET',
        path: '/credits',
        summary: 'Returns the balance of the credits, and lists the entries of their ledger, newest first.',
        scope: creditReaders,
        query: entryFilter,
        response: { ...balance, ...listOf(entry) },
        run: async ({ page, per_page, ...filter }) => {
            const { read } = app.store;
            const found = await listCredits(read, { ...filter, ...pageOf({ page, per_page }) });
            return { ...(await account(read)), ...viewPage(found, entryOf) };
        }
    });

const grantRoute = (app: App): ServerRoute =>
    rest<{ amount: number; reason: string }>(app, {
        name: 'grantCredits',
        method: 'POST',
        path: '/credits',
        summary: 'Adds credits to the account.',
        scope: ['ss_admin_all'],
        formPost: { backTo: () => '/people/credits', keeps: ['amount', 'reason'] },
        bodyOfForm: (form) => ({ amount: Number(typed(form, 'amount')), reason: form['reason'] }),
        body: {
            amount: Joi.number().integer().min(1).max(1_000_000).required(),
            reason: oneLine(500).trim().required()
        },
        status: 201,
        response: messageOnly,
        async run({ amount, reason }, { id: userId }, request) {
            const grant = { amount, reason, by: auditActorOf(request), userId, at: app.now() };
            await app.store.write((tx) => grantMore(tx, grant));
            return { message: `${pluralize(amount, 'credit')} added.` };
        }
    });

const entry = {
    id: wholeId,
    kind: oneOf(...ledger.kind.enumValues),
    reference: Joi.string().required(),
    amount: Joi.number().integer().required().description('The change of the balance.'),
    hold: Joi.number().integer().required().description('The change of the held credits.'),
    reason: maybeText,
    by: maybeId,
    at: moment
};

type Entry = Awaited<ReturnType<typeof listCredits>>['items'][number];

const entryOf = (row: Entry) =>
    onWire(row, 'id', 'kind', 'reference', 'amount', 'hold', 'reason', 'by', 'at');

/** The page of the credits: what there is, every entry, and granting more. */
const creditsPage = (app: App): ServerRoute =>
    consolePage<AskedEntries>(app, {
        id: 'showCredits',
        path: '/people/credits',
        description: 'Shows the balance of the credits and every entry.',
        scope: creditReaders,
        query: entryFilter,
        show: (asked, visit) => showCredits(asked, visit)
    });

async function showCredits({ page, per_page, ...filter }: AskedEntries, visit: PageContext): Promise<View> {
    const { app, actor, request } = visit;
    const { read } = app.store;
    const clock = clockOf(app);
    const found = await listCredits(read, { ...filter, ...pageOf({ page, per_page }) });
    const form = formView(visit.flash, { words });
    const whose = filter.by === undefined ? undefined : await findUserById(read, filter.by);
    const names = await namesById(
        read,
        found.items.map(({ by }) => by ?? 0)
    );
    return {
        title: 'Credits',
        tabs: peopleTabs(visit),
        problem: form.problem,
        body: html`${inWords(await account(read))}
            ${may(actor, 'ss_admin_all') && grantForm(visit, form)}
            <section><h2>Every entry</h2>
            ${whose && html`<p>Showing entries by ${whose.displayName}. <a href="${addressWith(addressIn(request), { by: undefined, page: undefined })}">Show all</a></p>`}
            ${listView(visit, {
                found,
                asked: { page, per_page },
                choices: [{ name: 'kind', label: 'What', options: labelsOf(creditEntries) }],
                none: 'No entries match these filters.',
                caption: 'Credits',
                columns: [...creditColumns(clock), byColumn(names)]
            })}</section>`
    };
}

type Entries = Awaited<ReturnType<typeof listCredits>>['items'];

const byColumn = (names: ReadonlyMap<number, string>) => ({
    title: 'Who',
    cell: ({ by }: Entries[number]) => (by === null ? '–' : (names.get(by) ?? '–')),
    minor: true
});

function inWords({ available, held }: Awaited<ReturnType<typeof account>>) {
    const aside = held > 0 && `, and ${held} reserved for running builds`;
    return html`<p><strong>${available}</strong> available${aside}.</p>`;
}

const words = {
    amount: 'Enter a whole number of 1 or more.',
    reason: 'Enter a reason in one line.'
};

function grantForm(visit: PageContext, { input }: ReturnType<typeof formView<keyof typeof words>>) {
    return html`<section><h2>Add credits</h2>${postForm(visit, {
        to: { rest: '/credits' },
        body: html`${field({ ...input('amount'), label: 'Number of credits', maxlength: 7 })}
            ${field({ ...input('reason'), label: 'Reason', help: 'Shown in the list of entries.', maxlength: 500 })}
            <button type="submit">Add credits</button>`
    })}</section>`;
}

/** Which entries of the credits, in JSON and on the page. */
const entryFilter = {
    by: formInteger.empty(''),
    kind: Joi.string()
        .empty('')
        .valid(...credits.kind.enumValues),
    ...paging
};

interface AskedEntries extends Paging {
    by?: number;
    kind?: (typeof credits.kind.enumValues)[number];
}
