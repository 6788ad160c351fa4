// A list of candidates before they are invited: who, what it costs, and what is wrong by line and column.
import { addressOf } from '../../../db/screens/invitations.ts';
import type { Candidate } from '../../../db/screens/lists.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { tick } from '../../surfaces/pages/form-controls.ts';
import type { Placed } from '../../surfaces/http/bodies/csv.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { badge } from '../../surfaces/pages/parts/badge.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import type { Fault, Invitees } from './invitees.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';

/** A longer list is not read; the errors are fixed in the file anyway. */
const mostFaults = 50;

export function faultList({ faults, people }: Invitees): Html {
    const more = faults.length - mostFaults;
    const count = pluralize(faults.length, 'problem');
    return html`<section><h2>${count} in this list. No one was invited.</h2>
        ${table<Fault>({
            caption: 'Problems by line and column',
            rows: faults.slice(0, mostFaults),
            columns: [
                { title: 'Line', cell: ({ line }) => line, number: true },
                { title: 'Column', cell: ({ column }) => column },
                { title: 'Problem', cell: ({ says }) => says }
            ]
        })}
        ${more > 0 && html`<p>And ${more} more.</p>`}
        <p>Rows without a problem: ${people.length}. Fix the list and upload it again.</p></section>`;
}

interface Preview {
    sage: { id: number; name: string };
    list: Invitees;
    /** Addresses that the sage has invited at any time. */
    known: ReadonlySet<string>;
    available: number;
    key: string;
    again: boolean;
}

/** The list as it will be sent. */
export function preview(visit: PageContext, { sage, list, known, available, key, again }: Preview): Html {
    const { people, unread } = list;
    const { credits, days } = visit.app.config.screens;
    const isKnown = ({ row }: Placed<Candidate>) => known.has(addressOf(row));
    const fresh = people.filter((one) => !isKnown(one)).length;
    const before = people.length - fresh;
    const cost = (again ? people.length : fresh) * credits;
    const lacking = fresh * credits - available;
    const mayGoOn = lacking <= 0 && people.length > 0;
    return html`<section><h2>${pluralize(fresh, 'candidate')} for ${sage.name}</h2>
        <p>We email each candidate a personal link. They have ${days} days to start. Cost: <strong>${cost} of ${available}
            credits</strong>.${before > 0 && ` ${pluralize(before, 'candidate')} of the list ${before === 1 ? 'was' : 'were'} invited before and ${before === 1 ? 'is' : 'are'} left out.`}
            ${unread.length > 0 && html`<br /><small>Ignored columns: ${unread.join(', ')}.</small>`}</p>
        ${lacking > 0 && html`<p class="problem">Not enough credits: ${lacking} more needed.</p>`}
        ${mayGoOn && confirmation(visit, { sage, list, key, again, fresh, before })}
        ${peopleTable(people, isKnown)}</section>`;
}

interface Confirming extends Pick<Preview, 'sage' | 'list' | 'key' | 'again'> {
    fresh: number;
    before: number;
}

function confirmation(visit: PageContext, { sage, list, key, again, fresh, before }: Confirming) {
    const everybody = tick({
        name: 'again',
        label: `Invite again: ${pluralize(before, 'candidate')} invited before`,
        on: again
    });
    return postForm(visit, {
        to: { rest: '/screens/invitations' },
        fields: { sage_id: sage.id, key, candidates: JSON.stringify(list.people.map(({ row }) => row)) },
        body: html`${before > 0 && everybody}
            <button type="submit">${fresh > 0 ? `Invite ${pluralize(fresh, 'candidate')}` : 'Send invitations'}</button>`
    });
}

const peopleTable = (people: readonly Placed<Candidate>[], isKnown: (one: Placed<Candidate>) => boolean) =>
    table<Placed<Candidate>>({
        caption: 'Candidates of the list',
        rows: people,
        columns: [
            { title: 'Line', cell: ({ line }) => line, number: true, minor: true },
            {
                title: 'Name',
                cell: (one) => html`${one.row.name} ${isKnown(one) && badge('Already invited', 'waiting')}`
            },
            { title: 'Email address', cell: ({ row }) => row.email }
        ]
    });
