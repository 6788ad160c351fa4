// Every task once: its job, its payload, what pages call it, and when its job is wanted. What is missing does not compile.
import type { BaseLogger } from 'pino';
import { findResetRequest } from '../db/accounts/password-resets.ts';
import { endPreparation, findPreparation, isOpen } from '../db/builds/preparations.ts';
import { endRun, findProgress } from '../db/builds/runs.ts';
import type { TaskName, Tasks } from '../db/jobs/ledger.ts';
import { findMail, markMail, requeueMail } from '../db/jobs/mails.ts';
import { sageOfRelease } from '../db/judgement/licence.ts';
import { findScreen, waitsForVerdict } from '../db/screens/screens.ts';
import type { Store, Tx } from '../db/store/index.ts';
import { Refusal } from '../db/store/refusal.ts';
import type { Task } from '../db/support/tasks.ts';
import { answerResetRequestJob } from './answer-reset-request.ts';
import { prepareSage } from './build/ahead/prepare-sage.ts';
import { buildStep } from './build-step.ts';
import { evaluateScreen } from './evaluate-screen.ts';
import type { Evaluators } from './evaluation/index.ts';
import type { Job, Jobs } from './job.ts';
import { judgeRest } from './judge-rest.ts';
import { checkLicence } from './licence/check-licence.ts';
import { refundCredit } from './refund-credit.ts';
import { type MailSettings, type ObserveMail, sendMail } from './send-mail.ts';

interface JobsDeps {
    store: Store;
    evaluators: Evaluators;
    mail: MailSettings;
    log: BaseLogger;
    now: () => number;
    observeMail?: ObserveMail | undefined;
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
        label: 'Answer a request for a new password',
        inWords: () => 'Answer to a request for a new password',
        wanted: async (tx, { requestId }) => assertFits(await findResetRequest(tx, requestId), () => true, '')
    },
    'build-step': {
        job: buildStep,
        payload: { runId: 'id', step: { most: 8 } },
        label: 'Work on a step of a build',
        inWords: (of, { step }) => `Step ${step} of a build${of}`,
        wanted: async (tx, { runId, step }) =>
            assertFits(
                await findProgress(tx, runId),
                ({ state, stepOrder }) => state === 'running' && stepOrder === step,
                'The build is not at this step, or it has ended: a failed build is retried itself.'
            ),
        async giveUp(tx, { runId, step }, at) {
            const run = await findProgress(tx, runId);
            if (run?.stepOrder === step) await endRun(tx, runId, 'cancelled', { failure: 'cancelled', at });
        }
    },
    'check-licence': {
        job: checkLicence,
        payload: { runId: 'id' },
        label: 'Check a licence to advise',
        inWords: (of) => `Check of the licence${of}`,
        wanted: assertNewest
    },
    'evaluate-screen': {
        job: evaluateScreen,
        payload: { screenId: 'uuid' },
        label: 'Judge the answers of a candidate',
        inWords: (of) => `Evaluation of a candidate${of}`,
        wanted: async (tx, { screenId }) =>
            assertFits(
                await findScreen(tx, screenId),
                waitsForVerdict,
                'Only a submitted screen can be evaluated.'
            )
    },
    'judge-rest': {
        job: judgeRest,
        payload: { runId: 'id' },
        label: 'Judge the remaining cases of a build',
        inWords: (of) => `Remaining cases of a build${of}`,
        wanted: assertNewest
    },
    'prepare-sage': {
        job: prepareSage,
        payload: { sageId: {} },
        label: 'Judge cases of a sage ahead',
        inWords: () => 'Cases of a sage, ahead of its build',
        wanted: async (tx, { sageId }) =>
            assertFits(
                await findPreparation(tx, sageId),
                isOpen,
                'It has ended: it is asked for on the page of the build.'
            ),
        giveUp: (tx, { sageId }, at) =>
            endPreparation(tx, sageId, { state: 'failed', failure: 'It was cancelled.' }, at)
    },
    'refund-credit': {
        job: refundCredit,
        payload: { screenId: 'uuid' },
        label: 'Give the credits of a screen back',
        inWords: (of) => `Refund for a candidate${of}`,
        wanted: async (tx, { screenId }) =>
            assertFits(
                await findScreen(tx, screenId),
                ({ kind, status }) => kind === 'real' && status === 'ss_cancelled',
                'Only the cost of a cancelled screen is given back.'
            ),
        owed: 'A refund is owed: it can be put off, not given up.'
    },
    'send-mail': {
        job: ({ observeMail: observe, ...deps }) => sendMail({ ...deps, observe }),
        payload: { mailId: 'uuid' },
        label: 'Send a mail',
        inWords: () => 'Mail that is not there any more',
        async wanted(tx, { mailId }) {
            const mail = await findMail(tx, mailId);
            const isQueued = await requeueMail(tx, mailId);
            assertFits(
                mail,
                () => isQueued,
                'Only a queued or dead mail can be sent, and to nobody who was erased.'
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
    if (subject === undefined) throw new Refusal('not_found', 'What this job would be about is not there.');
    if (!fits(subject)) throw new Refusal('wrong_state', message);
}
