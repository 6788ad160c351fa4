// The questions of a candidate, one on a page, and all answers once more before they are submitted.
import { sha256 } from '../../../db/accounts/tokens.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Written } from '../../../db/screens/saving.ts';
import { type Outside, publicPage } from '../../surfaces/public-pages/outside.ts';
import { hidden, problem } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import type { Begun } from './stages.ts';
import { timeLeft } from './ending.ts';
import { closingLink } from './closing.ts';

export const longestAnswer = 20_000;

interface Answering extends Begun {
    answers: ReadonlyMap<string, Written>;
    now: number;
}

interface Question extends Answering {
    criterion: Criterion;
    number: number;
    /** A text that was refused, and the digest of what its page had shown. */
    typed?: { text: string; shown?: string | undefined };
    error?: string;
    /** An answer without a word was sent: the page asks once whether it is meant. */
    isEmpty?: boolean;
}

/** The page of one question, with the progress and the time that is left. */
export function questionPage(question: Question) {
    const { screen, base, criteria, number, error, isEmpty, outside } = question;
    const { say } = outside;
    const back =
        number > 1 &&
        html`<p><a href="${base}?q=${number - 1}">${say('question.back', { number: number - 1 })}</a></p>`;
    return publicPage(outside, {
        title: say('question.title', { number, of: criteria.length }),
        scripts: ['autosave.js', 'time-left.js'],
        body: html`${progress(question)} ${timeLeft(question)} ${problem(isEmpty ? say('question.empty') : error, 'text')}
            ${rivalTexts(question)} ${answerForm(question)} ${back}
            ${screen.deadlineAt !== null && screen.kind === 'real' && html`<p><small>${say('landing.more-time')}</small></p>`}
            ${screen.kind === 'real' && [closingLink(question, 'person'), closingLink(question, 'stop')]}`
    });
}

function answerForm({
    screen,
    sage,
    base,
    answers,
    criterion,
    number,
    typed,
    error,
    isEmpty,
    outside
}: Question) {
    const { say } = outside;
    const { answer = '', rivals = null } = answers.get(criterion.id) ?? {};
    const shown = typed?.shown ?? sha256(answer);
    return html`<form method="post" action="${base}/answer" data-autosave="${screen.startedAt ?? 0} ${criterion.id}"
            data-words="${savingWords(outside)}">
        ${hidden({ criterion: criterion.id, next: number + 1, shown, ...(isEmpty && { empty: 1 }) })}
        ${rivals ? html`<label for="text">${say('rivals.together')}</label>` : html`<h1><label for="text" lang="${sage.language}" dir="auto">${criterion.question}</label></h1>`}
        <textarea id="text" name="text" rows="12" dir="auto" aria-describedby="saved"
            ${error ? { html: 'aria-invalid="true"' } : ''}>
${typed?.text ?? (isEmpty ? '' : answer)}</textarea>
        <small id="saved">${error ?? say('question.help')}</small>
        <div role="status"><p class="trouble"></p>
            <p class="notice" id="rivals" hidden>${say('rivals.found')} <a href="${base}?q=${number}">${say('rivals.compare')}</a></p></div>
        <button type="submit">${say('question.go-on')}</button>
    </form>`;
}

/** The messages of autosave.js, by event or by the status of a refusal. */
const savingWords = ({ say }: Outside) =>
    JSON.stringify({
        unsaved: say('saving.unsaved'),
        now: say('saving.now'),
        ago: say('saving.ago', { ago: '{ago}' }),
        offline: say('saving.offline'),
        refused: say('saving.refused'),
        404: say('saving.closed'),
        410: say('saving.closed'),
        413: say('saving.too-long')
    });

function progress({ sage, criteria, number, outside: { say } }: Question) {
    const of = criteria.length;
    return html`<p><label for="progress">${say('question.progress', { position: sage.name, number, of })}</label>
        <progress id="progress" value="${number - 1}" max="${of}"></progress></p>`;
}

/** The page that shows all answers once more, with the button that submits them. */
export function reviewPage(answering: Answering) {
    const { base, sage, criteria, answers, outside } = answering;
    const { say } = outside;
    const empty = criteria.filter(({ id }) => !answers.get(id)?.answer.trim()).length;
    const shown = criteria.map(({ id, question }, i) =>
        answerSection(outside, {
            question,
            language: sage.language,
            written: answers.get(id),
            base,
            number: i + 1
        })
    );
    return publicPage(outside, {
        title: say('review.title'),
        scripts: ['time-left.js'],
        body: html`<h1>${say('review.title')}</h1>
            <p>${say('review.says')}</p>
            ${timeLeft(answering)} ${shown}
            <form method="post" action="${base}/submit">
                ${empty > 0 && html`<p><strong>${say('review.empty', { count: empty })}</strong></p>`}
                <p>${say('review.final')}</p>
                <button type="submit">${say('review.send')}</button>
            </form>`
    });
}

interface Answered {
    question: string;
    language: string;
    written: Written | undefined;
    base: string;
    number: number;
}

function answerSection({ say }: Outside, { question, language, written, base, number }: Answered) {
    const { answer = '', rivals = null } = written ?? {};
    return html`<section><h2 lang="${language}" dir="auto">${question}</h2>
        ${rivals !== null && html`<p class="problem">${say('rivals.unchosen')}</p>`}
        <p class="answer" dir="auto">${answer.trim() || say('review.unanswered')}</p>
        <p><a href="${base}?q=${number}">${rivals ? say('rivals.compare') : say('review.change', { number })}</a></p></section>`;
}

/** Each text with the button that keeps it, above the form where all are put together. */
function rivalTexts({ base, criterion, number, answers, outside: { say } }: Question) {
    const { answer = '', rivals } = answers.get(criterion.id) ?? {};
    if (!rivals) return undefined;
    const seen = { criterion: criterion.id, next: number, shown: sha256(answer) };
    return html`<h1>${criterion.question}</h1>
        <p role="note"><strong>${say('rivals.title', { count: rivals.length })}</strong> ${say('rivals.says')}</p>
        <div class="rivals">
            ${rivals.map(
                (text, place) =>
                    html`<form method="post" action="${base}/answer">${hidden({ ...seen, text })}
                        <h2>${say('rivals.text', { number: place + 1 })}</h2>
                        <div class="answer" dir="auto">${text}</div>
                        <button type="submit" class="secondary">${say('rivals.use', { number: place + 1 })}</button>
                    </form>`
            )}
        </div>`;
}
