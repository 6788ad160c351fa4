// The table of deal moves: from where, to where, and whose they are.
import type { DealStatus } from './deals.ts';

interface Move {
    from: readonly DealStatus[];
    to: DealStatus;
    /** `rep`: the deal's sales representative; `admin`: sales administrators; `either`; `customer`: by their link. */
    by: 'rep' | 'admin' | 'either' | 'customer';
    /** The message of the refusal when the deal is in another status. */
    otherwise: string;
}

const open = [
    'ss_draft',
    'ss_pending_approval',
    'ss_approved',
    'ss_customer_sent',
    'ss_customer_approved',
    'ss_customer_declined'
] as const;
const answered = 'This offer has been answered already, or it is no longer open.';

/** Every move that is not in this table is refused. */
export const moves = {
    submit: {
        from: ['ss_draft'],
        to: 'ss_pending_approval',
        by: 'rep',
        otherwise: 'Only a draft can be submitted.'
    },
    approve: {
        from: ['ss_pending_approval'],
        to: 'ss_approved',
        by: 'admin',
        otherwise: 'Only a deal that waits for approval can be approved.'
    },
    reject: {
        from: ['ss_pending_approval'],
        to: 'ss_draft',
        by: 'admin',
        otherwise: 'Only a deal that waits for approval can be rejected.'
    },
    recall: {
        from: ['ss_pending_approval'],
        to: 'ss_draft',
        by: 'either',
        otherwise: 'Only a deal that waits for approval can be recalled.'
    },
    send: {
        from: ['ss_approved'],
        to: 'ss_customer_sent',
        by: 'either',
        otherwise: 'Only an approved deal can be sent to the customer.'
    },
    recall_from_customer: {
        from: ['ss_customer_sent'],
        to: 'ss_approved',
        by: 'either',
        otherwise: 'Only a deal that was sent to the customer can be recalled.'
    },
    accept: { from: ['ss_customer_sent'], to: 'ss_customer_approved', by: 'customer', otherwise: answered },
    decline: { from: ['ss_customer_sent'], to: 'ss_customer_declined', by: 'customer', otherwise: answered },
    close: {
        from: ['ss_customer_approved'],
        to: 'ss_closed',
        by: 'admin',
        otherwise: 'Only a deal that the customer accepted can be closed.'
    },
    pay: { from: ['ss_closed'], to: 'ss_paid', by: 'admin', otherwise: 'Only a closed deal can be paid.' },
    lose: { from: open, to: 'ss_lost', by: 'either', otherwise: 'Only an open deal can be lost.' },
    reopen: {
        from: ['ss_approved', 'ss_customer_declined'],
        to: 'ss_draft',
        by: 'either',
        otherwise: 'Only a deal that is approved, or that the customer declined, can be opened again.'
    }
} as const satisfies Record<string, Move>;

export type MoveName = keyof typeof moves;
/** The moves of sellers; the customer makes two others by their link. */
export type SellerMove = Exclude<MoveName, 'accept' | 'decline'>;

export const sellerMoves = (Object.keys(moves) as MoveName[]).filter(
    (name): name is SellerMove => name !== 'accept' && name !== 'decline'
);
