// The search of the header: sages, candidates, deals, enquiries, emails, jobs and people, of those that the user may read.
import { managedSages } from '../db/screens/access.ts';
import { searchDeals } from '../db/sales/deal-list.ts';
import { mostFound, searchSages, searchScreens, searchUsers } from '../db/council/search.ts';
import { listMails } from '../db/jobs/mails.ts';
import { listIntake } from '../db/sales/intake.ts';
import { listJobs } from '../db/support/listing.ts';
import { emailStates, jobStatuses } from '../words/states/jobs.ts';
import { dealStates, intakeStates } from '../words/states/sales.ts';
import { describeEmail } from './shared/mail-words.ts';
import { feature } from './app.ts';
import { council } from './surfaces/auth/capability-sets.ts';
import { may } from './surfaces/auth/requester.ts';
import { viewerOf } from './shared/viewer.ts';
import { oneLine } from './surfaces/http/fields.ts';
import { pageAt } from './surfaces/pages/console/navigation.ts';
import { consolePage } from './surfaces/pages/console/page.ts';
import type { PageContext } from './surfaces/pages/console/visit.ts';
import { html, type Part } from './surfaces/pages/layout.ts';
import { addressWith } from './surfaces/pages/parts/address.ts';
import { emptyState } from './surfaces/pages/parts/empty.ts';
import { clockOf, moment } from './surfaces/pages/parts/moment.ts';
import { table } from './surfaces/pages/parts/table.ts';

export const search = feature('search', ['auth', 'form-posts'], (app) => [
    consolePage<{ q: string }>(app, {
        id: 'showSearch',
        path: '/search',
        description: 'Finds sages, candidates, deals, enquiries, emails, jobs and people.',
        query: { q: oneLine(200).trim().allow('').default('') },
        show: async ({ q }, visit) => ({ title: 'Search', body: await found(q, visit) })
    })
]);

async function found(text: string, visit: PageContext) {
    if (text === '') return emptyState({ says: 'Search by name, email address or ID.' });
    const groups = [...(await ofCouncil(text, visit)), ...(await ofOthers(text, visit))].filter(
        ({ rows }) => rows.length > 0
    );
    if (groups.length === 0)
        return emptyState({
            says: `No results for “${text}” among the items you can access. To find older items, type the start of the name.`
        });
    return html`${groups.map((group) => section(group))}`;
}

interface Group {
    title: string;
    rows: readonly Row[];
}

interface Row {
    name: string;
    about: Part;
    href: string | undefined;
    when: Part;
}

const columns = [
    { title: 'Name', cell: ({ name }: Row) => name },
    { title: 'What', cell: ({ about }: Row) => about },
    { title: 'When', cell: ({ when }: Row) => when, minor: true }
];

const section = ({ title, rows }: Group) => html`<section><h2>${title}</h2>
    ${table({ caption: title, columns, rows, href: ({ href }) => href })}
    ${rows.length === mostFound && html`<p><small>Showing the newest ${mostFound}. Type more to narrow the search.</small></p>`}</section>`;

const ofCustomer = (customer: string) => addressWith({ path: '/deals', query: {} }, { customer });

const inWords = (status: string) => status.replace(/^ss_/, '').replaceAll('_', ' ');

async function ofCouncil(text: string, { app, actor, request: { server } }: PageContext): Promise<Group[]> {
    const { read } = app.store;
    const viewer = viewerOf(app, actor);
    const clock = clockOf(app);
    const ofSages = may(actor, ...council) ? await searchSages(read, viewer, text) : [];
    const ofScreens = may(actor, 'council_screen')
        ? await searchScreens(read, await managedSages(read, viewer), text)
        : [];
    return [
        {
            title: 'Sages',
            rows: ofSages.map(({ id, name, status, updatedAt }) => ({
                name,
                about: inWords(status),
                href: pageAt(server, '/sages/{id}', { id }),
                when: moment(updatedAt, clock)
            }))
        },
        {
            title: 'Candidates',
            rows: ofScreens.map(({ id, candidateName, candidateEmail, status, createdAt }) => ({
                name: candidateName,
                about: html`${inWords(status)}, ${candidateEmail} · <a href="/screens/${id}/data">Candidate data</a>`,
                href: pageAt(server, '/screens/{id}', { id }),
                when: moment(createdAt, clock)
            }))
        }
    ];
}

async function ofOthers(text: string, { app, actor, request: { server } }: PageContext): Promise<Group[]> {
    const { read } = app.store;
    const clock = clockOf(app);
    const found = { limit: mostFound, offset: 0 };
    const isSeller = may(actor, 'ss_sales', 'ss_sales_admin', 'ss_admin_all');
    const isSupport = may(actor, 'ss_admin_all', 'ss_support');
    const ofDeals = isSeller ? await searchDeals(read, actor, text, mostFound) : [];
    const ofIntake = isSeller ? (await listIntake(read, { worker: actor, q: text, ...found })).items : [];
    const ofMails = isSupport ? (await listMails(read, { text, ...found })).items : [];
    const ofJobs = isSupport ? (await listJobs(read, { text, ...found })).items : [];
    const ofPeople = may(actor, 'ss_admin_all') ? await searchUsers(read, text) : [];
    return [
        {
            title: 'Deals',
            rows: ofDeals.map(({ id, customerName, status, updatedAt, count }) => ({
                name: customerName,
                about: count > 1 ? `${count} deals` : dealStates[status].en.label,
                href: count > 1 ? ofCustomer(customerName) : pageAt(server, '/deals/{id}', { id }),
                when: moment(updatedAt, clock)
            }))
        },
        {
            title: 'Enquiries',
            rows: ofIntake.map(({ id, title, contactName, status, createdAt }) => ({
                name: title,
                about: `${intakeStates[status].en.label}, ${contactName}`,
                href: pageAt(server, '/intake/{id}', { id }),
                when: moment(createdAt, clock)
            }))
        },
        {
            title: 'Emails',
            rows: ofMails.map((mail) => ({
                name: describeEmail(mail),
                about: `${emailStates[mail.state].en.label}, ${mail.toEmail}`,
                href: pageAt(server, '/jobs/mails/{id}', { id: mail.id }),
                when: moment(mail.createdAt, clock)
            }))
        },
        {
            title: 'Jobs',
            rows: ofJobs.map(({ id, task, state, createdAt }) => ({
                name: Object.hasOwn(app.tasks, task) ? app.tasks[task].label : task,
                about: jobStatuses[state].en.label,
                href: pageAt(server, '/jobs/{id}', { id }),
                when: moment(createdAt, clock)
            }))
        },
        {
            title: 'People',
            rows: ofPeople.map(({ id, displayName, email, role, createdAt }) => ({
                name: displayName,
                about: `${inWords(role)}, ${email}`,
                href: pageAt(server, '/people/{id}', { id }),
                when: moment(createdAt, clock)
            }))
        }
    ];
}
