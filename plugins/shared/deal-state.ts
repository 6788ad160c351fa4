// The states of a deal in words.
import type { DealStatus } from '../../db/sales/deals.ts';
import { badge, type Tone } from '../surfaces/pages/parts/badge.ts';

const states: Readonly<Record<DealStatus, readonly [word: string, tone: Tone]>> = {
    ss_draft: ['Draft', 'quiet'],
    ss_pending_approval: ['Awaiting approval', 'waiting'],
    ss_approved: ['Approved', 'busy'],
    ss_customer_sent: ['Sent to customer', 'waiting'],
    ss_customer_approved: ['Accepted', 'good'],
    ss_customer_declined: ['Declined', 'bad'],
    ss_closed: ['Closed', 'good'],
    ss_paid: ['Paid', 'good'],
    ss_lost: ['Lost', 'quiet']
};

export const dealWord = (status: DealStatus) => states[status][0];

export const dealBadge = (status: DealStatus) => badge(...states[status]);
