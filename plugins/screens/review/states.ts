// The states of a candidate's screen in words, as the pages of staff show them.
import type { QueueState } from '../../../db/judgement/queue.ts';
import { type Tone, badge } from '../../surfaces/pages/parts/badge.ts';

const words: Record<QueueState, readonly [word: string, tone: Tone]> = {
    waiting: ['Needs a person', 'waiting'],
    draft: ['Not invited yet', 'quiet'],
    invited: ['Invited', 'quiet'],
    started: ['Answering', 'busy'],
    submitted: ['Being read', 'busy'],
    advanced: ['Goes on', 'good'],
    rejected: ['Does not go on', 'quiet'],
    hired: ['Hired', 'good'],
    cancelled: ['Cancelled', 'quiet'],
    expired: ['Expired', 'quiet']
};

export const stateWord = (state: QueueState) => words[state][0];

export const stateBadge = (state: QueueState) => badge(...words[state]);
