// A list of candidates before they are invited: who, what it costs, and fields for what is wrong in a row.
import { addressOf } from '../../../db/screens/invitations.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { lackNote, lackOfCredits } from '../../shared/spending.ts';
import { tick } from '../../surfaces/pages/form-controls.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import type { Invitee, Invitees } from './invitees.ts';
import { lineField } from './letter.ts';
import { timeToAnswer } from './page.ts';

interface Preview {
    sage: SageRow;
    list: Invitees;
    /** Addresses that the sage has invited at any time. */
    known: ReadonlySet<string>;
    available: number;
    key: string;
    again: boolean;
    line: string;
}

type Counts = Record<'fresh' | 'before', number> & { look: string };

/** The list as it will be sent: first the rows to correct. */
export async function preview(visit: PageContext, view: Preview): Promise<Html> {
    const { sage, list, known, available, key } = view;
    const { credits } = visit.app.config.screens;
    const wrong = list.rows.filter((row) => row.wrong);
    const right = list.rows.filter((row) => !row.wrong && !row.isTwin);
    const before = right.filter((row) => known.has(addressOf(row))).length;
    const fresh = right.length - before + wrong.length;
    const lack = await lackOfCredits(visit, (right.length - before) * credits, available);
    const candidates = JSON.stringify(right.map(({ name, email }) => ({ name, email })));
    const body = html`${wrong.length > 0 && toCorrect(wrong.length)}${rowTable(list.rows, known)}
        ${lack && lackNote(lack)} ${await confirmation(visit, view, { fresh, before, look: lack ? 'secondary' : '' })}`;
    return html`${list.unread.length > 0 && html`<p><small>Ignored columns: ${list.unread.join(', ')}.</small></p>`}
        ${postForm(visit, { to: { rest: '/screens/invitations' }, fields: { sage_id: sage.id, key, candidates }, body })}`;
}

const toCorrect = (count: number) =>
    html`<div class="note bad" role="alert"><div><strong>${count === 1 ? '1 row needs' : `${count} rows need`} a correction.</strong>
        Correct ${count === 1 ? 'it' : 'them'} here, or leave ${count === 1 ? 'it' : 'them'} out.</div></div>`;

async function confirmation({ app }: PageContext, view: Preview, { fresh, before, look }: Counts) {
    const { sage, available, again, line } = view;
    const size = again ? fresh + before : fresh;
    return html`${before > 0 && tick({ name: 'again', label: `Invite again: ${pluralize(before, 'candidate')} invited before`, on: again })}
        ${await lineField(app, line, sage)}
        <div class="acts"><button type="submit" class="${look}">${size > 0 ? `Invite ${peopleIn(size)}` : 'Invite again'}</button></div>
        <p class="soft cost">Costs ${size * app.config.screens.credits} of your ${pluralize(available, 'credit')}. ${timeToAnswer(app.config)}</p>`;
}

const peopleIn = (count: number) => (count === 1 ? '1 person' : `${count} people`);

function rowTable(rows: readonly Invitee[], known: ReadonlySet<string>) {
    const [wrong, right] = [rows.filter((row) => row.wrong), rows.filter((row) => !row.wrong)];
    const about = (row: Invitee) => {
        if (row.isTwin) return 'The same address is in a row above. Left out.';
        return known.has(addressOf(row)) && 'Already invited. Left out unless you tick “Invite again”.';
    };
    return table<Invitee>({
        caption: 'Candidates of the list',
        rows: [...wrong, ...right],
        columns: [
            { title: 'Name', cell: (row) => (row.wrong ? input(row, 'name', wrong.indexOf(row)) : row.name) },
            {
                title: 'Email',
                cell: (row) =>
                    row.wrong
                        ? html`${input(row, 'email', wrong.indexOf(row))}${skip(row, wrong.indexOf(row))}`
                        : html`${row.email}${about(row) && html`<br /><small>${about(row)}</small>`}`
            }
        ]
    });
}

/** Its value is kept as it was typed, also where it is wrong again. */
function input({ wrong, ...row }: Invitee, field: 'name' | 'email', n: number) {
    const id = `${field}_${n}`;
    const says = wrong?.field === field ? wrong.says : undefined;
    const noted = says && html`aria-invalid="true" aria-describedby="${id}-note"`;
    return html`<input id="${id}" name="${id}" value="${row[field]}" aria-label="${field === 'name' ? 'Name' : 'Email'} in row ${n + 1}" autocomplete="off" ${noted} />
        ${says && html`<small id="${id}-note">${says}</small>`}`;
}

const skip = ({ name, email }: Invitee, n: number) =>
    tick({ name: `skip_${n}`, label: `Leave out ${name || email || 'this row'}`, on: false });
