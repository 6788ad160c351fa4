// One candidate: question, answer and verdict side by side, for a person who gives levels and decides.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import { queueStateOf } from '../../../db/judgement/queue.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Level } from '../../../db/sages/verdicts.ts';
import { isSent, type ScreenRow, waitsForVerdict } from '../../../db/screens/screens.ts';
import type { Form } from '../../surfaces/http/typed.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { Visit } from '../../surfaces/pages/console/visit.ts';
import { notice, problem } from '../../surfaces/pages/form-controls.ts';
import { wrongIn } from '../../surfaces/pages/form-posts.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { stateBadge } from './states.ts';
import { actsOn } from './acts.ts';
import { answerSection } from './answers.ts';
import { decisionForm, type Telling } from './decision.ts';
import { history } from './history.ts';
import { overriding } from './overriding.ts';
import { verdictTable } from './verdicts.ts';

/** The page of the screen that the address of a route names. */
export const reviewPath = ({ id }: Form) => `/screens/${encodeURIComponent(String(id))}`;

export interface ReviewView {
    screen: ScreenRow;
    position: string;
    criteria: readonly Criterion[];
    /** By criterion id. */
    answers: ReadonlyMap<string, string>;
    judgement: Judgement;
    telling: Telling;
    /** Whether this user may do more than judge. */
    mayManage: boolean;
    clock: Clock;
    /** The levels as they were typed, where they were refused. */
    form?: Form | undefined;
}

export function reviewPage(view: ReviewView, visit: Visit): View {
    const { screen, judgement, telling, clock, criteria, mayManage } = view;
    const isOpen = screen.kind === 'real' && screen.status === 'ss_evaluated' && screen.erasedAt === null;
    const wrong = wrongIn(visit.flash, {
        levels: 'Choose a level for at least one answer.',
        reason: 'Say why you override the level. Nothing was changed.'
    });
    const acts = mayManage ? actsOn(visit, screen, clock) : [];
    const verdict = (judgement.shown && screen.verdict) ?? undefined;
    const overrides = isOpen ? overridesOf(view, visit) : [];
    return {
        title: screen.candidateName,
        mark: stateBadge(queueStateOf(screen)),
        actions: [...acts.map(({ dialog, word }) => dialogButton(dialog, word)), toData(view)],
        dialogs: [...acts.map(({ dialog }) => dialog), ...overrides.flatMap((one) => one ?? [])],
        crumbs: [{ word: 'Screens', href: '/screens' }],
        styles: ['screens.css'],
        problem: problem(wrong?.message, wrong?.field === 'note' ? 'note' : ''),
        body: html`<p class="about">${view.position}, ${times(screen, clock)}</p>
            ${isOpen ? sightNotice(view) : notAnswered(screen)} ${isOpen && waitsForVerdict(screen) && judgeAgainForm(screen, visit)}
            ${isOpen ? levelsForm(view, visit, overrides) : isSent(screen) && criteria.map((_, place) => section(view, place))}
            ${isOpen && verdictTable({ criteria, judgement, verdict, clock })}
            ${isOpen && decisionForm(visit, { screen, judgement, telling, clock, error: wrong?.field === 'note' ? wrong.message : undefined })}
            ${history(screen, judgement, clock)}`
    };
}

function times(screen: ScreenRow, clock: Clock) {
    const { status, submittedAt, expiresAt, deadlineAt, endedAt, createdAt, verdict } = screen;
    if (endedAt !== null) return html`ended ${moment(endedAt, clock)}`;
    const how = verdict?.fault === 'person_asked' ? 'asked for a person' : 'handed in';
    if (submittedAt !== null) return html`${how} ${moment(submittedAt, clock)}`;
    const until = status === 'ss_started' ? deadlineAt : expiresAt;
    return until === null ? html`made ${moment(createdAt, clock)}` : html`open until ${moment(until, clock)}`;
}

const toData = ({ mayManage, screen: { id, kind } }: ReviewView) =>
    mayManage &&
    kind !== 'test' &&
    html`<a role="button" class="secondary" href="/screens/${id}/data">Candidate data</a>`;

const notAnswered = ({ kind, submittedAt, status, erasedAt }: ScreenRow) => {
    if (erasedAt !== null) return notice('This candidate was erased. Levels and decisions stay as figures.');
    if (kind !== 'real') return notice('Only the evaluated answers of a candidate are judged here.');
    if (status === 'ss_submitted')
        return notice('The software reads these answers now. Then you can judge them.');
    return submittedAt === null && notice('There are no answers to read yet.');
};

/** What the software found is kept back, so that people judge for themselves first. */
function sightNotice({ screen, judgement }: ReviewView) {
    if (screen.verdict?.fault === 'person_asked')
        return notice('This candidate would rather be asked by a person. Get in touch with them.');
    if (screen.verdict?.fault)
        return notice('The software could not read these answers. A person judges them.');
    if (judgement.shown)
        return notice('Passages that the software found are marked. It may be wrong: you give the levels.');
    return html`<p class="notice">What the software found is shown once you have given every level.
        <a href="/screens/${screen.id}?show=verdict">Show it now</a>: that is recorded, and your levels are not blind then.</p>`;
}

function section(
    { screen, criteria, answers, judgement }: ReviewView,
    place: number,
    { own, override }: Partial<Pick<Parameters<typeof answerSection>[0], 'own' | 'override'>> = {}
) {
    const criterion = criteria[place];
    if (!criterion) return undefined;
    const finding =
        judgement.shown && screen.verdict?.findings.find(({ criterion_id }) => criterion_id === criterion.id);
    return answerSection({
        criterion,
        place,
        answer: answers.get(criterion.id) ?? '',
        finding: finding || undefined,
        own,
        override
    });
}

function levelsForm(view: ReviewView, visit: Visit, overrides: readonly (Dialog | undefined)[]) {
    const { screen, criteria, judgement, form } = view;
    const review = judgement.reviews.findLast(({ by }) => by.id === visit.actor.id);
    const sections = criteria.map((_, place) => {
        const dialog = overrides[place];
        return section(view, place, {
            own: { review, form },
            override: dialog && html`<p>${dialogButton(dialog, 'Override')}</p>`
        });
    });
    if (review?.complete) return html`${sections}`;
    return postForm(visit, {
        to: { rest: `/screens/${screen.id}/levels` },
        body: html`${sections}<button type="submit">Save the levels</button>`
    });
}

/** By the place of the criterion, where this reader has given every level or sees one that the software gave. */
function overridesOf({ screen, criteria, judgement }: ReviewView, visit: Visit) {
    const review = judgement.reviews.findLast(({ by }) => by.id === visit.actor.id);
    return criteria.map((criterion, place) => {
        const found = judgement.shown && levelOf(screen.verdict?.findings ?? [], criterion);
        const own = review?.complete ? levelOf(review.levels, criterion) : undefined;
        const level = own ?? (found === 'unscored' ? undefined : found || undefined);
        return level && overriding(visit, screen, { criterion, place, level });
    });
}

const levelOf = <L extends Level>(levels: readonly { criterion_id: string; level: L }[], { id }: Criterion) =>
    levels.find(({ criterion_id }) => criterion_id === id)?.level;

const judgeAgainForm = ({ id }: ScreenRow, visit: Visit) =>
    postForm(visit, {
        to: { rest: `/screens/${id}/judge-again` },
        body: html`<button type="submit" class="secondary">Judge again</button>`
    });
