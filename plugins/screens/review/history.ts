// What happened to a screen, the first first.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { html, type Part } from '../../surfaces/pages/layout.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { decidedWord } from './decision.ts';

type Event = readonly [at: number | null, what: Part];

export function history(screen: ScreenRow, { reviews, decisions, notes }: Judgement, clock: Clock) {
    const events: Event[] = [
        [screen.createdAt, 'Created'],
        [screen.invitedAt, 'Invitation created'],
        [screen.remindedAt, 'Reminded by email'],
        [screen.consentedAt, 'Consented and started'],
        ...readings(screen),
        [screen.endedAt, endOf(screen)],
        ...reviews.map(({ at, by, levels }): Event => [
            at,
            `${by.displayName} gave levels (${levels.length} so far)`
        ]),
        ...notes.map(({ at, deciderName }): Event => [at, `${deciderName ?? 'Someone'} added a note`]),
        ...decisions.map(({ at, deciderName, decision }): Event => [
            at,
            `${deciderName ?? 'Someone'} decided: ${decidedWord(decision)}`
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
    if (verdict?.fault === 'person_asked') return [[submittedAt, candidateStates.person_asked.en.label]];
    const read = verdict?.fault ? unread[verdict.fault] : 'Evaluated by software';
    return [
        [submittedAt, 'Submitted'],
        [evaluatedAt, read]
    ];
}

const unread = {
    evaluator_unavailable: 'Needs a person: the evaluation failed',
    consent_changed: 'Needs a person: the candidate consented to a different evaluator',
    no_answers: 'Needs a person: no answers came in'
} as const;

const endOf = ({ status, cancelReason }: ScreenRow) =>
    status === 'ss_cancelled'
        ? `${candidateStates.cancelled.en.label}${cancelReason ? `: ${cancelReason}` : ''}`
        : 'Invitation expired';
