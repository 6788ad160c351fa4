// What is odd about an answer, in words: what was found and why it matters.
import { weightyFlags } from '../../../db/sages/verdicts.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { badge } from '../../surfaces/pages/parts/badge.ts';

interface Explained {
    title: string;
    why: string;
}

const explained: Readonly<Record<string, Explained>> = {
    boundary: {
        title: 'Imitates the frame around answers',
        why: 'The answer holds the marks that separate it from the question, as somebody writes who wants to mislead a judge.'
    },
    canary: {
        title: 'Repeats a secret of the judge',
        why: 'The judge gave away a word that only it knows: it followed the text instead of reading it.'
    },
    consent_changed: {
        title: 'Not read by software',
        why: 'The candidate agreed to other readers than those that are set up now.'
    },
    content_filtered: {
        title: 'Refused by a filter',
        why: 'The content filter of the model’s provider, or the model itself, refused this text. That says nothing about the answer.'
    },
    copied_question: {
        title: 'Repeats the question',
        why: 'Words of the question or of its levels are in the answer; they say nothing about the candidate.'
    },
    evaluator_unavailable: {
        title: 'Not read by software',
        why: 'The software could not be asked. Nothing is wrong with the answer.'
    },
    evaluators_disagree: {
        title: 'Two readers disagree',
        why: 'The model found nothing, but the answer contains at least half of the indicators. Read the whole answer.'
    },
    forged_verdict: {
        title: 'Looks like a verdict',
        why: 'The answer holds levels or scores in the form that a judge writes them, as if it had judged itself.'
    },
    person_asked: {
        title: 'Would rather be asked by a person',
        why: 'No software reads what this candidate wrote. Get in touch with them.'
    },
    hidden_text: {
        title: 'Holds text that nobody sees',
        why: 'Characters that are not shown, or text that is hidden, are in the answer. A person may have been meant not to read it.'
    },
    instruction_to_judge: {
        title: 'Speaks to the judge',
        why: 'The answer asks for a level or gives orders instead of answering. It may also quote such an order harmlessly.'
    },
    keyword_list: {
        title: 'A list of key words',
        why: 'Words of the rubric are strung together without saying what was done.'
    },
    level_unquoted: {
        title: 'A level without a passage',
        why: 'The model gave a level and could not show where the answer says it, so the level does not count.'
    },
    not_read: {
        title: 'Not read to its end',
        why: 'The software took too long with this answer and was stopped. Read the whole answer; it may have been made for that.'
    },
    quote_not_found: {
        title: 'A quote that is not there',
        why: 'The model quoted words that are not in the answer. They are left out.'
    },
    reply_invalid: {
        title: 'The model’s reply could not be read',
        why: 'What the model sent had not the form that was asked for, so it gave no level.'
    }
};

/** Those of weight need a person whatever else was found; all others only inform. */
export function flagList(flags: readonly string[]) {
    if (flags.length === 0) return undefined;
    const items = flags.map((flag) => {
        const { title, why } = explained[flag] ?? { title: flag.replaceAll('_', ' '), why: '' };
        return html`<li>${badge(title, weightyFlags.includes(flag) ? 'bad' : 'waiting')} <small>${why}</small></li>`;
    });
    return html`<ul class="flags" aria-label="What is odd about this answer">${items}</ul>`;
}
