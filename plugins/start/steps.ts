// The first steps: those of a new installation for administrators, and for everybody else those of their own work.
import { lastBackup } from '../../db/installation/backup/folder.ts';
import { firstStepsOf, ownFirstStepsOf } from '../../db/installation/first-steps.ts';
import type { UserRow } from '../../db/accounts/users.ts';
import { may } from '../surfaces/auth/requester.ts';
import type { Visit } from '../surfaces/pages/console/visit.ts';

export interface Step {
    /** By which a tick is kept; at most 64 characters. */
    key: string;
    what: string;
    isDone: boolean;
    /** The first of these pages that is there. */
    at: readonly string[];
    why: string;
    /** What nobody has to do: the path is walked without it. */
    isOptional?: boolean;
}

/** What is done follows from the store; a tick of the user counts as well. */
export async function stepsOf({ app, actor }: Visit, user: UserRow): Promise<Step[]> {
    const { read } = app.store;
    const steps = may(actor, 'ss_admin_all')
        ? ofInstallation(app.config, {
              ...(await firstStepsOf(read)),
              hasBackup: (await lastBackup(app.config.backupDir, app.now())) !== undefined
          })
        : ofUser(actor, user, await ownFirstStepsOf(read, actor.id));
    return steps.map((step) => ({ ...step, isDone: step.isDone || user.checklist.includes(step.key) }));
}

function ofInstallation(
    config: Visit['app']['config'],
    made: Awaited<ReturnType<typeof firstStepsOf>> & { hasBackup: boolean }
): Step[] {
    const isFree = config.buildCredits === 0 && config.screens.credits === 0;
    return [
        { ...makeSage, key: 'sage', isDone: made.hasSage },
        {
            key: 'credits',
            what: 'Grant credits',
            isDone: made.hasCredits || isFree,
            at: ['/people/credits', '/people'],
            why: `A build costs ${config.buildCredits}, a candidate ${config.screens.credits}. Say how many, and what for.`
        },
        { ...buildSage, key: 'build', isDone: made.hasRelease },
        { ...inviteSomebody, key: 'invite', isDone: made.hasInvited },
        {
            key: 'mail',
            what: 'Set a mail server',
            isDone: config.mail.url !== undefined,
            at: ['/settings'],
            why: 'Until SMTP_URL is set, mails are kept here and nobody gets them.'
        },
        {
            key: 'colleague',
            what: 'Add a second user',
            isDone: made.hasColleague,
            at: ['/people/new', '/people'],
            why: 'A second administrator can let you in again; reviewers judge. They get a mail with a link to choose a password.'
        },
        {
            key: 'backup',
            what: 'Make a backup',
            isDone: made.hasBackup,
            at: ['/settings'],
            why: 'Set BACKUP_DIR to a folder on another disk and BACKUP_EVERY to 24 hours, or make one now.'
        },
        {
            key: 'model',
            what: 'Choose a language model',
            isDone: config.llm !== undefined,
            at: ['/settings'],
            why: 'Without one the reader that comes with the product finds and marks passages, and people give the levels.',
            isOptional: true
        }
    ];
}

const makeSage = {
    what: 'Make a sage',
    at: ['/sages/new', '/sages'],
    why: 'It asks the questions of one job. Ten ordinary jobs come with the product.'
};

const buildSage = {
    what: 'Build it',
    at: ['/sages'],
    why: 'Eight steps show that it obeys its rubric, before anybody meets it.'
};

const inviteSomebody = {
    what: 'Invite somebody',
    at: ['/screens/invite', '/screens'],
    why: 'A candidate gets a private link by mail, and answers in a browser.'
};

function ofUser(
    actor: Visit['actor'],
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
            what: 'Say who you are',
            isDone: firstName !== '' || displayName !== login,
            at: ['/profile'],
            why: 'Colleagues read your name, and candidates may read your message.'
        },
        ...(may(actor, 'ss_council_sage') ? authors : []),
        ...(may(actor, 'council_screen') ? [judge] : []),
        ...(may(actor, 'ss_sales') ? [{ ...sell, isDone: made.hasDeal }] : []),
        ...(may(actor, 'ss_support') ? [support] : [])
    ];
}

const judge: Step = {
    key: 'judge',
    what: 'Judge a candidate',
    isDone: false,
    at: ['/screens'],
    why: 'You give a level to each answer first, then see what the software found, and decide.'
};

const sell: Step = {
    key: 'deal',
    what: 'Make a deal',
    isDone: false,
    at: ['/deals/new', '/deals'],
    why: 'It waits for approval, then the customer gets a page on which to accept or decline.'
};

const support: Step = {
    key: 'jobs',
    what: 'Look at the jobs',
    isDone: false,
    at: ['/jobs'],
    why: 'What failed is explained there, and can be tried again.'
};
