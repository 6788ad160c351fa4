// The path of a new installation: what is done, and what comes next, each one click where its page is there.
import { firstStepsOf } from '../../db/installation/first-steps.ts';
import { may } from '../surfaces/auth/requester.ts';
import { pageAt } from '../surfaces/pages/console/navigation.ts';
import type { Visit } from '../surfaces/pages/console/visit.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import { badge } from '../surfaces/pages/parts/badge.ts';

interface Step {
    what: string;
    isDone: boolean;
    /** The first of these pages that is there. */
    at: readonly string[];
    why: string;
    /** What nobody has to do: the path is walked without it. */
    isOptional?: boolean;
}

/** Shown to administrators until every step that must be done is done. */
export async function firstSteps({ app, actor, request }: Visit): Promise<Html | undefined> {
    if (!may(actor, 'ss_admin_all')) return undefined;
    const steps = stepsFor(app.config, await firstStepsOf(app.store.read));
    const needed = steps.filter(({ isOptional }) => !isOptional);
    const done = needed.filter(({ isDone }) => isDone).length;
    if (done === needed.length) return undefined;
    const items = steps.map((step) =>
        item(
            step,
            step.at.find((path) => pageAt(request.server, path))
        )
    );
    return html`<section class="block path"><header><h2>First steps</h2>${done} of ${needed.length} done</header>
        <ol class="lines">${items}</ol></section>`;
}

function item({ what, isDone, why, isOptional }: Step, href: string | undefined) {
    const state = isOptional ? badge('if you like') : badge('to do', 'waiting');
    const title = html`<strong>${what}</strong>`;
    return html`<li><div>${!isDone && href !== undefined ? html`<a href="${href}">${title}</a>` : title}
        ${!isDone && html`<div class="about">${why}</div>`}</div>${isDone ? badge('done', 'good') : state}</li>`;
}

function stepsFor(config: Visit['app']['config'], made: Awaited<ReturnType<typeof firstStepsOf>>): Step[] {
    const isFree = config.buildCredits === 0 && config.screens.credits === 0;
    return [
        {
            what: 'Make a sage',
            isDone: made.hasSage,
            at: ['/sages/new', '/sages'],
            why: 'It asks the questions of one job. Ten ordinary jobs come with the product.'
        },
        {
            what: 'Grant credits',
            isDone: made.hasCredits || isFree,
            at: ['/people/credits', '/people'],
            why: `A build costs ${config.buildCredits}, a candidate ${config.screens.credits}. Say how many, and what for.`
        },
        {
            what: 'Build it',
            isDone: made.hasRelease,
            at: ['/sages'],
            why: 'Eight steps show that it obeys its rubric, before anybody meets it.'
        },
        {
            what: 'Invite somebody',
            isDone: made.hasInvited,
            at: ['/screens/new', '/screens'],
            why: 'A candidate gets a private link by mail, and answers in a browser.'
        },
        {
            what: 'Set a mail server',
            isDone: config.mail.url !== undefined,
            at: ['/settings'],
            why: 'Until SMTP_URL is set, mails are kept here and nobody gets them.'
        },
        {
            what: 'Add a second user',
            isDone: made.hasColleague,
            at: ['/people/new', '/people'],
            why: 'A second administrator can let you in again; reviewers judge. They get a mail with a link to choose a password.'
        },
        {
            what: 'Choose a language model',
            isDone: config.llm !== undefined,
            at: ['/settings'],
            why: 'Without one the reader that comes with the product finds and marks passages, and people give the levels.',
            isOptional: true
        }
    ];
}
