// What can be done with an open item: each as a question that says what will happen.
import { activeHolders } from '../../../db/accounts/users.ts';
import { sellers } from '../../../db/sales/deals.ts';
import type { IntakeRow } from '../../../db/sales/intake.ts';
import { may } from '../../surfaces/auth/requester.ts';
import type { Visit } from '../../surfaces/pages/console/visit.ts';
import { select } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialog } from '../../surfaces/pages/parts/dialog.ts';
import { itemPath } from '../paths.ts';
import { bosses, sales } from '../rights.ts';

interface Act {
    dialog: Dialog;
    /** On the button that opens it. */
    word: string;
}

/** The acts that the routes allow to this user, the likeliest first. */
export async function actsOn(visit: Visit, item: IntakeRow): Promise<Act[]> {
    const { actor } = visit;
    if (item.status !== 'intake_open') return [];
    const own = may(actor, ...sales) ? [converting(visit, item), closing(visit, item)] : [];
    return may(actor, ...bosses) ? [await assigning(visit, item), ...own] : own;
}

const target = ({ id }: IntakeRow, step: string) => ({
    to: { rest: `/intake/${id}/${step}` },
    hidden: { back: itemPath(id) }
});

async function assigning(visit: Visit, item: IntakeRow): Promise<Act> {
    const people = await activeHolders(visit.app.store.read, ...sellers);
    const options = people.map(
        ({ id, displayName }) =>
            html`<option value="${id}" ${id === (item.ownerId ?? visit.actor.id) && { html: 'selected' }}>${displayName}</option>`
    );
    return {
        word: 'Assign',
        dialog: dialog(visit, {
            id: 'assign',
            title: 'Who works on it?',
            says: html`<p>They find it in their list and on their Start page.${item.ownerId === null ? '' : ' Whoever has it now does not see it any more, unless they see all.'}</p>`,
            fields: html`<label for="owner_id">Owner</label><select id="owner_id" name="owner_id">${options}</select>`,
            ...target(item, 'assign'),
            button: 'Assign it'
        })
    };
}

function converting(visit: Visit, item: IntakeRow): Act {
    const whose = item.ownerId === null || item.ownerId === visit.actor.id ? 'yours' : 'its owner’s';
    return {
        word: 'Make a deal of it',
        dialog: dialog(visit, {
            id: 'convert',
            title: 'Make a deal of it?',
            says: `A draft of a deal with ${item.company || item.title} is made, without a price yet. It is ${whose}. The checklist stays as it is, and nobody is written to. That cannot be taken back.`,
            ...target(item, 'convert'),
            button: 'Make a deal of it'
        })
    };
}

const ends = { intake_closed: 'Nothing comes of it', intake_spam: 'It is spam' } as const;

const closing = (visit: Visit, item: IntakeRow): Act => ({
    word: 'Close',
    dialog: dialog(visit, {
        id: 'close',
        title: 'Close it without a deal?',
        says: html`<p>It stays in the list, and nobody works on it any more. That cannot be taken back.</p>`,
        fields: select({ name: 'status', label: 'Why', options: ends, value: 'intake_closed' }),
        ...target(item, 'close'),
        button: 'Close it',
        isDangerous: true
    })
});
