// What happened to a screen, the first first.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import { html, type Part } from '../../surfaces/pages/layout.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { decisionWords } from './decision.ts';

type Event = readonly [at: number | null, what: Part];

export function history(screen: ScreenRow, { reviews, decisions }: Judgement, clock: Clock) {
    const events: Event[] = [
        [screen.createdAt, 'Made'],
        [screen.invitedAt, 'Invited by mail'],
        [screen.remindedAt, 'Reminded by mail'],
        [screen.consentedAt, 'Agreed, and began'],
        ...readings(screen),
        [screen.endedAt, endOf(screen)],
        ...reviews.map(({ at, by, levels }): Event => [
            at,
            `${by.displayName} gave levels (${levels.length} by then)`
        ]),
        ...decisions.map(({ at, deciderName, decision }): Event => [
            at,
            `${deciderName ?? 'Somebody'} decided: ${decisionWords[decision]}`
        ])
    ];
    const happened = events
        .filter((event): event is readonly [number, Part] => event[0] !== null)
        .toSorted(([a], [b]) => a - b);
    return html`<details><summary>History</summary><ol class="history">${happened.map(
        ([at, what]) => html`<li>${moment(at, clock)} ${what}</li>`
    )}</ol></details>`;
}

/** How the answers came in and who has read them. */
function readings({ submittedAt, evaluatedAt, verdict }: ScreenRow): Event[] {
    if (verdict?.fault === 'person_asked') return [[submittedAt, 'Would rather be asked by a person']];
    const read = verdict?.fault ? unread[verdict.fault] : 'Read by the software';
    return [
        [submittedAt, 'Handed in'],
        [evaluatedAt, read]
    ];
}

const unread = {
    evaluator_unavailable: 'Left to a person: it could not be read by the software',
    consent_changed: 'Left to a person: the candidate agreed to other readers'
} as const;

const endOf = ({ status, cancelReason }: ScreenRow) =>
    status === 'ss_cancelled'
        ? `Cancelled${cancelReason ? `: ${cancelReason}` : ''}`
        : 'The invitation ran out';
