// The states of a content page in words.
import type { PageStatus } from '../../../db/agents/pages.ts';
import type { Html } from '../../surfaces/pages/layout.ts';
import { badge, type Tone } from '../../surfaces/pages/parts/badge.ts';

/** Agents get a page in the first of them only. */
export const statusWords: Readonly<Record<PageStatus, string>> = {
    publish: 'Published',
    draft: 'Draft',
    pending: 'Pending review',
    private: 'Private'
};

const tones: Readonly<Record<PageStatus, Tone>> = {
    publish: 'good',
    draft: 'quiet',
    pending: 'waiting',
    private: 'quiet'
};

export const stateOf = (status: PageStatus): Html => badge(statusWords[status], tones[status]);
