// The emails: their list, one of them, and resending it.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { sendAgain, getMail, isPastUse, mayReaddress } from '../../db/support/mail-actions.ts';
import type { App } from '../app.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { emailAddress, uuid, pageOf, type Paging, paging, shortText } from '../surfaces/http/fields.ts';
import { oneOf, uuidText } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { supportScope, jobTabs } from './pages/links.ts';
import { attemptsOf } from '../../db/jobs/attempts.ts';
import type { JobRow } from '../../db/jobs/ledger.ts';
import { deliveriesOf } from '../../db/jobs/deliveries.ts';
import { isOver } from '../../db/support/mail-subjects.ts';
import { type MailRow, listMails, mails } from '../../db/jobs/mails.ts';
import { listFailedMails } from '../../db/support/failed-mails.ts';
import { findDeal } from '../../db/sales/deals.ts';
import { emailStates } from '../../words/states/jobs.ts';
import { dealStates } from '../../words/states/sales.ts';
import { labelsOf } from '../../words/states/state.ts';
import { describeEmail } from '../shared/mail-words.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import { live } from '../surfaces/pages/console/live.ts';
import { consolePage } from '../surfaces/pages/console/page.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { field } from '../surfaces/pages/form-controls.ts';
import { html, type Part } from '../surfaces/pages/layout.ts';
import { clockOf, moment, type Clock } from '../surfaces/pages/parts/moment.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { stateBadge } from '../surfaces/pages/parts/badge.ts';
import { preview } from '../surfaces/pages/parts/preview.ts';
import type { Column } from '../surfaces/pages/parts/table.ts';
import { isDelayed } from './rows.ts';
import { attemptList, mailBadge, wrongWithMail } from './pages/words.ts';
import { listView } from '../shared/list-view.ts';
import { formView } from '../shared/form-view.ts';

interface Again {
    id: string;
    email?: string;
}

export const sendAgainRoute = (app: App): ServerRoute =>
    rest<Again>(app, {
        name: 'sendMailAgain',
        method: 'POST',
        path: '/admin/mails/{id}/send',
        summary: 'Resends a failed email, optionally to another address. Its Message-ID stays the same.',
        scope: supportScope,
        params: { id: uuid.required() },
        body: { email: emailAddress },
        also: [404, 409],
        formPost: {
            backTo: ({ id }) => `/jobs/mails/${encodeURIComponent(String(id))}`,
            says: 'Email queued again.',
            keeps: ['email']
        },
        bodyOfForm: ({ email }) => (email === undefined ? {} : { email }),
        response: { mail: Joi.object({ id: uuidText, state: oneOf('queued') }).required() },
        async run({ id, email }, _, request) {
            const act = { ...actBy(app, request), tasks: app.tasks };
            const { state } = await app.store.write((tx) => sendAgain(tx, id, { ...act, email }));
            return { mail: { id, state } };
        }
    });

export const mailPage = (app: App): ServerRoute =>
    consolePage<{ id: string }>(app, {
        id: 'showMail',
        path: '/jobs/mails/{id}',
        description: 'Shows an email and its delivery.',
        params: { id: uuid.required() },
        scope: supportScope,
        show: async ({ id }, visit) => showMail(visit, await getMail(app.store.read, id))
    });

async function showMail(visit: PageContext, mail: MailRow): Promise<View> {
    const { app, request } = visit;
    const { read } = app.store;
    const job = (await deliveriesOf(read, [mail.id])).get(mail.id);
    const attempts = job ? await attemptsOf(read, job.id) : [];
    const mayGo = mayGoAgain(mail, job) && !(await isOver(read, mail, app.now()));
    const part = live({
        id: 'mail',
        path: request.path,
        isRunning: mail.state === 'queued' && !(job && isDelayed(job)),
        body: html`${facts(visit, mail, job)}`
    });
    const { problem, input } = formView(visit.flash, {
        words: { email: 'Check the email address.' },
        values: { email: mail.toEmail, ...visit.flash?.typed }
    });
    return {
        title: describeEmail(mail),
        mark: mailBadge(mail, job),
        crumbs: [{ word: 'Email', href: '/jobs/mails' }],
        problem,
        body: html`${part.html}${await dealOf(visit, mail)}${mayGo && again(visit, mail, input('email'))}
            ${attemptList(attempts, clockOf(app))}${await letter(visit, mail)}
            <p><a href="/audit?target=mail:${mail.id}">Activity</a></p>`,
        live: [part]
    };
}

