// The moves of a deal as dialogs with their effects.
import { isUnseen } from '../../../db/sales/deal-deletion.ts';
import type { DealRow, SalesUser } from '../../../db/sales/deals.ts';
import {
    isLateUndo,
    isOfEarlierMonth,
    isTimely,
    movesOpenTo,
    type DoubtName,
    doubtsOf
} from '../../../db/sales/deal-moves.ts';
import { earningsOf } from '../../../db/sales/commissions.ts';
import type { SellerMove } from '../../../db/sales/moves.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { monthStart } from '../../surfaces/pages/calendar.ts';
import { calendarDay, monthIn } from '../../surfaces/pages/dates.ts';
import { area, dayField, tick } from '../../surfaces/pages/form-controls.ts';
import type { FormPost, Target } from '../../surfaces/http/form-post.ts';
import type { Part } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialog } from '../../surfaces/pages/parts/dialog.ts';
import { listPath, pathOf } from '../rights.ts';
import { formView } from '../../shared/form-view.ts';

interface Query {
    app: PageContext['app'];
    deal: DealRow;
    price: (cents: number) => string;
}

interface Words {
    /** On the button that opens the question, where that is another one. */
    word?: string;
    title: (asked: Query) => string;
    says: (asked: Query) => Part;
    /** On the button that does it. */
    button: string;
    /** The confirmation; the recalls have their own. */
    done: string;
    /** What the reason is for, where it is more than a note. */
    why?: { label: string; help: string; isRequired?: true };
    isDangerous?: boolean;
}

const voids = ({ deal }: Query) => deal.customerDigest !== null && "The customer's link stops working.";

const noMailServer = ({ app }: Query) =>
    app.config.mail.url === undefined &&
    'No mail server is set up, so no email is sent. Pass the link on yourself.';

/** What undoing a closing does to the commissions. */
const takenOff = ({ app, deal, price }: Query) =>
    isOfEarlierMonth(deal, monthStart(app.zone.name(), app.now()))
        ? `${monthIn(app.zone.name(), deal.closedAt)} keeps its commissions. We take ${price(earningsOf(deal))} off those of this month.`
        : "It no longer counts towards this month's commissions.";

const required = (help: string) => ({ label: 'Why', help, isRequired: true }) as const;

const isOver = ({ app, deal }: Query) =>
    deal.validUntil !== null &&
    deal.validUntil < calendarDay(app.zone.name(), app.now()) &&
    'This offer has expired: the customer can decline it but not accept it. Reopen the deal to set a new date.';

/** The moves on the way to paid: a reader's next step is the one of them that is theirs. */
export const forward: readonly string[] = ['submit', 'approve', 'send', 'close', 'pay'];

/** The reader's next step with a deal, as its button says it. */
export function nextWord(seller: SalesUser, deal: DealRow) {
    const name = movesOpenTo(seller, deal).find((move) => forward.includes(move));
    return name && (acts[name].word ?? acts[name].button);
}

