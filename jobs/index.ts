// Every task once: its job, its payload, what pages call it, and when its job is wanted. What is missing does not compile.
import type { BaseLogger } from 'pino';
import { findResetRequest, handleResetRequest } from '../db/accounts/password-resets.ts';
import { endPreparation, findPreparation, isOpen } from '../db/builds/preparations.ts';
import { endRun, findProgress } from '../db/builds/runs.ts';
import type { TaskName, Tasks } from '../db/jobs/ledger.ts';
import { findMail, markMail, requeueMail } from '../db/jobs/mails.ts';
import { sageOfRelease } from '../db/judgement/licence.ts';
import { findScreen, waitsForVerdict } from '../db/screens/screens.ts';
import type { Store, Tx } from '../db/store/index.ts';
import { Refusal } from '../db/store/refusal.ts';
import type { Task } from '../db/support/tasks.ts';
import { prepareSage } from './build/preparation/prepare-sage.ts';
import { buildStep } from './build-step.ts';
import { evaluateScreen } from './evaluate-screen.ts';
import type { Evaluators } from './evaluation/index.ts';
import type { Job, Jobs } from './job.ts';
import { checkLicence } from './licence/check-licence.ts';
import { isToRefund, refundScreen } from '../db/screens/cancellations.ts';
import { type MailSettings, sendMail } from './send-mail.ts';

interface JobsDeps {
    store: Store;
    evaluators: Evaluators;
    mail: MailSettings;
    log: BaseLogger;
    now: () => number;
    /** Aborts a step of a build when its time is up; tests have no clock. */
    within?: (ms: number) => AbortSignal;
}

interface Row<Name extends TaskName> extends Task<Tasks[Name]> {
    job: (deps: JobsDeps) => Job<Name>;
}

export const tasks: { readonly [Name in TaskName]: Row<Name> } = {
    'answer-reset-request': {
        job: ({ mail: { links }, now }) => answerResetRequestJob({ links, now }),
        payload: { requestId: 'uuid' },
        label: 'Send a password reset link',
        inWords: () => 'Answer to a request for a new password',
        wanted: async (tx, { requestId }) => assertFits(await findResetRequest(tx, requestId), () => true, '')
    },
    'build-step': {
        job: buildStep,
        payload: { runId: 'id', step: { most: 8 } },
        label: 'Run a build step',
        inWords: (of, { step }) => `Step ${step} of a build${of}`,
        wanted: async (tx, { runId, step }) =>
            assertFits(
                await findProgress(tx, runId),
                ({ state, stepOrder }) => state === 'running' && stepOrder === step,
                'The build is not at this step or has ended. To retry a failed build, use Retry on the build.'
            ),
        async giveUp(tx, { runId, step }, at) {
            const run = await findProgress(tx, runId);
            if (run?.stepOrder === step) await endRun(tx, runId, 'cancelled', { failure: 'cancelled', at });
        }
    },
    'check-licence': {
        job: checkLicence,
        payload: { runId: 'id' },
        label: 'Check whether recommendations stay on',
        inWords: (of) => `Check of recommendations${of}`,
        wanted: assertNewest
    },
    'evaluate-screen': {
        job: evaluateScreen,
        payload: { screenId: 'uuid' },
        label: "Evaluate a candidate's answers",
        inWords: (of) => `Evaluation of a candidate${of}`,
        wanted: async (tx, { screenId }) =>
            assertFits(
                await findScreen(tx, screenId),
                waitsForVerdict,
                'Only submitted answers can be evaluated.'
            )
    },
    'prepare-sage': {
        job: prepareSage,
        payload: { sageId: {} },
        label: 'Prepare a build in advance',
        inWords: () => 'Preparation of a build',
        wanted: async (tx, { sageId }) =>
            assertFits(
                await findPreparation(tx, sageId),
                isOpen,
                'The preparation has ended. Start it again on the build page.'
            ),
        giveUp: (tx, { sageId }, at) =>
            endPreparation(tx, sageId, { state: 'failed', failure: 'Someone cancelled it.' }, at)
    },
    'refund-credit': {
        job: refundCredit,
        payload: { screenId: 'uuid' },
        label: "Refund a candidate's credits",
        inWords: (of) => `Refund for a candidate${of}`,
        wanted: async (tx, { screenId }) =>
            assertFits(
                await findScreen(tx, screenId),
                isToRefund,
                'Only cancelled invitations are refunded.'
            ),
        owed: 'A refund job cannot be cancelled. You can reschedule it.'
    },
    'send-mail': {
        job: sendMail,
        payload: { mailId: 'uuid' },
        label: 'Send an email',
        inWords: () => 'Deleted email',
        async wanted(tx, { mailId }) {
            const mail = await findMail(tx, mailId);
            const isQueued = await requeueMail(tx, mailId);
            assertFits(
                mail,
                () => isQueued,
                'Only queued or failed emails can be sent, and not to deleted recipients.'
            );
        },
        giveUp: (tx, { mailId }, at) => markMail(tx, mailId, 'dead', at)
    }
};

/** The same for every task. */
export const forEachTask = <Value>(of: (task: TaskName) => Value) =>
    Object.fromEntries((Object.keys(tasks) as TaskName[]).map((name) => [name, of(name)])) as {
        [Name in TaskName]: Value;
    };

/** The jobs of all tasks. */
export const makeJobs = (deps: JobsDeps) => forEachTask((task) => tasks[task].job(deps)) as Jobs;

async function assertNewest(tx: Tx, { runId }: { runId: string }) {
    const isCurrent = (await sageOfRelease(tx, runId)) !== undefined;
    assertFits(await findProgress(tx, runId), () => isCurrent, 'A newer release has replaced this one.');
}

function assertFits<Subject>(
    subject: Subject | undefined,
    fits: (subject: Subject) => boolean,
    message: string
) {
    if (subject === undefined) throw new Refusal('not_found', 'The subject of this job was not found.');
    if (!fits(subject)) throw new Refusal('wrong_state', message);
}

/** Emails a reset link if the user exists. A job does this, so that the time of the response does not show whether one does. */
function answerResetRequestJob({
    links,
    now
}: {
    links: string;
    now: () => number;
}): Job<'answer-reset-request'> {
    return {
        maxAttempts: 12,
        run:
            async ({ requestId }) =>
            (tx) =>
                handleResetRequest(tx, requestId, { secret: links, at: now() })
    };
}

/** Refunds the cost of a cancelled screen. The credit ledger accepts the refund once, however often the job runs. */
function refundCredit({ now }: { now: () => number }): Job<'refund-credit'> {
    return {
        maxAttempts: 25,
        run:
            async ({ screenId }) =>
            (tx) =>
                refundScreen(tx, screenId, now())
    };
}
