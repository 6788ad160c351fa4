// The candidate's pages before and after the questions: plain words in their language, designed for a phone first.
import { sha256 } from '../../../db/accounts/tokens.ts';
import type { ScreenRow, ScreenStatus } from '../../../db/screens/screens.ts';
import { type Outside, publicPage } from '../../surfaces/public-pages/outside.ts';
import { problem } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import type { Notice } from './notice.ts';
import { closingLink } from './closing.ts';

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
    /** The owner's message to the candidates. */
    message: { from: string; text: string } | undefined;
}

/** The first page shows the topic of the questions, the time they take and who reads the answers, and asks for consent. */
export function landingPage(landing: Landing) {
    const { sage, screen, notice, questions, minutes, error, message, outside } = landing;
    const { say, words } = outside;
    const real = screen?.kind === 'real';
    return publicPage(outside, {
        title: sage.name,
        body: html`<h1>${say('landing.title', { position: sage.name })}</h1>
            ${problem(error, 'consent')} ${real ? welcome(outside, screen, sage.name) : demoNotice(outside)}
            ${message && html`<blockquote><div class="answer" dir="auto">${message.text}</div><footer>${message.from}</footer></blockquote>`}
            <ul>
                <li>${say('landing.questions', { count: questions })}</li>
                <li>${minutes > 0 ? say('landing.time', { time: words.minutes(minutes) }) : say('landing.no-limit')}</li>
                <li>${say('landing.saved')}</li>
                ${real && minutes > 0 && html`<li>${say('landing.more-time')}</li>`}
                ${notice.points.map((point) => html`<li>${point}</li>`)}
            </ul>
            ${privacy(landing)} ${consentForm(landing)} ${real && closingLink(landing, 'person')}`
    });
}

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

/** The page after the answers were submitted shows what happens next. */
export function thanksPage(outside: Outside) {
    const { say } = outside;
    return publicPage(outside, {
        title: say('thanks.title'),
        body: html`<h1>${say('thanks.title')}</h1>
            <p>${say('thanks.arrived')}</p>
            <p>${say('thanks.next')}</p>`
    });
}

/** The page of a link that was valid once: the screen was cancelled or has expired. */
export function overPage(outside: Outside, status: ScreenStatus) {
    const { say } = outside;
    return publicPage(outside, {
        title: say('over.title'),
        body: html`<h1>${say('over.heading')}</h1>
            <p>${say(status === 'ss_cancelled' ? 'over.cancelled' : 'over.expired')} ${say('over.help')}</p>`
    });
}
