// The candidate's pages: plain words in their language, one question at a time, designed for a phone first.
import { sha256 } from '../../db/tokens.ts';
import type { Criterion } from '../../db/sages/sages.ts';
import type { ScreenRow, ScreenStatus } from '../../db/screens/screens.ts';
import { type Outside, pageOutside, sayWith } from '../surfaces/outside/outside.ts';
import { problem } from '../surfaces/pages/form-controls.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import type { Notice } from './notice.ts';

export const longestAnswer = 20_000;

interface Visit {
    sage: { name: string };
    screen: ScreenRow | undefined;
    base: string;
    outside: Outside;
}

interface Landing extends Visit {
    notice: Notice;
    questions: number;
    minutes: number;
    /** For how many days after the end answers are kept; 0 where nothing erases them by age. */
    kept: number;
    error: string | undefined;
    /** What the owner of the sage says to whom they invite. */
    message: { from: string; text: string } | undefined;
}

/** The first page says what the questions are about, how long they take and who reads the answers, and asks for consent. */
export function landingPage(landing: Landing) {
    const { sage, screen, notice, questions, minutes, error, message, outside } = landing;
    const { say, words } = outside;
    const real = screen?.kind === 'real';
    return pageOutside(outside, {
        title: sage.name,
        body: html`<h1>${say('landing.title', { position: sage.name })}</h1>
            ${problem(error, 'consent')} ${real ? welcome(outside, screen, sage.name) : demoNotice(outside)}
            ${message && html`<blockquote><div class="answer">${message.text}</div><footer>${message.from}</footer></blockquote>`}
            <ul>
                <li>${say('landing.questions', { count: questions })}</li>
                <li>${minutes > 0 ? say('landing.time', { time: words.minutes(minutes) }) : say('landing.no-limit')}</li>
                <li>${say('landing.saved')}</li>
                ${real && minutes > 0 && html`<li>${say('landing.more-time')}</li>`}
                ${notice.points.map((point) => html`<li>${point}</li>`)}
            </ul>
            ${privacy(landing)} ${consentForm(landing)} ${real && askPersonLink(landing)}`
    });
}

const askPersonLink = ({ base, outside: { say } }: Visit) =>
    html`<p><a href="${base}?person">${say('person.link')}</a></p>`;

/** Who is responsible for the data, what they are for, how long they are kept, and how they are erased. */
function privacy({ sage, screen, kept, outside: { say } }: Landing) {
    const isReal = screen?.kind === 'real';
    const points = [
        say('privacy.who'),
        isReal && say('privacy.purpose', { position: sage.name }),
        kept > 0
            ? say(isReal ? 'privacy.kept' : 'privacy.kept-demo', { days: kept })
            : say('privacy.kept-open'),
        say('privacy.erase')
    ];
    return html`<section><h2>${say('privacy.title')}</h2>
        <ul>${points.map((point) => point && html`<li>${point}</li>`)}</ul></section>`;
}

function consentForm({ base, notice, error, outside: { say } }: Landing) {
    return html`<form method="post" action="${base}/start">
        <input type="hidden" name="notice" value="${sha256(notice.text)}" />
        <label for="consent">
            <input id="consent" name="consent" type="checkbox" value="1" required aria-describedby="consent-note"
                ${error ? { html: 'aria-invalid="true"' } : ''} />
            ${notice.agreement}
        </label>
        <small id="consent-note">${error ?? say('landing.nothing-yet')}</small>
        <button type="submit">${say('landing.begin')}</button>
    </form>`;
}

const demoNotice = ({ say }: Outside) =>
    html`<p role="note"><strong>${say('demo.title')}</strong> ${say('demo.says')}</p>`;

function welcome({ say, moment }: Outside, { candidateName: name, expiresAt }: ScreenRow, position: string) {
    return html`<p>${say('landing.welcome', { name, position })}
        ${expiresAt !== null && say('landing.until', { until: moment(expiresAt) })}</p>`;
}

interface Answering extends Visit {
    screen: ScreenRow;
    criteria: readonly Criterion[];
    answers: ReadonlyMap<string, string>;
    now: number;
}

interface Question extends Answering {
    criterion: Criterion;
    number: number;
    error?: string;
    /** An answer without a word was sent: the page asks once whether it is meant. */
    isEmpty?: boolean;
}

/** The page of one question, with the progress and the time that is left. */
export function questionPage(question: Question) {
    const { screen, base, criteria, now, number, error, isEmpty, outside } = question;
    const { say } = outside;
    const back =
        number > 1 &&
        html`<p><a href="${base}?q=${number - 1}">${say('question.back', { number: number - 1 })}</a></p>`;
    return pageOutside(outside, {
        title: say('question.title', { number, of: criteria.length }),
        scripts: ['autosave.js', 'time-left.js'],
        body: html`${progress(question)} ${timeLeft(outside, screen, now)} ${problem(isEmpty ? say('question.empty') : error, 'text')}
            ${answerForm(question)} ${back}
            ${screen.deadlineAt !== null && screen.kind === 'real' && html`<p><small>${say('landing.more-time')}</small></p>`}
            ${screen.kind === 'real' && askPersonLink(question)}`
    });
}

