// What is odd about an answer, in words: what was found and why it matters.
import { weightyFlags } from '../../../db/sages/verdicts.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { badge } from '../../surfaces/pages/parts/badge.ts';

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
export function flagList(flags: readonly string[]) {
    if (flags.length === 0) return undefined;
    const items = flags.map((flag) => {
        const { title, why } = explained[flag] ?? { title: flag.replaceAll('_', ' '), why: '' };
        return html`<li>${badge(title, weightyFlags.includes(flag) ? 'bad' : 'waiting')} <small>${why}</small></li>`;
    });
    return html`<ul class="flags" aria-label="Flags for this answer">${items}</ul>`;
}