const acts: Readonly<Record<SellerMove, Words>> = {
    submit: {
        title: () => 'Submit this deal for approval?',
        says: () => 'We email the sales administrators. You can recall the deal until one of them responds.',
        button: 'Submit for approval',
        done: 'Submitted for approval.'
    },
    approve: {
        word: 'Approve',
        title: () => 'Approve this deal?',
        says: ({ deal, price }) =>
            `You approve the price of ${price(deal.revenue)}.${deal.repId === null ? '' : ' We email the rep, who can then send the offer.'}`,
        button: 'Approve deal',
        done: 'Deal approved.'
    },
    reject: {
        title: () => 'Send this deal back?',
        says: ({ deal }) =>
            `The deal goes back to draft.${deal.repId === null ? '' : ' We email the rep your reason.'}`,
        button: 'Send back',
        done: 'Moved back to draft.',
        why: { label: 'Why', help: 'Optional. Sent to the rep.' }
    },
    recall: {
        title: () => 'Recall this deal?',
        says: () => 'The deal leaves the approval queue and goes back to draft. No email is sent.',
        button: 'Recall',
        done: '',
        why: { label: 'Why', help: 'Optional. Saved in the history.' }
    },
    send: {
        word: 'Send to the customer',
        title: ({ deal }) => `Send the offer to ${deal.contactName}?`,
        says: (asked) => [
            `We email a personal link to ${asked.deal.contactEmail}. The customer sees the offer below and can accept or decline it once.`,
            noMailServer(asked),
            isOver(asked)
        ],
        button: 'Send offer',
        done: 'Offer queued for sending.'
    },
    recall_from_customer: {
        title: () => 'Withdraw the offer?',
        says: () =>
            "The customer's link stops working. They are not notified. The deal stays approved, and you can send it again.",
        button: 'Withdraw offer',
        done: '',
        why: { label: 'Why', help: 'Optional. Saved in the history. The customer does not see it.' }
    },
    remind: {
        word: 'Remind',
        title: ({ deal }) => `Remind ${deal.contactName}?`,
        says: (asked) => [
            `We email ${asked.deal.contactEmail} the link to the offer again. You can do this once in 24 hours.`,
            noMailServer(asked)
        ],
        button: 'Send reminder',
        done: 'Reminder queued for sending.'
    },
    close: {
        word: 'Close',
        title: () => 'Close this deal?',
        says: () =>
            "The deal counts towards this month's commissions. You can undo this: after five minutes only with a reason.",
        button: 'Close deal',
        done: 'Deal closed.'
    },
    pay: {
        title: () => 'Mark this deal as paid?',
        says: () =>
            'The deal shows as paid in the commissions. You can undo this: after five minutes only with a reason.',
        button: 'Mark as paid',
        done: 'Marked as paid.'
    },
    undo_close: {
        title: () => 'Undo closing this deal?',
        says: (asked) => ['The deal is accepted again.', takenOff(asked)],
        button: 'Undo closing',
        done: 'The deal is accepted again.'
    },
    undo_pay: {
        title: () => 'Undo marking this deal as paid?',
        says: () => 'The deal is closed again.',
        button: 'Undo payment',
        done: 'The deal is closed again.'
    },
    reopen: {
        word: 'Reopen',
        title: () => 'Reopen this deal?',
        says: (asked) => [
            'The deal goes back to draft and needs approval before you can send it again.',
            asked.deal.status === 'ss_customer_approved' &&
                'What the customer accepted is no longer valid. They are not notified.',
            voids(asked)
        ],
        button: 'Reopen deal',
        done: 'Moved back to draft.',
        why: required('Saved in the history and sent to the rep.')
    },
    lose: {
        title: () => 'Mark this deal as lost?',
        says: (asked) => ['You cannot reopen a lost deal.', voids(asked)],
        button: 'Mark as lost',
        done: 'Marked as lost.',
        why: { label: 'Why', help: 'Optional. Saved in the history.' },
        isDangerous: true
    }
};

/** What differs after five minutes, or after another move. */
const late: { [Name in SellerMove]?: Partial<Words> } = {
    undo_close: {
        title: () => 'Reverse closing this deal?',
        button: 'Reverse closing',
        why: required('Saved in the history and sent to the rep.')
    },
    undo_pay: {
        title: () => 'Reverse marking this deal as paid?',
        button: 'Reverse payment',
        why: required('Saved in the history.')
    }
};

/** In the order in which a deal goes its way; what ends or undoes something comes last. */
const inOrder = Object.keys(acts) as SellerMove[];

interface Known extends Pick<Query, 'price'> {
    history: Parameters<typeof isTimely>[2]['history'];
}

/** The moves that this user can make with the deal as it is. */
export function actsOn(visit: PageContext, deal: DealRow, { price, history }: Known): Dialog[] {
    const { app, actor } = visit;
    const open = movesOpenTo(actor, deal);
    const at = app.now();
    const zone = app.zone.name();
    const moment = { history, at, today: calendarDay(zone, at), monthStart: monthStart(zone, at) };
    return inOrder
        .filter((name) => open.includes(name) && isTimely(name, deal, moment))
        .map((name) => actOf(visit, name, { app, deal, price, isLate: isLateUndo(name, deal, moment) }));
}

/** Also the message of the page for a refused one. */
export const wrongReason = 'Enter a text of up to 1,000 characters.';

