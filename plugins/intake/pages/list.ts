// The list of items, with the checklist of each as switches in place.
import type { ServerRoute } from '@hapi/hapi';
import { activeHolders, namesById } from '../../../db/accounts/users.ts';
import { isSalesAdmin, sellers } from '../../../db/sales/deals.ts';
import { type IntakeRow, isFree, listIntake, mayWorkOn } from '../../../db/sales/intake.ts';
import type { App } from '../../app.ts';
import { pageOf } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import { addressOf, type PageContext } from '../../surfaces/pages/console/visit.ts';
import { html, type Html } from '../../surfaces/pages/layout.ts';
import { addressIn } from '../../surfaces/pages/parts/address.ts';
import type { Filter } from '../../surfaces/pages/parts/filters.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import type { Column } from '../../surfaces/pages/parts/table.ts';
import { sales, itemPath, publicFormPath } from '../rights.ts';
import { nextOf, switches, switchFiles, switchForm, takeButton } from './switches.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { intakeStates } from '../../../words/states/sales.ts';
import { labelsOf } from '../../../words/states/state.ts';
import { type AskedIntake, boxOf, intakeFilter } from '../rows.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { listView } from '../../shared/list-view.ts';

export const listPage = (app: App): ServerRoute =>
    consolePage<AskedIntake>(app, {
        id: 'showIntake',
        path: '/intake',
        description: 'Shows the intake items.',
        scope: sales,
        navigation: { word: 'Intake' },
        query: intakeFilter,
        show: (asked, visit) => showIntake(asked, visit)
    });

async function showIntake({ page, per_page, ...filter }: AskedIntake, visit: PageContext): Promise<View> {
    const { app, actor, request } = visit;
    const found = await listIntake(app.store.read, {
        worker: actor,
        ...filter,
        ...pageOf({ page, per_page })
    });
    const isFiltered = Object.keys(addressIn(request).query).length > 0;
    return {
        title: 'Intake',
        actions: html`<a role="button" href="/intake/new">New item</a>`,
        body: html`${switchForm(visit)}
            ${listView(visit, {
                found,
                asked: { page, per_page },
                choices: await choicesFor(visit),
                none: isFiltered ? noneLikeThat : nothingYet,
                caption: 'Intake',
                columns: await columnsFor(visit, found.items),
                href: ({ id }) => itemPath(id),
                sorted: '-added',
                pick: {
                    address: addressIn(request),
                    isAll: request.query['pick'] === 'all',
                    form: {},
                    boxOf
                },
                around: (table) => picking(visit, table, filter.status)
            })}
            ${isSalesAdmin(actor) && embedding(app)}`,
        ...switchFiles
    };
}

/** What can be done with the selected items, where it is of use in this state. Its first button takes Enter on a box. */
function picking(visit: PageContext, table: Html, status: IntakeRow['status'] | undefined) {
    const { rest } = visit.app.config.paths;
    const button = (way: 'spam' | 'restore', word: string) =>
        html`<button type="submit" class="secondary" formaction="${rest}/intake/${way}">${word}</button>`;
    return postForm(visit, {
        to: { rest: '/intake/spam' },
        fields: { back: addressOf(visit.request) },
        body: html`${table}<button type="submit" disabled hidden></button><div class="bulk"><strong>selected</strong><div class="acts">
            ${(status === undefined || status === 'intake_open') && button('spam', 'Mark as spam')}
            ${status !== 'intake_open' && status !== 'intake_converted' && button('restore', 'Restore')}</div></div>`
    });
}

const noneLikeThat = 'No items match these filters. Clear the filters to see all items.';
const nothingYet = 'No enquiries yet. New ones appear here until you create a deal or close them.';

async function choicesFor({ app, actor }: PageContext): Promise<Filter[]> {
    const text = { name: 'q', label: 'Text', placeholder: 'Title, company or contact' };
    const state = { name: 'status', label: 'State', options: labelsOf(intakeStates) };
    const whose = (named: [string, string][] = []): Filter => ({
        name: 'owner',
        label: 'Owner',
        options: [['me', 'Me'], ['nobody', 'Unassigned'], ...named]
    });
    if (!isSalesAdmin(actor)) return [text, state, whose()];
    const others = (await activeHolders(app.store.read, ...sellers)).filter(({ id }) => id !== actor.id);
    return [text, state, whose(others.map(({ id, displayName }) => [String(id), displayName]))];
}

async function columnsFor(visit: PageContext, items: readonly IntakeRow[]): Promise<Column<IntakeRow>[]> {
    const { app, actor } = visit;
    const clock = clockOf(app);
    const names = await namesById(
        app.store.read,
        items.map(({ ownerId }) => ownerId ?? 0)
    );
    const next = (item: IntakeRow) => {
        if (isFree(item)) return takeButton(visit, item, 'take secondary');
        if (item.dealId !== null) return html`<a href="/deals/${item.dealId}">Deal ${item.dealId}</a>`;
        return item.status === 'intake_open' && nextOf(item);
    };
    return [
        { title: 'What', cell: ({ title }) => title },
        { title: 'Who', cell: ({ company, contactName }) => company || contactName, minor: true },
        { title: 'State', cell: ({ status }) => stateBadge(intakeStates[status]) },
        {
            title: 'Owner',
            cell: ({ ownerId }) => (ownerId === null ? html`<em>Not assigned</em>` : names.get(ownerId)),
            minor: true
        },
        { title: 'Next', cell: next },
        { title: 'Checklist', cell: (item) => mayWorkOn(item, actor) && switches(visit, item), minor: true },
        { title: 'Received', cell: ({ createdAt }) => moment(createdAt, clock), sort: 'added', minor: true }
    ];
}

/** What is pasted into a page of the site. */
const snippetOf = (address: string) =>
    `<iframe src="${address}" title="Contact form" width="100%" height="920" loading="lazy"></iframe>`;

/** How the public form gets onto a page of one's own site. */
function embedding({ config: { baseUrl, intakeFrameOrigins } }: App): Html {
    const address = baseUrl + publicFormPath;
    const who =
        intakeFrameOrigins.length === 0
            ? html`<p><strong>No website can embed this form yet.</strong> Add your site to the setting
                <code>INTAKE_FRAME_ORIGINS</code>, such as <code>https://www.example.com</code>, and restart the service.</p>`
            : html`<p>Only pages of ${intakeFrameOrigins.join(', ')} can embed this form (setting <code>INTAKE_FRAME_ORIGINS</code>).</p>`;
    return html`<details class="embed"><summary>Embed this form</summary>
        <p>Anyone can send a request at <a href="${publicFormPath}">${address}</a>. Link to it, or paste this code into your
            website. Items sent this way have no owner until you assign one.</p>
        <pre tabindex="0"><code>${snippetOf(address)}</code></pre>${who}</details>`;
}
