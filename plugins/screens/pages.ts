// The candidate's pages: plain words, one question at a time, designed for a phone first.
import { sha256 } from '../../db/tokens.ts';
import type { Criterion } from '../../db/sages/sages.ts';
import type { ScreenRow, ScreenStatus } from '../../db/screens/screens.ts';
import { dateIn } from '../surfaces/pages/dates.ts';
import { problem } from '../surfaces/pages/form-controls.ts';
import type { Notice } from './notice.ts';
import { type Html, html, page } from '../surfaces/pages/layout.ts';

export const longestAnswer = 20_000;

interface Visit {
    sage: { name: string };
    screen: ScreenRow | undefined;
    base: string;
}

interface Landing extends Visit {
    notice: Notice;
    questions: number;
    minutes: number;
    error: string | undefined;
    timeZone: string;
}

/** The first page says what the questions are about, how long they take and who reads the answers, and asks for consent. */
export function landingPage(landing: Landing) {
    const { sage, screen, notice, questions, minutes, timeZone, error } = landing;
    const real = screen?.kind === 'real';
    return page({
        outside: true,
        title: sage.name,
        body: html`<h1>Questions: ${sage.name}</h1>
            ${problem(error, 'consent')} ${real ? welcome(screen, sage.name, timeZone) : demoNotice}
            <ul>
                <li>${questions === 1 ? 'There is one question' : `There are ${questions} questions`}, answered in your own words.</li>
                <li>${minutes > 0 ? `You have ${inWords(minutes)}, counted from when you begin.` : 'There is no time limit.'}</li>
                <li>Your answers are saved. You can leave and come back with the same link, also on another device.</li>
                ${notice.points.map((point) => html`<li>${point}</li>`)}
            </ul>
            ${consentForm(landing)}`
    });
}

function consentForm({ base, notice, error }: Landing) {
    return html`<form method="post" action="${base}/start">
        <input type="hidden" name="notice" value="${sha256(notice.text)}" />
        <label for="consent">
            <input id="consent" name="consent" type="checkbox" value="1" required aria-describedby="consent-note"
                ${error ? { html: 'aria-invalid="true"' } : ''} />
            ${notice.agreement}
        </label>
        <small id="consent-note">${error ?? 'Nothing begins before you agree.'}</small>
        <button type="submit">Begin</button>
    </form>`;
}

const demoNotice = html`<p role="note"><strong>This is a demonstration.</strong> Nothing is sent to anybody, and you see
    the result at the end.</p>`;

function welcome({ candidateName, expiresAt }: ScreenRow, position: string, timeZone: string) {
    const until = expiresAt === null ? undefined : html` You can begin until ${dateIn(timeZone, expiresAt)}.`;
    return html`<p>Hello ${candidateName}, you were invited to answer some questions about “${position}”. Thank you for
        taking the time.${until}</p>`;
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
}

/** The page of one question, with the progress and the time that is left. */
export function questionPage(question: Question) {
    const { sage, screen, base, criteria, now, number, error } = question;
    const back =
        number > 1 && html`<p><a href="${base}?q=${number - 1}">Back to question ${number - 1}</a></p>`;
    return page({
        outside: true,
        title: `Question ${number} of ${criteria.length}`,
        scripts: ['autosave.js', 'time-left.js'],
        body: html`${progress(number, criteria.length, sage.name)} ${timeLeft(screen, now)} ${problem(error, 'text')}
            ${answerForm(question)} ${back}`
    });
}

function answerForm({ screen, base, answers, criterion, number, error }: Question) {
    const saved = answers.get(criterion.id) ?? '';
    return html`<form method="post" action="${base}/answer" data-autosave="${screen.startedAt ?? 0} ${criterion.id}">
        <input type="hidden" name="criterion" value="${criterion.id}" />
        <input type="hidden" name="next" value="${number + 1}" />
        <input type="hidden" name="shown" value="${sha256(saved)}" />
        <h1><label for="text">${criterion.question}</label></h1>
        <textarea id="text" name="text" rows="12" maxlength="${longestAnswer}" aria-describedby="saved"
            ${error ? { html: 'aria-invalid="true"' } : ''}>
${saved}</textarea>
        <small id="saved">${error ?? 'Write in your own words. Your answer is saved when you go on.'}</small>
        <p role="status" class="trouble"></p>
        <button type="submit">Save and go on</button>
    </form>`;
}

