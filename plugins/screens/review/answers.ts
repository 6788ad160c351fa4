// A question with its answer, what was found in it, and the reviewer's own level next to it.
import type { Review } from '../../../db/judgement/levels.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { flagList } from './flags.ts';
import { evidenceList, markedAnswer } from './marks.ts';

export const levelWords = {
    strong: 'Strong',
    partial: 'Partial',
    absent: 'Absent',
    unscored: 'No level'
} as const;

const anchors = ['strong', 'partial', 'absent'] as const;

interface Answered {
    criterion: Criterion;
    place: number;
    answer: string;
    /** Undefined where it is kept back. */
    finding: Finding | undefined;
    /** The reader's own levels, and those of a form that was refused; undefined where none are given here. */
    own: { review: Review | undefined; form: Form | undefined } | undefined;
}

/** The question and the answer on the left, the level on the right. */
export function answerSection({ criterion, place, answer, finding, own }: Answered): Html {
    const base = `f${place}`;
    return html`<section class="q" aria-labelledby="q${place}">
        <h2 id="q${place}"><small>Answer ${place + 1}</small><span dir="auto">${criterion.question}</span></h2>
        <div class="said">
            <p class="answer" dir="auto">${answer === '' ? html`<em>No answer.</em>` : markedAnswer(answer, finding, base)}</p>
            ${finding && [evidenceList(answer, finding, { base, criterion }), findingLine(finding), flagList(finding.flags)]}</div>
        ${own ? choices(criterion, place, givenIn(criterion, own)) : html`<div class="level">${meanings(criterion)}</div>`}</section>`;
}

const findingLine = ({ level, reason, evidence }: Finding) =>
    html`<p class="finding"><small>The software: ${level === 'unscored' ? 'No level. ' : html`<strong>${levelWords[level]}</strong>. `}${reason}
        ${level === 'strong' && evidence?.length === 0 && 'The built-in evaluator found no indicator in this answer. That is common for strong answers.'}</small></p>`;

export const meanings = ({ levels }: Criterion) =>
    html`<dl class="meanings">${anchors.map((level) => html`<dt>${levelWords[level]}</dt><dd>${levels[level]}</dd>`)}</dl>`;

const givenIn = ({ id }: Criterion, { review, form }: NonNullable<Answered['own']>) =>
    form
        ? { level: typed(form, `level_${id}`), reason: typed(form, `reason_${id}`) }
        : review?.levels.find(({ criterion_id }) => criterion_id === id);

/** The three levels as one choice. `base` begins the ids of its fields. */
export function levelChoice({
    name,
    base,
    given
}: {
    name: string;
    base: string;
    given: string | undefined;
}) {
    const choice = anchors.map((level) => {
        const field = `${base}-${level}`;
        return html`<label for="${field}"><input id="${field}" name="${name}" type="radio" value="${level}" ${level === given && { html: 'checked' }} />${levelWords[level]}</label>`;
    });
    return html`<div class="seg">${choice}</div>`;
}

function choices(criterion: Criterion, place: number, given: { level: string; reason: string } | undefined) {
    const { id, levels } = criterion;
    const reason = given?.reason ?? '';
    return html`<fieldset class="level"><legend>Your level for answer ${place + 1}</legend>
        ${levelChoice({ name: `level_${id}`, base: `level-${place}`, given: given?.level })}
        <div class="means">${meanings(criterion)}${anchors.map((level) => html`<p class="is-${level}">${levels[level]}</p>`)}</div>
        <details class="fold" ${reason !== '' && { html: 'open' }}><summary>Add a reason</summary><textarea name="reason_${id}" rows="2" data-longest="2000" aria-label="Reason for the level of answer ${place + 1}">
${reason}</textarea></details></fieldset>`;
}
