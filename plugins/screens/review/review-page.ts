// One candidate: question, answer and verdict side by side, for a person who gives levels and decides.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import { type Level, notEnglish } from '../../../db/sages/verdicts.ts';
import { isSent, type ScreenRow, waitsForVerdict } from '../../../db/screens/screens.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { notice, problem } from '../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import { html, type Part } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { mailButton, mailLink } from '../../surfaces/pages/parts/mail-link.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { sentenceOf } from '../../../words/states/state.ts';
import { stateOf } from './states.ts';
import { actsOn } from './acts.ts';
import { answerSection } from './answers.ts';
import { decisionPart, type DecisionEmailStatus } from './decision.ts';
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
    telling: DecisionEmailStatus;
    /** Whether this user may do more than review. */
    mayManage: boolean;
    clock: Clock;
    /** Levels and decision as they were typed, where they were refused. */
    form?: Form | undefined;
}

export function reviewPage(view: ReviewView, visit: PageContext): View {
    const { screen, judgement, clock, criteria, mayManage } = view;
    const isOpen = screen.kind === 'real' && screen.status === 'ss_evaluated' && screen.erasedAt === null;
    const wrong = fieldErrorsIn(visit.flash, {
        levels: 'Choose a level for at least one answer.',
        reason: 'Enter a reason for the new level. Nothing was changed.'
    });
    const acts = mayManage ? actsOn(visit, screen, clock) : [];
    const overrides = isOpen ? overridesOf(view, visit) : [];
    return {
        title: screen.candidateName,
        mark: stateBadge(stateOf(screen)),
        actions: [...acts.map(({ dialog, word }) => dialogButton(dialog, word)), toData(view)],
        dialogs: [...acts.map(({ dialog }) => dialog), ...overrides.flatMap((one) => one ?? [])],
        crumbs: [{ word: 'Candidates', href: '/screens' }],
        styles: ['screens.css'],
        problem: problem(wrong?.message, wrong?.field === 'note' ? 'note' : ''),
        body: html`<p class="about">${view.position}. ${stateLine(view)}</p>
            ${isOpen && unreadNotice(screen)} ${isOpen ? sightNotice(view) : notAnswered(screen)} ${isOpen && waitsForVerdict(screen) && judgeAgainForm(screen, visit)}
            ${isOpen ? judgingForm(view, visit, { overrides, wrong }) : isSent(screen) && criteria.map((_, place) => section(view, place))}
            ${history(screen, judgement, clock)}`
    };
}

/** What the state means here; while answers wait for levels, when they came in. */
function stateLine({ screen, judgement, clock }: ReviewView): Part {
    const { status, submittedAt, expiresAt, deadlineAt, endedAt, createdAt } = screen;
    if (endedAt !== null) return html`Ended ${moment(endedAt, clock)}. ${stateOf(screen).en.sentence}`;
    const last = judgement.decisions.at(-1);
    if (screen.decision !== 'not_reviewed' && last)
        return sentenceOf<Part>(stateOf(screen), {
            name: last.deciderName ?? 'Someone',
            when: moment(last.at, clock)
        });
    if (submittedAt !== null) return html`Submitted ${moment(submittedAt, clock)}.`;
    const when = status === 'ss_started' ? deadlineAt : expiresAt;
    if (when !== null) return sentenceOf<Part>(stateOf(screen), { when: moment(when, clock) });
    return html`Created ${moment(createdAt, clock)}. ${stateOf(screen).en.sentence}`;
}

const toData = ({ mayManage, screen: { id, kind } }: ReviewView) =>
    mayManage &&
    kind !== 'test' &&
    html`<a role="button" class="secondary" href="/screens/${id}/data">Candidate data</a>`;

const notAnswered = ({ kind, submittedAt, status, erasedAt }: ScreenRow) => {
    if (erasedAt !== null)
        return notice("This candidate's data was deleted. Levels and decisions stay as numbers.");
    if (kind !== 'real') return notice('You can review only evaluated answers of real candidates.');
    if (status === 'ss_submitted') return notice(candidateStates.submitted.en.sentence);
    return submittedAt === null && notice('No answers yet.');
};

const personAsked = ({ candidateName: name, candidateEmail: email }: ScreenRow) =>
    html`<p class="notice">This candidate asked to be interviewed by a person. Contact <strong>${name}</strong>, ${mailLink(email)}.</p>
        <p>${mailButton(email, `Email ${name}`)}</p>`;

/** The flag of another language reveals nothing about the content, so it is not withheld. */
function unreadNotice({ verdict }: ScreenRow) {
    const findings = verdict?.findings ?? [];
    const unread = findings.filter(({ reason }) => reason === notEnglish).length;
    if (unread === 0) return undefined;
    return notice(
        `The built-in evaluator supports English only: it did not evaluate ${unread} of ${pluralize(findings.length, 'answer')}. People review every answer.`
    );
}

/** The findings of the software are withheld, so that people review independently first. */
function sightNotice({ screen, judgement }: ReviewView) {
    if (screen.verdict?.fault === 'person_asked') return personAsked(screen);
    if (screen.verdict?.fault)
        return notice('The software could not evaluate these answers. Review them yourself.');
    if (judgement.shown)
        return notice('Passages the software found are highlighted. It can be wrong: you give the levels.');
    return html`<p class="notice">Findings appear after you have given every level.
        <a href="/screens/${screen.id}?show=verdict">Show it now</a>. This is recorded, and your levels no longer count as blind.</p>`;
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

interface Judging {
    overrides: readonly (Dialog | undefined)[];
    wrong: ReturnType<typeof fieldErrorsIn>;
}

/** One form for levels and decision, with a button for each: whatever was chosen is sent with both. */
function judgingForm(view: ReviewView, visit: PageContext, { overrides, wrong }: Judging) {
    const { screen, criteria, judgement, clock } = view;
    const verdict = (judgement.shown && screen.verdict) ?? undefined;
    const error = wrong?.field === 'note' ? wrong.message : undefined;
    return postForm(visit, {
        to: { rest: `/screens/${screen.id}/decide` },
        body: html`${levelsPart(view, visit, overrides)} ${verdictTable({ criteria, judgement, verdict, clock })}
            ${decisionPart({ ...view, typed: typedDecision(view, visit), error })}`
    });
}

const typedDecision = ({ form }: ReviewView, { flash }: PageContext) =>
    form ? { decision: typed(form, 'decision'), note: typed(form, 'note') } : (flash?.typed ?? {});

function levelsPart(view: ReviewView, visit: PageContext, overrides: readonly (Dialog | undefined)[]) {
    const { screen, criteria, judgement, form } = view;
    const review = judgement.reviews.findLast(({ by }) => by.id === visit.actor.id);
    const sections = criteria.map((_, place) => {
        const dialog = overrides[place];
        return section(view, place, {
            own: { review, form },
            override: dialog && html`<p>${dialogButton(dialog, 'Override')}</p>`
        });
    });
    if (review?.complete) return sections;
    const path = `${visit.app.config.paths.rest}/screens/${screen.id}/levels`;
    return html`${sections}<p><button type="submit" formaction="${path}" formnovalidate>Save levels</button></p>`;
}

/** By the place of the criterion, where this reader has given every level or sees one that the software gave. */
function overridesOf({ screen, criteria, judgement }: ReviewView, visit: PageContext) {
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

const judgeAgainForm = ({ id }: ScreenRow, visit: PageContext) =>
    postForm(visit, {
        to: { rest: `/screens/${id}/judge-again` },
        body: html`<button type="submit" class="secondary">Evaluate again</button>`
    });
