// The common parts of all pages of one sage: their addresses, the state of the sage, and the links to its other parts.
import { obstacleOf } from '../../db/sages/obstacles.ts';
import type { SageRow } from '../../db/sages/sages.ts';
import { may } from '../surfaces/auth/requester.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html } from '../surfaces/pages/layout.ts';
import { sageChecks, sageStatuses } from '../../words/states/sages.ts';
import { badge, stateBadge } from '../surfaces/pages/parts/badge.ts';

/** By the last part of its address. */
const parts = {
    '': 'Details',
    criteria: 'Criteria',
    results: 'Results template',
    contexts: 'Contexts',
    prompt: 'Prompt',
    build: 'Check',
    gold: 'Calibrate',
    status: 'Status'
} as const;
type Part = keyof typeof parts;

/** What the JSON routes of these parts ask for, where it is more than to see the sage. */
const asks = {
    results: 'council_screen',
    contexts: 'council_sage',
    prompt: 'council_sage',
    gold: 'council_screen'
} as const;

export const sagePath = ({ id }: Pick<SageRow, 'id'>, part: Part = '') =>
    part === '' ? `/sages/${id}` : `/sages/${id}/${part}`;

/** One part of a sage, with tabs to those that this user may open. */
export function sageView(
    { actor }: Pick<PageContext, 'actor'>,
    sage: SageRow,
    { here, ...view }: { here: Part } & Omit<View, 'title'>
): View {
    const open = (Object.keys(parts) as Part[]).filter(
        (part) => !(part in asks) || may(actor, asks[part as keyof typeof asks])
    );
    return {
        title: sage.name,
        styles: ['sages.css'],
        mark: stateOf(sage),
        crumbs: [{ word: 'Sages', href: '/sages' }],
        tabs: open.map((part) => ({ word: parts[part], href: sagePath(sage, part), isHere: part === here })),
        ...view
    };
}

/** Whether it is on, and why it still cannot invite candidates. Only a sage that can invite them is green. */
export function stateOf(sage: SageRow) {
    const isOn = sage.status === 'ss_active';
    const obstacle = obstacleOf(sage);
    const isSaid = obstacle && (isOn || obstacle === 'stale');
    const { en, tone } = sageStatuses[sage.status];
    return html`${badge(en.label, obstacle ? 'quiet' : tone)}${isSaid && html` ${stateBadge(sageChecks[obstacle])}`}`;
}
