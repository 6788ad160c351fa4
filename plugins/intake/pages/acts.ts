// The actions on an open item: each as a dialog with its effect.
import { activeHolders } from '../../../db/accounts/users.ts';
import { sellers } from '../../../db/sales/deals.ts';
import type { IntakeRow } from '../../../db/sales/intake.ts';
import { may } from '../../surfaces/auth/requester.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { select } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialog } from '../../surfaces/pages/parts/dialog.ts';
import { itemPath } from '../paths.ts';
import { bosses, sales } from '../rights.ts';

/** The acts that the routes allow to this user, the likeliest first. */
export async function actsOn(visit: PageContext, item: IntakeRow): Promise<Dialog[]> {
    const { actor } = visit;
    if (item.status !== 'intake_open') return [];
    const own = may(actor, ...sales) ? [converting(visit, item), closing(visit, item)] : [];
    return may(actor, ...bosses) ? [await assigning(visit, item), ...own] : own;
}

const target = ({ id }: IntakeRow, step: string) => ({
    to: { rest: `/intake/${id}/${step}` },
    hidden: { back: itemPath(id) }
});

async function assigning(visit: PageContext, item: IntakeRow): Promise<Dialog> {
    const people = await activeHolders(visit.app.store.read, ...sellers);
    return dialog(visit, {
        id: 'assign',
        title: 'Assign this item',
        says: html`<p>The owner sees it in their list and on their Start page.${item.ownerId === null ? '' : ' The current owner no longer sees it, unless they can see all items.'}</p>`,
        fields: select({
            name: 'owner_id',
            label: 'Owner',
            options: people.map(({ id, displayName }) => [String(id), displayName]),
            value: visit.flash?.typed['owner_id'] ?? String(item.ownerId ?? visit.actor.id)
        }),
        ...target(item, 'assign'),
        button: 'Assign'
    });
}

function converting(visit: PageContext, item: IntakeRow): Dialog {
    const whose = item.ownerId === null || item.ownerId === visit.actor.id ? 'you' : 'the owner of this item';
    return dialog(visit, {
        id: 'convert',
        title: 'Create a deal from this item?',
        says: `Creates a draft deal with ${item.company || item.title}, without a price. Owner: ${whose}. The checklist stays as it is, and no email is sent. You cannot undo this.`,
        ...target(item, 'convert'),
        button: 'Create deal'
    });
}

const ends = { intake_closed: 'No deal', intake_spam: 'Spam' } as const;

const closing = (visit: PageContext, item: IntakeRow): Dialog =>
    dialog(visit, {
        word: 'Close',
        id: 'close',
        title: 'Close this item without a deal?',
        says: html`<p>The item stays in the list as closed. You cannot undo this.</p>`,
        fields: select({
            name: 'status',
            label: 'Why',
            options: ends,
            value: visit.flash?.typed['status'] ?? 'intake_closed'
        }),
        ...target(item, 'close'),
        button: 'Close item',
        isDangerous: true
    });
