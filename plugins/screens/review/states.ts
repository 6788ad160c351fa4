// The states of a candidate's screen in words, as the pages of staff show them.
import type { QueueState } from '../../../db/judgement/queue.ts';
import { type Tone, badge } from '../../surfaces/pages/parts/badge.ts';

const words: Record<QueueState, readonly [word: string, tone: Tone]> = {
    waiting: ['Needs review', 'waiting'],
    draft: ['Not invited', 'quiet'],
    invited: ['Invited', 'quiet'],
    started: ['In progress', 'busy'],
    submitted: ['Being evaluated', 'busy'],
    advanced: ['Advanced', 'good'],
    rejected: ['Rejected', 'quiet'],
    hired: ['Hired', 'good'],
    cancelled: ['Cancelled', 'quiet'],
    expired: ['Expired', 'quiet']
};

export const stateWord = (state: QueueState) => words[state][0];

export const stateBadge = (state: QueueState) => badge(...words[state]);
