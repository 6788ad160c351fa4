// A question with its answer, the findings, and the reviewer's own level.
import type { Review } from '../../../db/judgement/levels.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import { area } from '../../surfaces/pages/form-controls.ts';
import { type Html, html, type Part } from '../../surfaces/pages/layout.ts';
import { flagList } from './flags.ts';
import { markedAnswer } from './marks.ts';

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
    /** The button that overrides a level, where there is one to override. */
    override: Part;
}

/** The question and the answer on the left, the verdict on it on the right. */
export function answerSection({ criterion, place, answer, finding, own, override }: Answered): Html {
    return html`<section class="answered">
        <h2>${criterion.question}</h2>
        <div class="said">
            <p class="answer">${answer === '' ? html`<em>No answer.</em>` : markedAnswer(answer, finding)}</p>
            ${finding && flagList(finding.flags)}</div>
        <div class="judged">${finding && findingLine(finding)}
            ${own ? ownLevel(criterion, place, own) : meanings(criterion)} ${override}</div></section>`;
}

const findingLine = ({ level, reason, evidence }: Finding) =>
    html`<p class="finding"><small>The software: ${level === 'unscored' ? 'No level. ' : html`<strong>${levelWords[level]}</strong>. `}${reason}
        ${level === 'strong' && evidence?.length === 0 && 'The built-in evaluator found no indicator in this answer. That is common for strong answers.'}</small></p>`;

const meanings = ({ levels }: Criterion) =>
    html`<dl class="meanings">${anchors.map((level) => html`<dt>${levelWords[level]}</dt><dd>${levels[level]}</dd>`)}</dl>`;

/** Once every level is given, one is changed by overriding it, with a reason. */
function ownLevel(criterion: Criterion, place: number, { review, form }: NonNullable<Answered['own']>) {
    const given = review?.levels.find(({ criterion_id }) => criterion_id === criterion.id);
    if (!review?.complete) return choices(criterion, place, form ? typedLevel(form, criterion) : given);
    return html`<p>Your level: <strong>${levelWords[given?.level ?? 'unscored']}</strong>${given?.reason && html`<br /><small>${given.reason}</small>`}</p>`;
}

const typedLevel = (form: Form, { id }: Criterion) => ({
    level: typed(form, `level_${id}`),
    reason: typed(form, `reason_${id}`)
});

function choices(
    { id, levels }: Criterion,
    place: number,
    given: { level: string; reason: string } | undefined
) {
    const choice = anchors.map((level) => {
        const field = `level-${place}-${level}`;
        return html`<label for="${field}">
            <input id="${field}" name="level_${id}" type="radio" value="${level}" ${level === given?.level && { html: 'checked' }} />
            <strong>${levelWords[level]}</strong>: ${levels[level]}</label>`;
    });
    return html`<fieldset><legend>Your level</legend>${choice}</fieldset>
        ${area({ name: `reason_${id}`, label: 'Why', help: 'Optional. Add a reason if you change a level.', value: given?.reason ?? '', maxlength: 2000, rows: 2 })}`;
}