function actOf(visit: PageContext, name: SellerMove, { isLate, ...asked }: Query & { isLate: boolean }) {
    const { title, says, why, ...words } = { ...acts[name], ...(isLate && late[name]) };
    const { id, version } = asked.deal;
    const question = name.replaceAll('_', '-');
    const { input } = formView(flashOf(visit, question), { words: { reason: wrongReason } });
    return dialog(visit, {
        ...words,
        id: question,
        title: title(asked),
        says: [says(asked)].flat().flatMap((sentence) => [sentence, ' ']),
        fields: [
            confirmation(name, asked),
            area({
                ...(why ?? { label: 'Note', help: 'Optional. Saved in the history.' }),
                ...input('reason'),
                id: `${name}-reason`,
                maxlength: 1000,
                rows: 2
            })
        ],
        to: targetOf(name, id),
        hidden: { deal_id: id, version }
    });
}

/** Each dialog has texts of its own. */
const flashOf = ({ request, flash }: PageContext, ask: string) =>
    request.query['ask'] === ask ? flash : undefined;

const doubtWords: Readonly<Record<DoubtName, (asked: Query) => string>> = {
    free: ({ price }) => `the price is ${price(0)}`,
    commission_above_price: ({ deal, price }) =>
        `the commission of ${price(deal.commission)} is higher than the price of ${price(deal.revenue)}`
};

/** A box to tick for numbers that are seldom meant. */
function confirmation(name: SellerMove, asked: Query): Part {
    const doubts = doubtsOf(name, asked.deal).map((doubt) => doubtWords[doubt](asked));
    if (doubts.length === 0) return undefined;
    const label = `I checked it: ${doubts.join(', and ')}.`;
    return tick({ id: `${name}-confirmed`, name: 'confirmed', label, on: false, isRequired: true });
}

/** The two recalls are actions of the contract. */
function targetOf(name: SellerMove, id: number): Target {
    if (name === 'recall') return { action: 'svc_recall_deal' };
    if (name === 'recall_from_customer') return { action: 'svc_recall_from_customer' };
    return { rest: `/deals/${id}/${name}` };
}

/** Also the message of the page for a refused one. */
export const wrongDay = 'Choose a day to follow up, or leave the field empty.';

export function noteDialog(visit: PageContext, { id, version }: DealRow) {
    const { input } = formView(flashOf(visit, 'note'), {
        words: { text: wrongReason, follow_up_on: wrongDay }
    });
    const help = "Optional. The note is on the rep's Start from that day, in place of an earlier one.";
    return dialog(visit, {
        id: 'note',
        word: 'Add note',
        title: 'Add a note',
        says: 'It is saved in the history. The customer does not see it.',
        fields: [
            area({ ...input('text'), id: 'note-text', label: 'Note', maxlength: 1000, rows: 3 }),
            dayField({ ...input('follow_up_on'), label: 'Follow up on', help })
        ],
        to: noteTo(id),
        hidden: { version },
        button: 'Save note'
    });
}

export const noteTo = (id: number) => ({ rest: `/deals/${id}/note` });

/** For a draft that was never submitted; undefined for another deal. */
export function deletion(
    visit: PageContext,
    { id, status, version }: DealRow,
    history: Parameters<typeof isUnseen>[0]
): Dialog | undefined {
    if (status !== 'ss_draft' || !isUnseen(history)) return undefined;
    return dialog(visit, {
        id: 'delete',
        title: 'Delete this draft?',
        says: 'The draft and its history are deleted. An enquiry that it was made from is open again. You cannot undo this.',
        button: 'Delete draft',
        isDangerous: true,
        to: { rest: `/deals/${id}/delete` },
        hidden: { version }
    });
}

/** Of the routes that these forms post to. */
export const moveForms = (name: SellerMove): FormPost => ({
    backTo: ({ deal_id, id = deal_id }) => (Number(id) > 0 ? pathOf(Number(id)) : listPath),
    says: acts[name].done,
    keeps: ['reason'],
    ...((name === 'close' || name === 'pay') && {
        undo: (_, data) => {
            const { id, version } = (data as { deal: { id: number; version: number } }).deal;
            return { to: { rest: `/deals/${id}/undo_${name}` }, fields: { version } };
        }
    })
});