function answerForm({ screen, base, answers, criterion, number, error, isEmpty, outside }: Question) {
    const { say } = outside;
    const saved = answers.get(criterion.id) ?? '';
    return html`<form method="post" action="${base}/answer" data-autosave="${screen.startedAt ?? 0} ${criterion.id}"
            data-words="${savingWords(outside)}">
        <input type="hidden" name="criterion" value="${criterion.id}" />
        <input type="hidden" name="next" value="${number + 1}" />
        ${isEmpty && html`<input type="hidden" name="empty" value="1" />`}
        <input type="hidden" name="shown" value="${sha256(saved)}" />
        <h1><label for="text">${criterion.question}</label></h1>
        <textarea id="text" name="text" rows="12" maxlength="${longestAnswer}" aria-describedby="saved"
            ${error ? { html: 'aria-invalid="true"' } : ''}>
${saved}</textarea>
        <small id="saved">${error ?? say('question.help')}</small>
        <p role="status" class="trouble"></p>
        <button type="submit">${say('question.go-on')}</button>
    </form>`;
}

/** What autosave.js says, by what happened or by the status of a refusal. */
const savingWords = ({ say }: Outside) =>
    JSON.stringify({
        unsaved: say('saving.unsaved'),
        now: say('saving.now'),
        ago: say('saving.ago', { ago: '{ago}' }),
        offline: say('saving.offline'),
        400: say('saving.refused'),
        404: say('saving.closed'),
        409: say('saving.late'),
        410: say('saving.closed'),
        413: say('saving.too-long')
    });

function progress({ sage, criteria, number, outside: { say } }: Question) {
    const of = criteria.length;
    return html`<p><label for="progress">${say('question.progress', { position: sage.name, number, of })}</label>
        <progress id="progress" value="${number - 1}" max="${of}"></progress></p>`;
}

function timeLeft(outside: Outside, { deadlineAt }: ScreenRow, now: number): Html | undefined {
    if (deadlineAt === null) return undefined;
    const { words } = outside;
    const seconds = Math.max(0, Math.floor((deadlineAt - now) / 1000));
    const left = html`<span data-seconds-left="${seconds}" data-none="${words.minutes(0)}"
            data-one="${words.minutes(1)}">${words.minutes(Math.floor(seconds / 60))}</span>`;
    return html`<p class="time">${sayWith(outside, 'question.time-left', { left })}</p>`;
}

/** The page that shows all answers once more, with the button that submits them. */
export function reviewPage({ screen, base, criteria, answers, now, outside }: Answering) {
    const { say } = outside;
    const empty = criteria.filter(({ id }) => !answers.get(id)?.trim()).length;
    const shown = criteria.map(({ id, question }, i) =>
        answerSection(outside, { question, answer: answers.get(id)?.trim(), base, number: i + 1 })
    );
    return pageOutside(outside, {
        title: say('review.title'),
        scripts: ['time-left.js'],
        body: html`<h1>${say('review.title')}</h1>
            <p>${say('review.says')}</p>
            ${timeLeft(outside, screen, now)} ${shown}
            <form method="post" action="${base}/submit">
                ${empty > 0 && html`<p><strong>${say('review.empty', { count: empty })}</strong></p>`}
                <p>${say('review.final')}</p>
                <button type="submit">${say('review.send')}</button>
            </form>`
    });
}

interface Answered {
    question: string;
    answer: string | undefined;
    base: string;
    number: number;
}

const answerSection = ({ say }: Outside, { question, answer, base, number }: Answered) =>
    html`<section><h2>${question}</h2>
        <p class="answer">${answer || say('review.unanswered')}</p>
        <p><a href="${base}?q=${number}">${say('review.change', { number })}</a></p></section>`;

/** The page after the answers were submitted says what happens next. */
export function thanksPage(outside: Outside) {
    const { say } = outside;
    return pageOutside(outside, {
        title: say('thanks.title'),
        body: html`<h1>${say('thanks.title')}</h1>
            <p>${say('thanks.arrived')}</p>
            <p>${say('thanks.next')}</p>`
    });
}

/** The page after the time is over or the answers were sent. It shows an answer that came too late, so that its writer keeps the text. */
export function latePage(outside: Outside, typed = '') {
    const { say } = outside;
    return pageOutside(outside, {
        title: say('late.title'),
        body: html`<h1>${say(typed === '' ? 'late.title' : 'late.typed-title')}</h1>
            <p>${say('late.says')}</p>
            ${typed !== '' && html`<h2>${say('late.typed')}</h2><p class="answer">${typed}</p>`}
            <p>${say('late.help')}</p>`
    });
}

/** The page of a link that was valid once: the screen was cancelled or has expired. */
export function overPage(outside: Outside, status: ScreenStatus) {
    const { say } = outside;
    return pageOutside(outside, {
        title: say('over.title'),
        body: html`<h1>${say('over.heading')}</h1>
            <p>${say(status === 'ss_cancelled' ? 'over.cancelled' : 'over.expired')} ${say('over.help')}</p>`
    });
}
