// One candidate's answers, for a person who gives levels and decides. Works without JavaScript.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import type { Review } from '../../../db/judgement/levels.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import { decisions, type ScreenRow } from '../../../db/screens/screens.ts';
import { dateIn } from '../../surfaces/pages/dates.ts';
import { area, hidden, notice, problem } from '../../surfaces/pages/form-controls.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { markedAnswer } from './marks.ts';

export interface ReviewView {
    screen: ScreenRow;
    position: string;
    criteria: readonly Criterion[];
    /** By criterion id. */
    answers: ReadonlyMap<string, string>;
    judgement: Judgement;
    userId: number;
    nonce: string;
    /** Below which the forms post. */
    restPath: string;
    timeZone: string;
    wrong: { field: string; message: string } | undefined;
    typed: Readonly<Record<string, string>>;
}

export function reviewPage(view: ReviewView): View {
    const { screen, position, criteria, wrong } = view;
    const isOpen = screen.kind === 'real' && screen.status === 'ss_evaluated';
    return {
        title: screen.candidateName,
        crumbs: [{ word: 'Screens', href: '/screens' }],
        narrow: true,
        problem: problem(wrong?.message, wrong?.field === 'note' ? 'note' : ''),
        body: html`<p>${position}${screen.submittedAt !== null && html`, handed in on ${dateIn(view.timeZone, screen.submittedAt)}`}</p>
            ${isOpen ? sightNotice(view) : notice('Only the evaluated answers of a candidate are judged here.')}
            ${isOpen ? levelsForm(view) : criteria.map((criterion) => answerSection(view, criterion))}
            ${isOpen && verdicts(view)} ${isOpen && decisionForm(view)}`
    };
}

/** What the software found is kept back, so that people judge for themselves first. */
function sightNotice({ screen, judgement }: ReviewView) {
    if (screen.verdict?.fault)
        return notice('The software could not read these answers. A person judges them.');
    if (judgement.shown)
        return notice('Passages that the software found are marked. It may be wrong: you give the levels.');
    return html`<p class="notice">What the software found is shown once you have given every level.
        <a href="/screens/${screen.id}?show=verdict">Show it now</a>: that is recorded, and your levels are not blind then.</p>`;
}

const findingOf = ({ screen, judgement }: ReviewView, id: string): Finding | undefined =>
    judgement.shown && screen.verdict?.findings.find(({ criterion_id }) => criterion_id === id);

function answerSection(view: ReviewView, { id, question }: Criterion, levels?: Html) {
    const answer = view.answers.get(id) ?? '';
    const finding = findingOf(view, id);
    return html`<section><h2>${question}</h2>
        <p class="answer">${answer === '' ? html`<em>No answer.</em>` : markedAnswer(answer, finding)}</p>
        ${finding && html`<p><small>The software: ${finding.reason} ${finding.flags.map((flag) => html`<span class="badge">${flag.replaceAll('_', ' ')}</span> `)}</small></p>`}
        ${levels}</section>`;
}

const ownReview = ({ judgement, userId }: ReviewView) =>
    judgement.reviews.findLast(({ by }) => by.id === userId);

function levelsForm(view: ReviewView) {
    const { screen, criteria, nonce, restPath } = view;
    const own = ownReview(view);
    return html`<form method="post" action="${restPath}/screens/${screen.id}/levels">
        ${hidden({ nonce, screen: screen.id })}
        ${criteria.map((criterion, place) => answerSection(view, criterion, choices(criterion, place, own)))}
        <button type="submit">Save the levels</button></form>`;
}

const levels = { strong: 'Strong', partial: 'Partial', absent: 'Absent' } as const;

function choices({ id, levels: anchors }: Criterion, place: number, own: Review | undefined) {
    const given = own?.levels.find(({ criterion_id }) => criterion_id === id);
    const choice = Object.entries(levels).map(([level, label]) => {
        const field = `level-${place}-${level}`;
        const isGiven = given?.level === level;
        return html`<label for="${field}">
            <input id="${field}" name="level_${id}" type="radio" value="${level}" ${isGiven && { html: 'checked' }} />
            <strong>${label}</strong>: ${anchors[level as keyof typeof levels]}</label>`;
    });
    const reason = `reason-${place}`;
    return html`<fieldset><legend>Your level</legend>${choice}</fieldset>
        <label for="${reason}">Why (may be empty)</label>
        <textarea id="${reason}" name="reason_${id}" rows="2" maxlength="2000">
${given?.reason ?? ''}</textarea>`;
}

const advice = {
    advance: 'speaks for going on',
    reject: 'speaks against going on',
    needs_review: 'says nothing yet'
};

/** What people came to, each at last. Others' levels are shown to whoever has judged. */
function verdicts(view: ReviewView) {
    const { judgement, userId, timeZone } = view;
    const last = new Map(judgement.reviews.map((review) => [review.by.id, review]));
    const shown = Array.from(last.values()).filter(
        ({ by }) => judgement.shown !== undefined || by.id === userId
    );
    if (shown.length === 0) return undefined;
    return html`<section><h2>What people came to</h2><ul>${shown.map(
        ({ by, at, blind, score, recommendation }) => html`<li><strong>${by.displayName}</strong>:
            ${score === null ? 'some levels are missing' : `${score} of 100, which ${advice[recommendation]}`}
            <br /><small>${dateIn(timeZone, at)}${blind ? ', judged before seeing what the software found' : ''}</small></li>`
    )}</ul></section>`;
}

const decided = {
    not_reviewed: 'Not decided',
    advanced: 'Goes on',
    rejected: 'Does not go on',
    hired: 'Hired'
} as const;

function decisionForm(view: ReviewView) {
    const { screen, nonce, restPath, typed, wrong } = view;
    const error = wrong?.field === 'note' ? wrong.message : undefined;
    const help = 'Needed where it changes an earlier decision or goes against a recommendation.';
    return html`<section><h2>Decision</h2>
        ${decisionList(view)}
        <form method="post" action="${restPath}/screens/${screen.id}/decide">
            ${hidden({ nonce, screen: screen.id })}
            <fieldset><legend>You decide, no software does</legend>${decisionChoice(view)}</fieldset>
            ${area({ name: 'note', label: 'Note', help, value: typed['note'] ?? '', error, maxlength: 2000, rows: 3 })}
            <button type="submit">Decide</button></form></section>`;
}

function decisionList({ judgement, timeZone }: ReviewView) {
    if (judgement.decisions.length === 0) return undefined;
    const items = judgement.decisions.map(
        ({ decision, deciderName, at, note }) => html`<li><strong>${decided[decision]}</strong>,
            ${deciderName ?? 'somebody'}, ${dateIn(timeZone, at)}${note !== '' && html`<br />${note}`}</li>`
    );
    return html`<ul>${items}</ul>`;
}

function decisionChoice({ screen, typed }: ReviewView) {
    const chosen = typed['decision'] ?? (screen.decision === 'not_reviewed' ? '' : screen.decision);
    return decisions.map(
        (decision) => html`<label for="decision-${decision}">
            <input id="decision-${decision}" name="decision" type="radio" value="${decision}" required ${decision === chosen && { html: 'checked' }} />
            ${decided[decision]}</label>`
    );
}
