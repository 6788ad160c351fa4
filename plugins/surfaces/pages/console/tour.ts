// A short tour of the console: a note on each page of the navigation that the user may open, one after the other.
import type { Request } from '@hapi/hapi';
import type { Actor } from '../../../../db/accounts/sessions.ts';
import { type Html, html } from '../layout.ts';
import { postForm } from '../parts/post-form.ts';
import { entriesFor, type NavigationWord } from './navigation.ts';
import type { Visit } from './visit.ts';

const notes: Record<NavigationWord, string> = {
    Start: 'This page shows what waits for you, the longest wait first. Every line leads to where it is done.',
    Sages: 'A sage asks the questions of one job. You make one from a template, change its questions and build it: the build shows that it obeys them.',
    Screens:
        'Each candidate has a line here. You invite one or a whole list, read the answers with the passages marked, give levels and decide.',
    Deals: 'A deal goes from a draft to paid in moves, and each is kept with who made it. Customers reply on a page of their own.',
    Commissions: 'What closed deals earn, by person and by month, also as a table to download.',
    Intake: 'Enquiries come in here. You tick what is done, then make a deal of them or close them.',
    Jobs: 'What is done in the background: mails, builds, evaluations. What failed is explained and can be tried again.',
    Audit: 'Who did what, and when. Nothing here can be changed.',
    People: 'Who may log in, and what each of them may do. Service tokens and credits have their tabs here.',
    Settings:
        'What is in force, with a test of mail, model and storage; banners; and what agents read and write.'
};

/** The address of the stop with this number, from 1. */
const addressOf = (path: string, stop: number) => `${path}?tour=${stop}`;

/** The pages of the tour of this user, in order. */
export const tourOf = ({ server }: Request, actor: Actor) => entriesFor(server, actor);

export const tourStart = addressOf('/', 1);

/** The note of the page that is shown, where the address says that its reader is on the tour. */
export function tourNote(visit: Visit): Html | undefined {
    const { request, actor } = visit;
    const stops = tourOf(request, actor);
    const number = Number(request.query['tour']);
    const here = stops[number - 1];
    if (here?.path !== request.path) return undefined;
    const before = stops[number - 2];
    const next = stops[number];
    return html`<aside class="tour" aria-label="Tour">
        <p><strong>${here.word}</strong> <small>${number} of ${stops.length}</small><br />${notes[here.word]}
            ${!next && ' That was all. Your profile offers the tour again, under First steps.'}</p>
        <div class="acts">
            ${before && html`<a role="button" class="secondary" href="${addressOf(before.path, number - 1)}">Back</a>`}
            ${next && html`<a role="button" href="${addressOf(next.path, number + 1)}">Next: ${next.word}</a>`}
            ${endTour(visit, next ? 'End the tour' : 'Done', next ? 'quiet' : undefined)}
        </div></aside>`;
}

/** Records that the user has seen the tour, or wants none. */
export const endTour = (visit: Visit, word: string, look: 'quiet' | undefined) =>
    postForm(visit, {
        to: { rest: '/profile/first-steps', method: 'PATCH' },
        fields: { tour_done: 1 },
        body: html`<button type="submit" ${look && html`class="${look}"`}>${word}</button>`
    });
