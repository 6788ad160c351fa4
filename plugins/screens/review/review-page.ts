// One candidate: question, answer and verdict side by side, for a person who gives levels and decides.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import type { UnsentLink } from '../../../db/screens/unsent-links.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import { needsNoLevels, notEnglish } from '../../../db/sages/verdicts.ts';
import { isSent, ranOut, type ScreenRow, waitsForVerdict } from '../../../db/screens/screens.ts';
import { may } from '../../surfaces/auth/requester.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { notice, problem } from '../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import { html, type Part } from '../../surfaces/pages/layout.ts';
import { dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { formatTotal } from '../../surfaces/pages/parts/pager.ts';
import { mailButton, mailLink } from '../../surfaces/pages/parts/mail-link.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { sentenceOf } from '../../../words/states/state.ts';
import type { queueAround } from '../list/listing.ts';
import { stateOf } from '../../shared/candidates/states.ts';
import { actsOn } from './acts.ts';
import { answerSection } from './answers.ts';
import { decideBar, decisionsSoFar, type DecisionEmailStatus } from './decision.ts';
import { history } from './history.ts';
import { shownName } from '../../shared/candidates/names.ts';
import { disagreements, verdictTable } from './verdicts.ts';

/** The page of the screen that the address of a route names. */
export const reviewPath = ({ id }: Form) => `/screens/${encodeURIComponent(String(id))}`;

export interface ReviewView {
    screen: ScreenRow;
    unsent: UnsentLink | undefined;
    position: string;
    criteria: readonly Criterion[];
    /** The score from which the advice is to advance. */
    threshold: number;
    /** By criterion id. */
    answers: ReadonlyMap<string, string>;
    judgement: Judgement;
    telling: DecisionEmailStatus;
    /** Those that wait around this one, of one sage where the reviewer came from there. */
    queue: Awaited<ReturnType<typeof queueAround>> & { sageId: number | undefined };
    /** On test answers: what comes next. */
    trying: Part;
    /** Whether this user may do more than review. */
    mayManage: boolean;
    clock: Clock;
    /** Levels and decision as they were typed, where they were refused. */
    form?: Form | undefined;
}

export function reviewPage(view: ReviewView, visit: PageContext): View {
    const { screen, judgement, clock, criteria, mayManage, unsent } = view;
    const isOpen = screen.kind === 'real' && screen.status === 'ss_evaluated' && screen.erasedAt === null;
    const wrong = fieldErrorsIn(visit.flash, { decision: 'Choose a decision, or Later.' });
    const acts = mayManage ? actsOn(visit, screen, clock) : [];
    return {
        title: screen.submittedAt === null && mayManage ? screen.candidateName : shownName(screen, judgement),
        mark: stateBadge(stateOf(screen, unsent)),
        actions: [...acts.map(dialogButton), toData(view)],
        dialogs: acts,
        ...(isOpen ? { bar: queueBar(view) } : { crumbs: [{ word: 'Candidates', href: '/screens' }] }),
        styles: ['screens.css'],
        scripts: ['keys.js'],
        problem: problem(wrong?.message, targets[wrong?.field ?? ''] ?? ''),
        body: html`<p class="about">${view.position}. ${stateLine(view)}</p>
            ${unsent && mailNotice(unsent, visit)}
            ${isOpen && unreadNotice(screen)} ${isOpen ? sightNotice(view, visit) : (view.trying ?? notAnswered(screen))} ${isOpen && waitsForVerdict(screen) && judgeAgainForm(screen, visit)}
            ${isOpen && disagreements(criteria, judgement)}
            ${isOpen ? reviewForm(view, visit, wrong) : isSent(screen) && criteria.map((_, place) => section(view, place, undefined))}
            ${history(screen, judgement, clock)}`
    };
}

/** Where the page shows the fields that are refused by name. */
const targets: Readonly<Record<string, string>> = { note: 'note', decision: 'decision', levels: 'q0' };

const queryOf = ({ sageId }: ReviewView['queue']) => (sageId === undefined ? '' : `?sage_id=${sageId}`);

/** The way back, the place in the queue, and the candidates next to this one. */
function queueBar({ queue, screen }: ReviewView) {
    const { before, after, earlier, all } = queue;
    const link = (id: string | undefined, word: string) =>
        id !== undefined && html`<a href="/screens/${id}${queryOf(queue)}">${word}</a>`;
    const isWaiting = screen.decision === 'not_reviewed';
    const place = isWaiting ? `${earlier.total + 1} of ${formatTotal(all)}` : `${formatTotal(all)} waiting`;
    return html`<nav class="queue-bar" aria-label="Queue"><a href="/screens${queryOf(queue)}">Candidates</a>${link(before, 'Previous')}<span>${place}</span>${link(after, 'Next')}</nav>`;
}

/** What the state means here; while answers wait for levels, when they came in. */
function stateLine({ screen, judgement, clock, unsent }: ReviewView): Part {
    const { status, submittedAt, expiresAt, deadlineAt, endedAt, createdAt } = screen;
    if (endedAt !== null)
        return html`Ended ${moment(endedAt, clock)}. ${stateOf(screen).en.sentence} ${screen.cancelReason ? `Reason: ${screen.cancelReason}` : ''}`;
    const last = judgement.decisions.at(-1);
    if (screen.decision !== 'not_reviewed' && last)
        return sentenceOf<Part>(stateOf(screen), {
            name: last.deciderName ?? 'Someone',
            when: moment(last.at, clock)
        });
    if (submittedAt !== null) return html`Submitted ${moment(submittedAt, clock)}.`;
    const when = status === 'ss_started' ? deadlineAt : expiresAt;
    if (when !== null) return sentenceOf<Part>(stateOf(screen, unsent), { when: moment(when, clock) });
    return html`Created ${moment(createdAt, clock)}. ${stateOf(screen).en.sentence}`;
}

/** What the mail server answered, for those who may read it on the page of the email. */
const mailNotice = ({ mailId, words }: UnsentLink, { actor }: PageContext) =>
    may(actor, 'ss_admin_all', 'ss_support') &&
    html`<p class="notice">${words ?? undefined} <a href="/jobs/mails/${mailId}">Open the email</a></p>`;

const toData = ({ mayManage, screen: { id, kind } }: ReviewView) =>
    mayManage &&
    kind !== 'test' &&
    html`<a role="button" class="secondary" href="/screens/${id}/data">Candidate data</a>`;

const notAnswered = ({ kind, submittedAt, status, endedAt, erasedAt }: ScreenRow) => {
    if (erasedAt !== null)
        return notice("This candidate's data was deleted. Levels and decisions stay as numbers.");
    if (kind !== 'real') return notice('You can review only evaluated answers of real candidates.');
    if (status === 'ss_submitted') return notice(candidateStates.submitted.en.sentence);
    return submittedAt === null && endedAt === null && notice('No answers yet.');
};

const personAsked = ({ candidateName: name, candidateEmail: email }: ScreenRow) =>
    html`<p class="notice">This candidate asked to be interviewed by a person. Contact <strong>${name}</strong>, ${mailLink(email)}.</p>
        <p>${mailButton(email, `Email ${name}`)}</p>`;

/** Nobody wrote "nothing" on purpose: the page says what is known of why, and how to ask. */
function nothingCame(screen: ScreenRow) {
    const { candidateName: name, candidateEmail: email } = screen;
    const why = ranOut(screen)
        ? 'The time ended before anything was saved.'
        : 'The questions were submitted empty.';
    return html`<p class="notice">No answers came in. ${why} Nothing was evaluated. Ask <strong>${name}</strong> what happened, ${mailLink(email)}.</p>
        <p>${mailButton(email, `Email ${name}`)}</p>`;
}

/** The flag of another language reveals nothing about the content, so it is not withheld. */
function unreadNotice({ verdict }: ScreenRow) {
    const findings = verdict?.findings ?? [];
    const unread = findings.filter(({ reason }) => reason === notEnglish).length;
    if (unread === 0) return undefined;
    return notice(
        `The built-in evaluator supports English only: it did not evaluate ${unread} of ${pluralize(findings.length, 'answer')}. People review every answer.`
    );
}

/** Name and findings are withheld, so that people review independently first. */
function sightNotice({ screen, judgement }: ReviewView, visit: PageContext) {
    if (screen.verdict?.fault === 'person_asked') return personAsked(screen);
    if (screen.verdict?.fault === 'no_answers') return nothingCame(screen);
    if (!judgement.isNamed) return showItNow(screen, visit);
    if (screen.verdict?.fault)
        return notice('The software could not evaluate these answers. Review them yourself.');
    return notice('Passages the software found are highlighted. It can be wrong: you give the levels.');
}

/** To look early is an act of its own: it is recorded, and never follows from a link. */
const showItNow = ({ id }: ScreenRow, visit: PageContext) =>
    html`<div class="notice early"><p>Name and findings appear after you have given every level.</p>
        ${postForm(visit, {
            to: { rest: `/screens/${id}/show-findings` },
            body: html`<button type="submit" class="quiet">Show it now</button>`
        })}
        <small>This is recorded, and your levels no longer count as blind.</small></div>`;

type Own = Parameters<typeof answerSection>[0]['own'];

function section({ screen, criteria, answers, judgement }: ReviewView, place: number, own: Own) {
    const criterion = criteria[place];
    if (!criterion) return undefined;
    const finding =
        judgement.shown && screen.verdict?.findings.find(({ criterion_id }) => criterion_id === criterion.id);
    const answer = answers.get(criterion.id) ?? '';
    return answerSection({
        criterion,
        place,
        answer,
        finding: needsNoLevels(screen.verdict) ? undefined : finding || undefined, // the page says once why
        own
    });
}

/** One form: levels next to their answers, and the bar with the decision, which goes with them. */
function reviewForm(view: ReviewView, visit: PageContext, error: ReturnType<typeof fieldErrorsIn>) {
    const { screen, criteria, threshold, judgement, clock, form, queue, telling } = view;
    const review = judgement.reviews.findLast(({ by }) => by.id === visit.actor.id);
    const verdict = (judgement.shown && screen.verdict) || undefined;
    return postForm(visit, {
        to: { rest: `/screens/${screen.id}/review` },
        fields: {
            seen_decision: judgement.decisions.at(-1)?.id ?? 0,
            ...(screen.submittedAt !== null && { seen_submitted: screen.submittedAt }),
            ...(queue.sageId !== undefined && { sage_id: queue.sageId })
        },
        data: { guard: form ? 'changed' : 'typed' },
        body: html`${criteria.map((_, place) => section(view, place, { review, form }))}
            ${verdictTable({ criteria, judgement, verdict, clock })} ${decisionsSoFar(view)}
            ${decideBar({
                screen,
                review,
                of: { answers: criteria.length, threshold },
                telling,
                minutes: visit.app.config.screens.undoMs / 60_000,
                typed: form ? { decision: typed(form, 'decision'), note: typed(form, 'note') } : {},
                error
            })}`
    });
}

const judgeAgainForm = ({ id }: ScreenRow, visit: PageContext) =>
    postForm(visit, {
        to: { rest: `/screens/${id}/judge-again` },
        body: html`<button type="submit" class="secondary">Evaluate again</button>`
    });
