// The end of the time: how much of it is left, and the page after it.
import { ranOut, type ScreenRow } from '../../../db/screens/screens.ts';
import { type Outside, publicPage } from '../../surfaces/public-pages/outside.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import type { Visit } from './access.ts';

const lastMinutes = 5 * 60;

interface Running extends Pick<Visit, 'base' | 'outside'> {
    screen: ScreenRow;
    now: number;
}

/** The whole seconds until the end; null without one. */
export const secondsLeft = ({ deadlineAt }: Pick<ScreenRow, 'deadlineAt'>, now: number) =>
    deadlineAt === null ? null : Math.max(0, Math.floor((deadlineAt - now) / 1000));

/** The time that is left; time-left.js counts it down, announces once when the last minutes start, and ends the page. */
export function timeLeft({ screen, base, outside, now }: Running): Html | undefined {
    if (screen.deadlineAt === null) return undefined;
    const { words, say } = outside;
    const seconds = secondsLeft(screen, now) ?? 0;
    const left = html`<span role="timer" data-seconds-left="${seconds}" data-then="${base}"
            data-last-minutes="${lastMinutes}">${words.minutes(Math.floor(seconds / 60))}</span>`;
    const ending = say('question.ending');
    return html`<p class="time">${outside.words.parts('question.time-left', { left })}</p>
        <p role="status" class="notice ending" data-says="${ending}">${seconds <= lastMinutes && ending}</p>`;
}

/** Why nothing more is taken: the time ended, the candidate has submitted, or the questions are closed otherwise. */
type Ending = 'time' | 'submitted' | 'closed';

export function endingOf(screen: ScreenRow): Ending {
    const { status, submittedAt, verdict } = screen;
    if (status === 'ss_started') return 'time';
    if (submittedAt === null || verdict?.fault === 'person_asked') return 'closed';
    return ranOut(screen) ? 'time' : 'submitted';
}

/** A page that says this and asks for nothing. */
export const saidPage = (outside: Outside, title: string, says: readonly string[], heading = title) =>
    publicPage(outside, {
        title,
        body: html`<h1>${heading}</h1>${says.map((one) => html`<p>${one}</p>`)}`
    });

/** Shows that the time is over; a text that came too late is on the page, so that its writer can copy it. */
export function endedPage(outside: Outside, ending: Ending, unsaved = '') {
    const { say } = outside;
    const title = say(`ended.${ending}.title`);
    return publicPage(outside, {
        title,
        body: html`<h1>${title}</h1>
            <p>${say(`ended.${ending}`)}</p>
            ${unsaved !== '' && unsavedText(outside, unsaved)}`
    });
}

const unsavedText = ({ say }: Outside, text: string) =>
    html`<section><h2>${say('ended.unsaved')}</h2>
        <p class="answer" dir="auto">${text}</p>
        <p>${say('ended.help')}</p></section>`;
