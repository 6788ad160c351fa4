// The common parts of all pages of one sage: their addresses, the state of the sage, and the links to its other parts.
import { obstacleOf } from '../../db/sages/obstacles.ts';
import type { SageRow } from '../../db/sages/sages.ts';
import { may } from '../surfaces/auth/requester.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html } from '../surfaces/pages/layout.ts';
import { sageChecks, sageStatuses } from '../../words/states/sages.ts';
import { badge, stateBadge } from '../surfaces/pages/parts/badge.ts';

/** What authors need rarely, by the last part of its address. */
const advanced = {
    details: 'Settings',
    results: 'Results template',
    contexts: 'Contexts',
    prompt: 'Prompt',
    gold: 'Calibrate'
} as const;

type Part = 'criteria' | keyof typeof advanced;

/** What the JSON routes of these parts ask for, where it is more than to see the sage. */
const asks = {
    results: 'council_screen',
    contexts: 'council_sage',
    prompt: 'council_sage',
    gold: 'council_screen'
} as const;

/** The home of a sage, or one of its parts. */
export const sagePath = ({ id }: Pick<SageRow, 'id'>, part?: Part) =>
    part === undefined ? `/sages/${id}` : `/sages/${id}/${part}`;

export const nameOf = ({ name }: Pick<SageRow, 'name'>) => (name === '' ? 'Untitled sage' : name);

/** One part of a sage, below its home; the advanced parts have tabs to those that this user may open. */
export function sageView(
    { actor }: Pick<PageContext, 'actor'>,
    sage: SageRow,
    { here, ...view }: { here: Part } & Omit<View, 'title'>
): View {
    const open = (Object.keys(advanced) as (keyof typeof advanced)[]).filter(
        (part) => !(part in asks) || may(actor, asks[part as keyof typeof asks])
    );
    const tabs = open.map((part) => ({
        word: advanced[part],
        href: sagePath(sage, part),
        isHere: part === here
    }));
    return {
        title: here === 'criteria' ? 'Questions' : advanced[here],
        styles: ['sages.css'],
        crumbs: [
            { word: 'Sages', href: '/sages' },
            { word: nameOf(sage), href: sagePath(sage) }
        ],
        ...(here !== 'criteria' && { tabs }),
        ...view
    };
}

/** What keeps it from candidates, or whether it is open. Only a sage that can invite them is green. */
export function stateOf(sage: SageRow) {
    const obstacle = obstacleOf(sage);
    const status = sageStatuses[sage.status];
    if (!obstacle) return stateBadge(sage.openedAt === null ? sageChecks.unopened : status);
    const isOn = sage.status === 'ss_active' && html`${badge(status.en.label, 'quiet')} `;
    return html`${isOn}${stateBadge(sageChecks[obstacle])}`;
}
