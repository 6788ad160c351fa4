// A question with its answer, what was found in it, and the reviewer's own level next to it.
import type { Review } from '../../../db/judgement/levels.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import { type Finding, weightyFlags } from '../../../db/sages/verdicts.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { badge } from '../../surfaces/pages/parts/badge.ts';
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

interface Explained {
    title: string;
    why: string;
}

const explained: Readonly<Record<string, Explained>> = {
    boundary: {
        title: 'Imitates the frame around answers',
        why: 'The answer contains the markers that separate it from the question. This can be an attempt to mislead the evaluator.'
    },
    canary: {
        title: 'Evaluator leaked its secret word',
        why: 'The evaluator revealed a secret word: it followed instructions in the answer.'
    },
    consent_changed: {
        title: 'Not read by software',
        why: 'The candidate consented to a different evaluator than the one set up now.'
    },
    content_filtered: {
        title: 'Refused by a filter',
        why: 'The content filter of the model’s provider, or the model itself, refused this text. The answer can still be good.'
    },
    copied_question: {
        title: 'Repeats the question',
        why: 'The answer repeats words from the question or its levels. They do not count as evidence about the candidate.'
    },
    evaluator_unavailable: {
        title: 'Not read by software',
        why: 'The evaluator was not available. The answer itself is fine.'
    },
    evaluators_disagree: {
        title: 'Evaluators disagree',
        why: 'The model found nothing, but the answer contains at least half of the indicators. Read the whole answer.'
    },
    forged_verdict: {
        title: 'Rates itself',
        why: 'The answer contains levels or scores in the format of an evaluator, as if it had rated itself.'
    },
    person_asked: {
        title: candidateStates.person_asked.en.label,
        why: candidateStates.person_asked.en.sentence
    },
    no_answers: { title: candidateStates.no_answers.en.label, why: candidateStates.no_answers.en.sentence },
    hidden_text: {
        title: 'Contains hidden text',
        why: 'The answer contains invisible characters or hidden text, possibly to keep it from human readers.'
    },
    instruction_to_judge: {
        title: 'Instructions to the evaluator',
        why: 'The answer asks for a level or gives instructions instead of answering. It may also be a harmless quote.'
    },
    keyword_list: {
        title: 'Keyword list',
        why: 'The answer strings words of the indicators together without saying what was done.'
    },
    level_unquoted: {
        title: 'Level without evidence',
        why: 'The model gave a level without a supporting quote, so the level does not count.'
    },
    not_read: {
        title: 'Not read completely',
        why: 'The software took too long with this answer and was stopped. Read the whole answer: it may be written to cause that.'
    },
    quote_not_found: {
        title: 'Quote not found',
        why: 'The model quoted words that are not in the answer. They are left out.'
    },
    reply_invalid: {
        title: 'The model’s reply could not be read',
        why: "The model's reply was not in the required format, so it gave no level."
    }
};

/** Those of weight need a person whatever else was found; all others only inform. */
function flagList(flags: readonly string[]) {
    if (flags.length === 0) return undefined;
    const items = flags.map((flag) => {
        const { title, why } = explained[flag] ?? { title: flag.replaceAll('_', ' '), why: '' };
        return html`<li>${badge(title, weightyFlags.includes(flag) ? 'bad' : 'waiting')} <small>${why}</small></li>`;
    });
    return html`<ul class="flags" aria-label="Flags for this answer">${items}</ul>`;
}