/** Where a customer's offer is, without its numbers. */
async function dealOf({ app }: PageContext, { about }: MailRow) {
    const deal = 'dealId' in about && (await findDeal(app.store.read, about.dealId));
    return (
        deal &&
        html`<p>Deal ${deal.id} ${stateBadge(dealStates[deal.status])} <a href="/audit?target=deal:${deal.id}">Activity of the deal</a></p>`
    );
}

const mayGoAgain = (mail: MailRow, job: JobRow | undefined) =>
    mail.toEmail !== '' &&
    !isPastUse(mail, job) &&
    (mail.state === 'dead' || (mail.state === 'queued' && job !== undefined && isDelayed(job)));

function facts({ app }: PageContext, mail: MailRow, job: JobRow | undefined) {
    const clock = clockOf(app);
    const lines: [string, Part][] = [
        ['To', mail.toEmail === '' ? 'erased' : `${mail.toName} <${mail.toEmail}>`.trim()],
        ['Error', wrongWithMail(mail, job)],
        ['Created', moment(mail.createdAt, clock)],
        ['Sent', mail.sentAt !== null && moment(mail.sentAt, clock)],
        [
            'Not before',
            job?.startedAt === null && (job.notBefore ?? 0) > clock.now && moment(job.notBefore ?? 0, clock)
        ],
        ['Next attempt', job?.startedAt === null && job.retryAt !== null && moment(job.retryAt, clock)],
        [
            'Job',
            job &&
                html`<a href="/jobs/${job.id}">${job.tries} ${job.tries === 1 ? 'attempt' : 'attempts'}</a>`
        ]
    ];
    return html`<dl class="facts">${lines.map(([word, said]) => said !== undefined && said !== false && html`<dt>${word}</dt><dd>${said}</dd>`)}</dl>`;
}

/** The address of an account is changed in the account: here it could be given away. */
function again(
    visit: PageContext,
    mail: MailRow,
    input: ReturnType<ReturnType<typeof formView<'email'>>['input']>
) {
    const mayChange = mayReaddress(mail);
    const address = field({
        ...input,
        label: 'Email address',
        type: 'email',
        maxlength: 254
    });
    return html`<section><h2>Resend email</h2>
        ${!mayChange && html`<p>This account email goes to ${mail.toEmail}. If the address is wrong, change it in the account.</p>`}
        ${postForm(visit, {
            to: { rest: `/admin/mails/${mail.id}/send` },
            body: html`${mayChange && address}<button type="submit">Resend email</button>`
        })}</section>`;
}

/** With invalid links, and without what is looked up: a link is for its recipient alone, a price for who may see the deal. */
async function letter({ app }: PageContext, mail: MailRow) {
    const { subject, text, html: written } = await app.readMail(mail);
    return html`<section><h2>${subject}</h2>
        <p>Private links are replaced by <code>not-shown</code>. Names and prices that are filled in when it is sent are left out.</p>
        ${preview(written.slice(written.indexOf('<body')))}
        <details><summary>As plain text</summary><pre>${text}</pre></details></section>`;
}

interface Query extends Paging {
    state?: MailRow['state'] | 'failed';
    q?: string;
}

/** The emails: recipient, state, and the response of the mail server. */
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
    const { app } = visit;
    const { read } = app.store;
    const search = { text, ...pageOf(paging) };
    const found =
        state === 'failed'
            ? await listFailedMails(read, { ...search, at: app.now() })
            : await listMails(read, { state, ...search });
    const deliveries = await deliveriesOf(
        read,
        found.items.map(({ id }) => id)
    );
    return {
        title: 'Email',
        tabs: jobTabs(visit),
        body: listView(visit, {
            found,
            asked: paging,
            choices,
            none: 'No emails match these filters.',
            caption: 'Emails',
            columns: columnsOf(deliveries, clockOf(app)),
            href: ({ id }) => `/jobs/mails/${id}`
        })
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
        cell: (mail) => mail.state !== 'kept' && wrongWithMail(mail, deliveries.get(mail.id)), // its state says it
        minor: true
    }
];
