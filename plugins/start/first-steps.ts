// The first steps on Start: those of a new installation for administrators, those of their own work for all other users. A step is
// done when the store says so, and the list is there until all that are needed are done.
import { firstStepsOf, isInUse, ownFirstStepsOf } from '../../db/installation/first-steps.ts';
import { getUserById, type UserRow } from '../../db/accounts/users.ts';
import { may } from '../surfaces/auth/requester.ts';
import { pageAt } from '../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { type Html, html, type Part } from '../surfaces/pages/layout.ts';
import { badge } from '../surfaces/pages/parts/badge.ts';
import { nextBox } from './block.ts';

interface Step {
    what: string;
    isDone: boolean;
    /** The first of these pages that is there. */
    at: readonly string[];
    why: string;
    /** The list goes without it. */
    isOptional?: boolean;
}

interface Beginning {
    steps: Html | undefined;
    /** Before anything else can be done. */
    firstSage: Part;
}

/** What a user who is new sees above all else. */
export async function beginning(visit: PageContext): Promise<Beginning> {
    const steps = await stepsOf(visit);
    return {
        steps: steps.some(({ isDone, isOptional }) => !isDone && !isOptional)
            ? list(visit, steps)
            : undefined,
        firstSage: steps.some(({ what, isDone }) => what === makeSage.what && !isDone) && toFirstSage(visit)
    };
}

const toFirstSage = ({ request }: PageContext) =>
    nextBox({
        title: 'Create your first sage',
        says: 'A sage asks every candidate for one job the same few questions, in writing. Start from one of ten jobs.',
        href: pageAt(request.server, '/sages/new'),
        button: 'Choose a job'
    });

function list(visit: PageContext, steps: readonly Step[]) {
    const needed = steps.filter(({ isOptional }) => !isOptional);
    const done = needed.filter(({ isDone }) => isDone).length;
    return html`<section><header class="section-head"><h2>First steps</h2>${done} of ${needed.length} needed steps done</header>
        <ol class="rows">${steps.map((step) => item(visit, step))}</ol></section>`;
}

function item(visit: PageContext, { what, isDone, at, why, isOptional }: Step) {
    const state = isOptional ? badge('Optional') : badge('To do', 'waiting');
    const title = html`<b>${what}</b>`;
    const href = at.find((path) => pageAt(visit.request.server, path));
    return html`<li><div>${!isDone && href !== undefined ? html`<a href="${href}">${title}</a>` : title}
        ${!isDone && html`<div class="soft">${why}</div>`}</div>${isDone ? badge('Done', 'good') : state}</li>`;
}

async function stepsOf({ app, actor }: PageContext): Promise<Step[]> {
    const { read } = app.store;
    if (may(actor, 'ss_admin_all')) {
        if (await isInUse(read)) return [];
        const hasBackup = (await app.backups.last()) !== undefined;
        return ofInstallation(app.config, { ...(await firstStepsOf(read)), hasBackup });
    }
    const own = await ownFirstStepsOf(read, actor.id);
    const made = may(actor, 'ss_council_admin') ? { ...own, ...(await firstStepsOf(read)) } : own;
    return ofUser(actor, await getUserById(read, actor.id), made);
}

function ofInstallation(
    config: PageContext['app']['config'],
    made: Awaited<ReturnType<typeof firstStepsOf>> & { hasBackup: boolean }
): Step[] {
    const isFree = config.buildCredits === 0 && config.screens.credits === 0;
    const credits = {
        what: 'Add credits',
        isDone: false,
        isOptional: true,
        at: ['/people/credits', '/people'],
        why: `A check costs ${config.buildCredits} credits, a candidate ${config.screens.credits}. Enter an amount and a reason.`
    };
    return [
        { ...makeSage, isDone: made.hasSage },
        ...(made.hasCredits || isFree ? [] : [credits]),
        { ...buildSage, isDone: made.hasRelease },
        { ...inviteSomebody, isDone: made.hasInvited },
        {
            what: 'Set up a mail server',
            isDone: config.mail.url !== undefined,
            at: ['/settings'],
            why: 'Until then emails are stored here and not sent, and you copy the links of candidates.',
            isOptional: true
        },
        {
            what: 'Add a second user',
            isDone: made.hasColleague,
            at: ['/people/new', '/people'],
            why: 'A second administrator can restore your access. Reviewers rate answers. New users get an email with a link to choose a password.',
            isOptional: true
        },
        {
            what: 'Set up backups',
            isDone: made.hasBackup,
            at: ['/settings'],
            why: 'Copy the data to another disk every day. You can also create a backup now.',
            isOptional: true
        },
        {
            what: 'Choose a language model',
            isDone: config.llm !== undefined,
            at: ['/settings'],
            why: 'Without one, the built-in evaluator highlights passages and people give the levels.',
            isOptional: true
        }
    ];
}

const makeSage = {
    what: 'Create a sage',
    at: ['/sages/new', '/sages'],
    why: 'A sage asks the questions for one job. Start from one of ten templates.'
};

const buildSage = {
    what: 'Run the check',
    at: ['/sages'],
    why: 'A check tests in eight steps that the sage does what you wrote.'
};

const inviteSomebody = {
    what: 'Invite a candidate',
    at: ['/screens/invite', '/screens'],
    why: 'A candidate gets a private link by email and answers in a browser.'
};

function ofUser(
    actor: PageContext['actor'],
    { firstName, displayName, login }: UserRow,
    made: Awaited<ReturnType<typeof ownFirstStepsOf>>
): Step[] {
    const authors = [
        { ...makeSage, isDone: made.hasSage },
        { ...buildSage, isDone: made.hasRelease },
        { ...inviteSomebody, isDone: made.hasInvited }
    ];
    const sell = {
        what: 'Create a deal',
        isDone: made.hasDeal,
        at: ['/deals/new', '/deals'],
        why: 'After approval, the customer gets a page to accept or decline it.'
    };
    return [
        {
            what: 'Complete your profile',
            isDone: firstName !== '' || displayName !== login,
            at: ['/profile'],
            why: 'Colleagues see your name. Candidates may see your message.',
            isOptional: true
        },
        ...(may(actor, 'ss_council_sage') ? authors : []),
        ...(may(actor, 'ss_sales') ? [sell] : [])
    ];
}
