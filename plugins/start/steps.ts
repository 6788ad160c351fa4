// The first steps: those of a new installation for administrators, and those of their own work for all other users.
import { firstStepsOf, ownFirstStepsOf } from '../../db/installation/first-steps.ts';
import type { UserRow } from '../../db/accounts/users.ts';
import { may } from '../surfaces/auth/requester.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';

export interface Step {
    /** By which a tick is kept; at most 64 characters. */
    key: string;
    what: string;
    isDone: boolean;
    /** The first of these pages that is there. */
    at: readonly string[];
    why: string;
    /** Optional: the tour is complete without it. */
    isOptional?: boolean;
}

/** What is done follows from the store; a tick of the user counts as well. */
export async function stepsOf({ app, actor }: PageContext, user: UserRow): Promise<Step[]> {
    const { read } = app.store;
    const steps = may(actor, 'ss_admin_all')
        ? ofInstallation(app.config, {
              ...(await firstStepsOf(read)),
              hasBackup: (await app.backups.last()) !== undefined
          })
        : ofUser(actor, user, await ownFirstStepsOf(read, actor.id));
    return steps.map((step) => ({ ...step, isDone: step.isDone || user.checklist.includes(step.key) }));
}

function ofInstallation(
    config: PageContext['app']['config'],
    made: Awaited<ReturnType<typeof firstStepsOf>> & { hasBackup: boolean }
): Step[] {
    const isFree = config.buildCredits === 0 && config.screens.credits === 0;
    return [
        { ...makeSage, key: 'sage', isDone: made.hasSage },
        {
            key: 'credits',
            what: 'Add credits',
            isDone: made.hasCredits || isFree,
            at: ['/people/credits', '/people'],
            why: `A check costs ${config.buildCredits} credits, a candidate ${config.screens.credits}. Enter an amount and a reason.`
        },
        { ...buildSage, key: 'build', isDone: made.hasRelease },
        { ...inviteSomebody, key: 'invite', isDone: made.hasInvited },
        {
            key: 'mail',
            what: 'Set up a mail server',
            isDone: config.mail.url !== undefined,
            at: ['/settings'],
            why: 'Until then emails are stored here and not sent, and you copy the links of candidates.'
        },
        {
            key: 'colleague',
            what: 'Add a second user',
            isDone: made.hasColleague,
            at: ['/people/new', '/people'],
            why: 'A second administrator can restore your access. Reviewers rate answers. New users get an email with a link to choose a password.'
        },
        {
            key: 'backup',
            what: 'Set up backups',
            isDone: made.hasBackup,
            at: ['/settings'],
            why: 'Copy the data to another disk every day. You can also create a backup now.'
        },
        {
            key: 'model',
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
        { ...makeSage, key: 'own-sage', isDone: made.hasSage },
        { ...buildSage, key: 'own-build', isDone: made.hasRelease },
        { ...inviteSomebody, key: 'own-invitation', isDone: made.hasInvited }
    ];
    return [
        {
            key: 'profile',
            what: 'Complete your profile',
            isDone: firstName !== '' || displayName !== login,
            at: ['/profile'],
            why: 'Colleagues see your name. Candidates may see your message.'
        },
        ...(may(actor, 'ss_council_sage') ? authors : []),
        ...(may(actor, 'council_screen') ? [judge] : []),
        ...(may(actor, 'ss_sales') ? [{ ...sell, isDone: made.hasDeal }] : []),
        ...(may(actor, 'ss_support') ? [support] : [])
    ];
}

const judge: Step = {
    key: 'judge',
    what: 'Review a candidate',
    isDone: false,
    at: ['/screens'],
    why: 'Give each answer a level, then see the findings and decide.'
};

const sell: Step = {
    key: 'deal',
    what: 'Create a deal',
    isDone: false,
    at: ['/deals/new', '/deals'],
    why: 'After approval, the customer gets a page to accept or decline it.'
};

const support: Step = {
    key: 'jobs',
    what: 'Check the jobs',
    isDone: false,
    at: ['/jobs'],
    why: 'See why jobs failed and retry them.'
};
