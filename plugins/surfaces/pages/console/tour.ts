// A short tour of the console: a note on each page of the navigation that the user may open, one after the other.
import { type Html, html } from '../layout.ts';
import { postForm } from '../parts/post-form.ts';
import { entriesFor } from './navigation.ts';
import type { PageContext } from './visit.ts';

/** The address of the stop with this number, from 1. */
const addressOf = (path: string, stop: number) => `${path}?tour=${stop}`;

export const tourStart = addressOf('/', 1);

/** The note of the present page, if its address has the mark of the tour. */
export function tourNote(visit: PageContext): Html | undefined {
    const { request, actor } = visit;
    const stops = entriesFor(request.server, actor);
    const number = Number(request.query['tour']);
    const here = stops[number - 1];
    if (here?.path !== request.path) return undefined;
    const before = stops[number - 2];
    const next = stops[number];
    return html`<aside class="tour" aria-label="Tour">
        <p><strong>${here.word}</strong> <small>${number} of ${stops.length}</small><br />${here.tour}
            ${!next && 'End of the tour. You can take it again in your profile, under First steps.'}</p>
        <div class="acts">
            ${before && html`<a role="button" class="secondary" href="${addressOf(before.path, number - 1)}">Back</a>`}
            ${next && html`<a role="button" href="${addressOf(next.path, number + 1)}">Next: ${next.word}</a>`}
            ${endTour(visit, next ? 'End the tour' : 'Done', next ? 'quiet' : undefined)}
        </div></aside>`;
}

/** Records that the user has seen the tour, or wants none. */
export const endTour = (visit: PageContext, word: string, look: 'quiet' | undefined) =>
    postForm(visit, {
        to: { rest: '/profile/first-steps', method: 'PATCH' },
        fields: { tour_done: 1 },
        body: html`<button type="submit" ${look && html`class="${look}"`}>${word}</button>`
    });
