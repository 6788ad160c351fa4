// One item: who asks for what, how far it is, and what happened to it.
import type { ServerRoute } from '@hapi/hapi';
import { findUserById } from '../../../db/accounts/users.ts';
import { type IntakeRow, itemFor } from '../../../db/sales/intake.ts';
import type { App } from '../../app.ts';
import { formInteger } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { pageAt } from '../../surfaces/pages/console/navigation.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { mailLink } from '../../surfaces/pages/parts/mail-link.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { sales } from '../rights.ts';
import { actsOn } from './acts.ts';
import { history } from './history.ts';
import { switches, switchFiles, switchForm } from './switches.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { intakeStates } from '../../../words/states/sales.ts';

export const itemPage = (app: App): ServerRoute =>
    consolePage<{ id: number }>(app, {
        id: 'showIntakeItem',
        path: '/intake/{id}',
        description: 'Shows one intake item.',
        scope: sales,
        params: { id: formInteger.required() },
        show: async ({ id }, visit) => showItem(visit, await itemFor(app.store.read, id, visit.actor))
    });

async function showItem(visit: PageContext, item: IntakeRow): Promise<View> {
    const acts = await actsOn(visit, item);
    return {
        title: item.title,
        mark: stateBadge(intakeStates[item.status]),
        crumbs: [{ word: 'Intake', href: '/intake' }],
        actions: acts.map(dialogButton),
        dialogs: acts,
        body: html`${switchForm(visit)}
            <section><h2>Checklist</h2>${switches(visit, item)}</section>
            <section><h2>Contact</h2>${await facts(visit, item)}</section>
            <section><h2>Message</h2>${
                item.message === ''
                    ? html`<p class="soft">No message.</p>`
                    : html`<p class="answer box">${item.message}</p>`
            }</section>
            <section><h2>History</h2>${await history(visit, item)}</section>`,
        ...switchFiles
    };
}

async function facts({ app, request }: PageContext, item: IntakeRow) {
    const clock = clockOf(app);
    const { ownerId, dealId } = item;
    const owner = ownerId === null ? undefined : await findUserById(app.store.read, ownerId);
    const deal = dealId !== null && pageAt(request.server, '/deals/{id}', { id: dealId });
    return html`<dl class="facts">
        <dt>Name</dt><dd>${item.contactName}</dd>
        <dt>Address</dt><dd>${mailLink(item.contactEmail)}</dd>
        ${item.company !== '' && html`<dt>Company</dt><dd>${item.company}</dd>`}
        <dt>Owner</dt><dd>${owner?.displayName ?? 'unassigned'}</dd>
        <dt>Received</dt><dd>${moment(item.createdAt, clock)}</dd>
        ${dealId !== null && html`<dt>Deal</dt><dd>${deal ? html`<a href="${deal}">Number ${dealId}</a>` : `Number ${dealId}`}</dd>`}</dl>`;
}
