// A list of candidates: the chips above it and its table, wherever one is.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import { type countStates, type QueueState, queueStateOf, queueStates } from '../../../db/judgement/queue.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { UnsentLink } from '../../../db/screens/unsent-links.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { html, type Part } from '../../surfaces/pages/layout.ts';
import { badge, stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { type Clock, formatDuration, moment } from '../../surfaces/pages/parts/moment.ts';
import { type Column, type Picking, table } from '../../surfaces/pages/parts/table.ts';
import { pickName } from '../many.ts';
import { shownName, stateOf } from './words.ts';

/** Where a chip stops counting. */
export const mostOnChip = 99;

interface Chips {
    /** Undefined where they would not be those of the list. */
    counts?: Awaited<ReturnType<typeof countStates>> | undefined;
    /** The state of the list; undefined for any. */
    now?: QueueState | undefined;
    href: (state: QueueState) => string;
    first?: Part;
}

/** A link for each state that has candidates. */
export function stateChips({ counts, now, href, first }: Chips) {
    const shown = queueStates.filter(
        (state) => state === now || (counts && (state === 'waiting' || counts[state].total > 0))
    );
    const count = ({ total, more }: { total: number; more?: true }) =>
        html` <small>${total}${more && '+'}</small>`;
    const chips = shown.map(
        (state) =>
            html`<li><a href="${href(state)}" ${state === now && { html: 'aria-current="true"' }}>${candidateStates[state].en.label}${counts && count(counts[state])}</a></li>`
    );
    return html`<ul class="chips" aria-label="State">${first}${chips}</ul>`;
}

interface Listed {
    screen: ScreenRow;
    judgement: Judgement;
    /** The name of its sage. */
    sage: string;
    /** Whether the reader may know the candidate by name before the review. */
    mayManage: boolean;
    unsent: UnsentLink | undefined;
}

interface CandidateList {
    caption: string;
    rows: readonly Listed[];
    userId: number;
    /** Names of active users. */
    users: ReadonlyMap<number, string>;
    /** The one sage that the list is of: the review goes on within it. */
    sageId?: number | undefined;
    /** Whether its rows are in several states. */
    isMixed: boolean;
    /** Where rows can be selected, and which are. */
    pick?: Pick<Picking<Listed>, 'address' | 'isAll' | 'form'>;
    clock: Clock;
}

const nameOf = ({ screen, judgement, mayManage }: Listed) =>
    shownName(screen, { isNamed: judgement.isNamed || mayManage });

export const candidateTable = (view: CandidateList) =>
    table({
        ...view,
        columns: columnsOf(view),
        href: ({ screen }) =>
            `/screens/${screen.id}${view.sageId === undefined ? '' : `?sage_id=${view.sageId}`}`,
        pick: view.pick && {
            ...view.pick,
            boxOf: (row) => ({ name: pickName(row.screen.id), label: nameOf(row) })
        }
    });

function columnsOf({ rows, userId, users, sageId, isMixed, clock }: CandidateList): Column<Listed>[] {
    const userOf = ({ screen }: Listed) => users.get(screen.assignedTo ?? 0);
    const isScored = rows.some(({ screen }) => screen.status === 'ss_evaluated');
    const some = (is: boolean, column: Column<Listed>) => (is ? [column] : []);
    return [
        { title: 'Candidate', cell: (row) => [nameOf(row), marksOf(row, isMixed)] },
        ...some(sageId === undefined, { title: 'Sage', cell: ({ sage }) => sage, minor: true }),
        ...some(isMixed, {
            title: 'State',
            cell: ({ screen, unsent }) => stateBadge(stateOf(screen, unsent))
        }),
        ...some(isScored, { title: 'Score', cell: (row) => scoreOf(row, userId), minor: isMixed }),
        { title: 'When', cell: ({ screen }) => whenOf(screen, clock) },
        ...some(rows.some(userOf), { title: 'Assigned to', cell: userOf, minor: true })
    ];
}

/** What differs from the others in the list, as far as this user may know it. */
function marksOf({ screen, judgement, unsent }: Listed, isMixed: boolean): Part {
    const state = stateOf(screen, unsent);
    const isOwn = state !== candidateStates[queueStateOf(screen)];
    return [
        isOwn && !isMixed && html` ${stateBadge(state)}`,
        screen.flagged && judgement.shown && html` ${badge('Flagged', 'bad')}`
    ];
}

/** The reader's own levels once they are complete, and otherwise the latest complete ones that the reader may see. */
export function knownReview({ reviews }: Judgement, userId: number) {
    const complete = reviews.filter(({ complete }) => complete);
    return complete.findLast(({ by }) => by.id === userId) ?? complete.at(-1);
}

function scoreOf({ screen, judgement }: Listed, userId: number): Part {
    if (screen.status !== 'ss_evaluated') return undefined;
    const review = knownReview(judgement, userId);
    if (!review || review.score === null) return html`<span class="soft">Not scored</span>`;
    const { score, levels, recommendation } = review;
    const given = (['strong', 'partial', 'absent'] as const).flatMap((level) => {
        const { length } = levels.filter((one) => one.level === level);
        return length > 0 ? [`${length} ${level}`] : [];
    });
    const look = recommendation === 'advance' ? 'over' : 'under';
    return html`<span class="score"><b>${Math.floor(score)}</b><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="ground" width="100" height="8" rx="2" /><rect class="${look}" width="${score}" height="8" rx="2" /></svg><span class="hide"> of 100</span></span>
        <small class="soft not-phone">${given.join(', ')}</small>`;
}

type When = readonly [word: string, at: (screen: ScreenRow) => number | null];
const decided: When = ['', ({ decidedAt }) => decidedAt];
const ended: When = ['Ended', ({ endedAt }) => endedAt];

const times: Record<Exclude<QueueState, 'waiting'>, When> = {
    draft: ['Created', ({ createdAt }) => createdAt],
    invited: ['Expires', ({ expiresAt }) => expiresAt],
    started: ['Due', ({ deadlineAt }) => deadlineAt],
    submitted: ['Submitted', ({ submittedAt }) => submittedAt],
    advanced: decided,
    rejected: decided,
    hired: decided,
    cancelled: ended,
    expired: ended
};

function whenOf(screen: ScreenRow, clock: Clock): Part {
    const state = queueStateOf(screen);
    const { submittedAt, evaluatedAt, decidedAt, deciderName } = screen;
    if (state === 'waiting') {
        const since = evaluatedAt ?? submittedAt;
        return since !== null && `Waiting ${formatDuration(clock.now - since)}`;
    }
    const [word, timeOf] = times[state];
    const at = timeOf(screen);
    if (at === null) return undefined;
    const by = at === decidedAt && deciderName !== null && `, ${deciderName}`;
    return html`${word} ${moment(at, clock)}${by}`;
}
