// The table of deal moves: from where, to where, and whose they are.
import type { DealStatus } from './deals.ts';

interface Move {
    from: readonly DealStatus[];
    to: DealStatus;
    /** `rep`: the deal's sales representative, administrators where it has none; `admin`: sales administrators; `either`; `customer`: by their link. */
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
const answered = 'This offer has already been answered or is no longer available.';

/** Every move that is not in this table is refused. */
export const moves = {
    submit: {
        from: ['ss_draft'],
        to: 'ss_pending_approval',
        by: 'rep',
        otherwise: 'You can submit only drafts.'
    },
    approve: {
        from: ['ss_pending_approval'],
        to: 'ss_approved',
        by: 'admin',
        otherwise: 'You can approve only deals that are awaiting approval.'
    },
    reject: {
        from: ['ss_pending_approval'],
        to: 'ss_draft',
        by: 'admin',
        otherwise: 'You can reject only deals that are awaiting approval.'
    },
    recall: {
        from: ['ss_pending_approval'],
        to: 'ss_draft',
        by: 'either',
        otherwise: 'Only a deal that is awaiting approval can be recalled.'
    },
    send: {
        from: ['ss_approved'],
        to: 'ss_customer_sent',
        by: 'either',
        otherwise: 'You can send only approved deals to the customer.'
    },
    recall_from_customer: {
        from: ['ss_customer_sent'],
        to: 'ss_approved',
        by: 'either',
        otherwise: 'Only a deal that was sent to the customer can be recalled.'
    },
    remind: {
        from: ['ss_customer_sent'],
        to: 'ss_customer_sent',
        by: 'either',
        otherwise: 'You can remind only a customer who has an offer to reply to.'
    },
    accept: { from: ['ss_customer_sent'], to: 'ss_customer_approved', by: 'customer', otherwise: answered },
    decline: { from: ['ss_customer_sent'], to: 'ss_customer_declined', by: 'customer', otherwise: answered },
    close: {
        from: ['ss_customer_approved'],
        to: 'ss_closed',
        by: 'admin',
        otherwise: 'You can close only deals that the customer accepted.'
    },
    pay: {
        from: ['ss_closed'],
        to: 'ss_paid',
        by: 'admin',
        otherwise: 'You can mark only closed deals as paid.'
    },
    undo_close: {
        from: ['ss_closed'],
        to: 'ss_customer_approved',
        by: 'admin',
        otherwise: 'You can undo closing only while the deal is closed.'
    },
    undo_pay: {
        from: ['ss_paid'],
        to: 'ss_closed',
        by: 'admin',
        otherwise: 'You can undo marking as paid only while the deal is paid.'
    },
    lose: { from: open, to: 'ss_lost', by: 'either', otherwise: 'You can mark only open deals as lost.' },
    reopen: {
        from: ['ss_approved', 'ss_customer_declined', 'ss_customer_approved'],
        to: 'ss_draft',
        by: 'either',
        otherwise: 'You can reopen only approved, accepted or declined deals.'
    }
} as const satisfies Record<string, Move>;

export type MoveName = keyof typeof moves;

/** Whose a move is with a deal in this status: administrators alone reopen what the customer accepted. */
export const whoseMove = (name: MoveName, status: DealStatus): Move['by'] =>
    name === 'reopen' && status === 'ss_customer_approved' ? 'admin' : moves[name].by;

/** The moves of sellers; the customer makes two others by their link. */
export type SellerMove = Exclude<MoveName, 'accept' | 'decline'>;

export const sellerMoves = (Object.keys(moves) as MoveName[]).filter(
    (name): name is SellerMove => name !== 'accept' && name !== 'decline'
);