function progress(number: number, of: number, name: string) {
    return html`<p><label for="progress">${name}: question ${number} of ${of}</label>
        <progress id="progress" value="${number - 1}" max="${of}"></progress></p>`;
}

function timeLeft({ deadlineAt }: ScreenRow, now: number): Html | undefined {
    if (deadlineAt === null) return undefined;
    const seconds = Math.max(0, Math.floor((deadlineAt - now) / 1000));
    return html`<p class="time">You have
        <span data-seconds-left="${seconds}">${inWords(Math.floor(seconds / 60))}</span> left.</p>`;
}

function inWords(minutes: number) {
    if (minutes < 1) return 'less than a minute';
    return minutes === 1 ? 'one minute' : `${minutes} minutes`;
}

/** The page that shows all answers once more, with the button that submits them. */
export function reviewPage({ screen, base, criteria, answers, now }: Answering) {
    const empty = criteria.filter(({ id }) => !answers.get(id)?.trim()).length;
    const shown = criteria.map(({ id, question }, i) =>
        answerSection({ question, answer: answers.get(id)?.trim(), base, number: i + 1 })
    );
    return page({
        outside: true,
        title: 'Your answers',
        scripts: ['time-left.js'],
        body: html`<h1>Your answers</h1>
            <p>Read your answers once more. They are saved, but not sent yet.</p>
            ${timeLeft(screen, now)} ${shown}
            <form method="post" action="${base}/submit">
                ${empty > 0 && html`<p><strong>${empty === 1 ? 'One question has' : `${empty} questions have`} no answer.</strong></p>`}
                <p>When you send your answers, you can no longer change them.</p>
                <button type="submit">Send my answers</button>
            </form>`
    });
}

interface Answered {
    question: string;
    answer: string | undefined;
    base: string;
    number: number;
}

const answerSection = ({ question, answer, base, number }: Answered) =>
    html`<section><h2>${question}</h2>
        <p class="answer">${answer || 'You have not answered this.'}</p>
        <p><a href="${base}?q=${number}">Change your answer to question ${number}</a></p></section>`;

/** The page after the answers were submitted says what happens next. */
export function thanksPage() {
    return page({
        outside: true,
        title: 'Thank you',
        body: html`<h1>Thank you</h1>
            <p>Your answers have arrived. A person reads them and decides.</p>
            <p>The people who asked you will write to you. You can close this page.</p>`
    });
}

/** The page after the time is over or the answers were sent. It shows an answer that came too late, so that its writer keeps the text. */
export function latePage(typed = '') {
    return page({
        outside: true,
        title: 'The time is over',
        body: html`<h1>${typed === '' ? 'The time is over' : 'Your answer came too late'}</h1>
            <p>The time to answer is over, or your answers were sent already. Everything that was saved in time
                counts and is sent automatically. You do not need to do anything.</p>
            ${typed !== '' && html`<h2>The text that was not saved</h2><p class="answer">${typed}</p>`}
            <p>If something went wrong on the way, write to the people who invited you.</p>`
    });
}

/** The page of a link that was valid once: the screen was cancelled or has expired. */
export function overPage(status: ScreenStatus) {
    const why =
        status === 'ss_cancelled'
            ? 'The questions were withdrawn, and you do not need to answer them.'
            : 'The time to begin is over.';
    return page({
        outside: true,
        title: 'No longer open',
        body: html`<h1>These questions are no longer open</h1>
            <p>${why} If you think that this is a mistake, write to the people who invited you.</p>`
    });
}
