// The moves of a deal as questions that say what will happen.
import type { DealRow } from '../../../db/sales/deals.ts';
import { movesOpenTo } from '../../../db/sales/deal-moves.ts';
import { type DoubtName, doubtsOf } from '../../../db/sales/doubts.ts';
import type { SellerMove } from '../../../db/sales/moves.ts';
import type { Visit } from '../../surfaces/pages/console/visit.ts';
import { calendarDay } from '../../surfaces/pages/dates.ts';
import { area, tick } from '../../surfaces/pages/form-controls.ts';
import type { FormPost, Target } from '../../surfaces/http/form-post.ts';
import type { Part } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialog } from '../../surfaces/pages/parts/dialog.ts';
import { listPath, pathOf } from './paths.ts';

interface Asked {
    app: Visit['app'];
    deal: DealRow;
    price: (cents: number) => string;
}

interface Words {
    /** On the button that opens the question. */
    word: string;
    title: (asked: Asked) => string;
    says: (asked: Asked) => Part;
    /** On the button that does it. */
    button: string;
    /** What was done; the recalls say it themselves. */
    done: string;
    /** What the reason is for, where it is more than a note. */
    why?: { label: string; help: string };
    isDangerous?: boolean;
}

const voids = ({ deal }: Asked) =>
    deal.customerDigest !== null && 'The link that the customer has opens nothing from then on.';

const noMailServer = ({ app }: Asked) =>
    app.config.mail.url === undefined &&
    ' There is no mail server yet: the mail is kept here, and you hand the link over yourself.';

const isOver = ({ app, deal }: Asked) =>
    deal.validUntil !== null &&
    deal.validUntil < calendarDay(app.config.timeZone, app.now()) &&
    ' Its last day is over: they can decline it, and no longer accept it. Open it again to give it another day.';

const acts: Readonly<Record<SellerMove, Words>> = {
    submit: {
        word: 'Submit for approval',
        title: () => 'Submit it for approval?',
        says: () => 'The sales administrators get a mail. Until one of them has answered you can recall it.',
        button: 'Submit it',
        done: 'It waits for approval now.'
    },
    approve: {
        word: 'Approve',
        title: () => 'Approve this deal?',
        says: ({ deal, price }) =>
            `You approve the price of ${price(deal.revenue)}. Its rep gets a mail, and can send the offer to the customer.`,
        button: 'Approve it',
        done: 'It is approved.'
    },
    reject: {
        word: 'Send back',
        title: () => 'Send it back to its rep?',
        says: () => 'It becomes a draft again, and its rep gets a mail with what you write here.',
        button: 'Send it back',
        done: 'It is a draft again.',
        why: { label: 'Why', help: 'Its rep reads it. May be empty.' }
    },
    recall: {
        word: 'Recall',
        title: () => 'Take it back to draft?',
        says: () => 'It waits for approval no more, and can be changed. Nobody gets a mail.',
        button: 'Take it back',
        done: '',
        why: { label: 'Why', help: 'It is kept in the history. May be empty.' }
    },
    send: {
        word: 'Send to the customer',
        title: ({ deal }) => `Send the offer to ${deal.contactName}?`,
        says: (asked) => [
            `A mail with a link of their own goes to ${asked.deal.contactEmail}. They read the offer as it is below, and accept or decline it once.`,
            noMailServer(asked),
            isOver(asked)
        ],
        button: 'Send the offer',
        done: 'The offer is sent.'
    },
    recall_from_customer: {
        word: 'Take back from the customer',
        title: () => 'Take the offer back?',
        says: () =>
            'The link that the customer has opens nothing from then on; nobody writes to them. The deal stays approved, and can be sent again.',
        button: 'Take it back',
        done: '',
        why: { label: 'Why', help: 'It is kept in the history; the customer does not read it. May be empty.' }
    },
    close: {
        word: 'Close',
        title: () => 'Close this deal?',
        says: () => 'It is among the commissions of this month from then on.',
        button: 'Close it',
        done: 'It is closed.'
    },
    pay: {
        word: 'Mark as paid',
        title: () => 'Is it paid?',
        says: () => 'It is shown as paid among the commissions. That cannot be taken back.',
        button: 'It is paid',
        done: 'It is paid.'
    },
    reopen: {
        word: 'Open again',
        title: () => 'Make it a draft again?',
        says: (asked) => ['It can be changed, and must be approved again before it is sent. ', voids(asked)],
        button: 'Open it again',
        done: 'It is a draft again.',
        why: { label: 'Why', help: 'It is kept in the history, and its rep reads it.' }
    },
    lose: {
        word: 'Mark as lost',
        title: () => 'Is this deal lost?',
        says: (asked) => ['It ends here, and cannot be taken up again. ', voids(asked)],
        button: 'It is lost',
        done: 'It is lost.',
        why: { label: 'Why', help: 'It is kept in the history. May be empty.' },
        isDangerous: true
    }
};

/** In the order in which a deal goes its way; what ends or undoes something comes last. */
const inOrder = Object.keys(acts) as SellerMove[];

interface Act {
    dialog: Dialog;
    word: string;
}

/** The moves that this user can make with the deal as it is. */
export function actsOn(visit: Visit, deal: DealRow, price: Asked['price']): Act[] {
    const open = movesOpenTo(visit.actor, deal);
    return inOrder
        .filter((name) => open.includes(name))
        .map((name) => actOf(visit, name, { app: visit.app, deal, price }));
}

function actOf(visit: Visit, name: SellerMove, asked: Asked): Act {
    const { word, title, says, button, why, isDangerous = false } = acts[name];
    const { id, version } = asked.deal;
    const question = dialog(visit, {
        id: name.replaceAll('_', '-'),
        title: title(asked),
        says: says(asked),
        fields: [
            confirmation(name, asked),
            area({
                ...(why ?? { label: 'A note', help: 'It is kept in the history. May be empty.' }),
                id: `${name}-reason`,
                name: 'reason',
                value: visit.flash?.typed['reason'],
                maxlength: 1000,
                rows: 2
            })
        ],
        to: targetOf(name, id),
        hidden: { deal_id: id, version },
        button,
        isDangerous
    });
    return { word, dialog: question };
}

const doubtWords: Readonly<Record<DoubtName, (asked: Asked) => string>> = {
    free: ({ price }) => `the price is ${price(0)}`,
    commission_above_price: ({ deal, price }) =>
        `the commission of ${price(deal.commission)} is higher than the price of ${price(deal.revenue)}`
};

/** A box to tick for numbers that are seldom meant. */
function confirmation(name: SellerMove, asked: Asked): Part {
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

/** Of the routes that these forms post to. */
export const moveForms = (name: SellerMove): FormPost => ({
    backTo: ({ deal_id, id = deal_id }) => (Number(id) > 0 ? pathOf(Number(id)) : listPath),
    says: acts[name].done,
    keeps: ['reason']
});
