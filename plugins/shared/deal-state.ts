// The states of a deal in words.
import type { DealStatus } from '../../db/sales/deals.ts';
import { badge, type Tone } from '../surfaces/pages/parts/badge.ts';

const states: Readonly<Record<DealStatus, readonly [word: string, tone: Tone]>> = {
    ss_draft: ['draft', 'quiet'],
    ss_pending_approval: ['waits for approval', 'waiting'],
    ss_approved: ['approved', 'busy'],
    ss_customer_sent: ['with the customer', 'waiting'],
    ss_customer_approved: ['accepted', 'good'],
    ss_customer_declined: ['declined', 'bad'],
    ss_closed: ['closed', 'good'],
    ss_paid: ['paid', 'good'],
    ss_lost: ['lost', 'quiet']
};

export const dealWord = (status: DealStatus) => states[status][0];

export const dealBadge = (status: DealStatus) => badge(...states[status]);
