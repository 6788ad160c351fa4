// The first steps on Start: what is done, what comes next, each one click where its page is there; and the offer of the tour.
import { getUserById } from '../../db/accounts/users.ts';
import { endTour, tourStart } from '../surfaces/pages/console/tour.ts';
import { entriesFor, pageAt } from '../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { type Html, html, type Part } from '../surfaces/pages/layout.ts';
import { badge } from '../surfaces/pages/parts/badge.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { nextBox } from './block.ts';
import { type Step, stepsOf } from './steps.ts';

interface Beginning {
    tour: Html | undefined;
    steps: Html | undefined;
    /** Before anything else can be done. */
    firstSage: Part;
}

/** What a user who is new sees above all else. */
export async function beginning(visit: PageContext): Promise<Beginning> {
    const user = await getUserById(visit.app.store.read, visit.actor.id);
    const steps = await stepsOf(visit, user);
    return {
        tour: user.tourDoneAt === null ? offerOfTour(visit) : undefined,
        steps: steps.some(({ isDone, isOptional }) => !isDone && !isOptional)
            ? list(visit, steps)
            : undefined,
        firstSage:
            steps.some(({ key, isDone }) => ['sage', 'own-sage'].includes(key) && !isDone) &&
            toFirstSage(visit)
    };
}

const toFirstSage = ({ request }: PageContext) =>
    nextBox({
        title: 'Create your first sage',
        says: 'A sage asks every candidate for one job the same few questions, in writing. Start from one of ten jobs.',
        href: pageAt(request.server, '/sages/new'),
        button: 'Choose a job'
    });

function offerOfTour(visit: PageContext) {
    const { request, actor } = visit;
    const count = entriesFor(request.server, actor).length;
    if (count < 2 || request.query['tour'] !== undefined) return undefined;
    return html`<div class="tour"><p>New here? Take a tour of your ${count} pages.</p>
        <div class="acts"><a role="button" class="secondary" href="${tourStart}">Take the tour</a>
        ${endTour(visit, 'No, thanks', 'quiet')}</div></div>`;
}

function list(visit: PageContext, steps: readonly Step[]) {
    const needed = steps.filter(({ isOptional }) => !isOptional);
    const done = needed.filter(({ isDone }) => isDone).length;
    const open = steps.filter(({ isDone }) => !isDone).map(({ key }) => key);
    return html`<section class="path"><header class="section-head"><h2>First steps</h2>${done} of ${needed.length} done</header>
        <ol class="rows">${steps.map((step) => item(visit, step))}</ol>
        ${tickOff(visit, open, 'Hide this list')}</section>`;
}

function item(visit: PageContext, { key, what, isDone, at, why, isOptional }: Step) {
    const state = isOptional ? badge('Optional') : badge('To do', 'waiting');
    const title = html`<b>${what}</b>`;
    const href = at.find((path) => pageAt(visit.request.server, path));
    return html`<li><div>${!isDone && href !== undefined ? html`<a href="${href}">${title}</a>` : title}
        ${!isDone && html`<div class="soft">${why} ${tickOff(visit, [key], 'Mark as done', what)}</div>`}</div>${isDone ? badge('Done', 'good') : state}</li>`;
}

/** A link-like button: it is not what the list is about. */
const tickOff = (visit: PageContext, keys: readonly string[], word: string, what?: string) =>
    postForm(visit, {
        to: { rest: '/profile/first-steps', method: 'PATCH' },
        fields: { tick: keys.join(' ') },
        body: html`<button type="submit" class="plain" ${what !== undefined && html`aria-label="${word}: ${what}"`}>${word}</button>`
    });
