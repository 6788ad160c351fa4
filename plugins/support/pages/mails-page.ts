// The emails: recipient, state, and the response of the mail server.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { JobRow } from '../../../db/jobs/ledger.ts';
import { listFailedMails } from '../../../db/support/failed-mails.ts';
import { deliveriesOf } from '../../../db/jobs/deliveries.ts';
import { listMails, type MailRow, mails } from '../../../db/jobs/mails.ts';
import { emailStates } from '../../../words/states/jobs.ts';
import { labelsOf } from '../../../words/states/state.ts';
import type { App } from '../../app.ts';
import { describeEmail } from '../../shared/mail-words.ts';
import { pageOf, type Paging, paging, shortText } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { addressIn } from '../../surfaces/pages/parts/address.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { filters } from '../../surfaces/pages/parts/filters.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { pager } from '../../surfaces/pages/parts/pager.ts';
import { type Column, table } from '../../surfaces/pages/parts/table.ts';
import { mailBadge, wrongWithMail } from './mail-words.ts';
import { jobTabs, supportScope } from './view.ts';

interface Query extends Paging {
    state?: MailRow['state'] | 'failed';
    q?: string;
}

export const mailsPage = (app: App): ServerRoute =>
    consolePage<Query>(app, {
        id: 'showMails',
        path: '/jobs/mails',
        description: 'Shows the emails and their states.',
        scope: supportScope,
        query: { state: Joi.valid(...Object.keys(stateWords)), q: shortText, ...paging },
        show: showMails
    });

/** `failed`: the emails that were not sent and can still be sent. */
const stateWords = { ...labelsOf(emailStates, mails.state.enumValues), failed: 'Not delivered' };

async function showMails({ state, q: text, ...paging }: Query, visit: PageContext): Promise<View> {
    const { app, request } = visit;
    const { read } = app.store;
    const address = addressIn(request);
    const search = { text, ...pageOf(paging) };
    const found =
        state === 'failed'
            ? await listFailedMails(read, { ...search, at: app.now() })
            : await listMails(read, { state, ...search });
    const deliveries = await deliveriesOf(
        read,
        found.items.map(({ id }) => id)
    );
    const list = table({
        caption: 'Emails',
        columns: columnsOf(deliveries, clockOf(app)),
        rows: found.items,
        href: ({ id }) => `/jobs/mails/${id}`,
        address
    });
    return {
        title: 'Email',
        tabs: jobTabs(visit),
        body: html`${filters(address, choices)}
            ${found.items.length === 0 ? emptyState({ says: 'No emails match these filters.' }) : list}
            ${pager({ ...found, ...paging, address, shown: found.items.length })}`
    };
}

const choices = [
    { name: 'state', label: 'State', options: stateWords },
    { name: 'q', label: 'Address', placeholder: 'start of the address' }
] as const;

const columnsOf = (deliveries: ReadonlyMap<string, JobRow>, clock: Clock): Column<MailRow>[] => [
    { title: 'Email', cell: describeEmail },
    { title: 'State', cell: (mail) => mailBadge(mail, deliveries.get(mail.id)) },
    { title: 'To', cell: ({ toEmail }) => toEmail || 'erased', minor: true },
    { title: 'Created', cell: ({ createdAt }) => moment(createdAt, clock) },
    { title: 'Attempts', cell: ({ id }) => deliveries.get(id)?.tries ?? 0, number: true, minor: true },
    {
        title: 'Error',
        cell: (mail) => wrongWithMail(mail, deliveries.get(mail.id)) ?? '',
        minor: true
    }
];
