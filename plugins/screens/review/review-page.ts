// One candidate: question, answer and verdict side by side, for a person who gives levels and decides.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import { decisionMailsIn, decisionMailOf } from '../../../db/judgement/decision-mails.ts';
import { rubricOf } from '../../../db/builds/releases.ts';
import { readableScreen } from '../../../db/screens/access.ts';
import { type UnsentLink, unsentLinks } from '../../../db/screens/unsent-links.ts';
import type { Reader } from '../../../db/store/index.ts';
import type { App } from '../../app.ts';
import { judgementsFor } from '../../shared/candidates/judgements.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { findSage, mayView, type SageRow } from '../../../db/sages/sages.ts';
import { needsNoLevels, notEnglish } from '../../../db/sages/verdicts.ts';
import {
    isSent,
    markOpened,
    ranOut,
    type ScreenRow,
    sentAnswersOf,
    waitsForVerdict
} from '../../../db/screens/screens.ts';
import { editors } from '../../surfaces/auth/capability-sets.ts';
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
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { sentenceOf } from '../../../words/states/state.ts';
import { workflow } from '../../../db/sages/workflow.ts';
import { queueAround } from '../list/listing.ts';
import { actsOn } from './acts.ts';
import { answerSection } from './answers.ts';
import { decideBar, decisionsSoFar, decidedWord } from './decision.ts';
import { sagePath } from '../../shared/sage-view.ts';
import { shownName, stateOf } from '../../shared/candidates/words.ts';
import { disagreements, verdictTable } from './verdicts.ts';

/** The page of the screen that the address of a route names. */
export const reviewPath = ({ id }: Form) => `/screens/${encodeURIComponent(String(id))}`;

/** Which candidate, within the queue of one sage or of all, with what was typed. */
export interface Asked {
    id: string;
    sage_id?: number;
    form?: Form;
}

type ReviewView = Awaited<ReturnType<typeof reviewOf>>;

async function reviewOf(app: App, { id, sage_id, form }: Asked, visit: PageContext) {
    const { actor } = visit;
    const { store, now } = app;
    const viewer = viewerOf(app, actor);
    const screen = await readableScreen(store.read, id, viewer);
    if (screen.openedAt === null && !form) await store.write((tx) => markOpened(tx, id, now()));
    const judgementOf = await judgementsFor(app, [screen], { actor, isPage: true });
    const sage = await findSage(store.read, screen.sageId);
    return {
        screen,
        unsent: (await unsentLinks(store.read, [screen])).get(id),
        telling: {
            settings: await decisionMailsIn(store.read),
            mail: await decisionMailOf(store.read, id)
        },
        position: sage?.name ?? '',
        trying: tryingBox(visit, screen, sage && mayView(viewer, sage) ? sage : undefined),
        mayManage: sage !== undefined && mayView(viewer, sage),
        ...(await materialOf(store.read, screen)),
        judgement: judgementOf(screen),
        queue: { ...(await queueAround(app, screen, actor, sage_id)), sageId: sage_id },
        clock: clockOf(app),
        form
    };
}

/** The page of one candidate, which is read from now on. */
export const showReview = async (app: App, asked: Asked, visit: PageContext) =>
    reviewPage(await reviewOf(app, asked, visit), visit);

/** The parts that are read before a review: the criteria and the answers by criterion. */
async function materialOf(on: Reader, screen: ScreenRow) {
    const rubric = await rubricOf(on, screen.releaseRunId ?? '');
    const answers = await sentAnswersOf(on, screen);
    return {
        criteria: rubric?.criteria ?? [],
        threshold: rubric?.threshold ?? 0,
        answers: new Map(answers.map(({ criterionId, answer }) => [criterionId, answer]))
    };
}

function reviewPage(view: ReviewView, visit: PageContext): View {
    const { screen, judgement, clock, criteria, mayManage, unsent } = view;
    const isOpen = screen.kind === 'real' && screen.status === 'ss_evaluated' && screen.erasedAt === null;
    const wrong = fieldErrorsIn(visit.flash, { decision: 'Choose a decision, or Decide later.' });
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
export const showItNow = ({ id }: Pick<ScreenRow, 'id'>, visit: PageContext, toData = false) =>
    html`<div class="notice early"><p>${toData ? 'This page shows the name. It opens after you have given every level.' : 'Name and findings appear after you have given every level.'}</p>
        ${postForm(visit, {
            to: { rest: `/screens/${id}/show-findings` },
            fields: toData ? { to: 'data' } : {},
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

type Event = readonly [at: number | null, what: Part];

/** What happened to a screen, the first first. */
function history(screen: ScreenRow, { reviews, decisions, notes }: Judgement, clock: Clock) {
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

/** The test answers of a check: whoever reads them confirms them here, and goes on with the sage. */
function tryingBox(visit: PageContext, { kind, runId }: ScreenRow, sage: SageRow | undefined) {
    if (kind !== 'test' || !sage) return undefined;
    const isNext = sage.stepNumber === workflow.testing && runId === sage.releaseRunId;
    const mayConfirm = isNext && may(visit.actor, ...editors);
    const confirm = postForm(visit, {
        to: { rest: `${sagePath(sage)}/testing/pass` },
        body: html`<button type="submit">Looks right: continue</button>`
    });
    return html`<section class="next" aria-labelledby="next-title"><div><h2 id="next-title">Do the test answers look right?</h2>
        <p>This is what a reviewer sees, with the passages that the software found. No candidate wrote these answers.</p></div>
        <div class="acts">${mayConfirm && confirm}<a role="button" class="secondary" href="${sagePath(sage)}">Back to the sage</a></div></section>`;
}
