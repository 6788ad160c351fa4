// Every task once: its payload, what pages call it, and when its job is wanted. A task of the ledger that is missing does not compile.
import { findResetRequest } from '../accounts/password-resets.ts';
import { endPreparation, findPreparation, isOpen } from '../builds/preparations.ts';
import { endRun, findProgress } from '../builds/runs.ts';
import type { TaskName, Tasks } from '../jobs/ledger.ts';
import { findMail, markMail, requeueMail } from '../jobs/mails.ts';
import { sageOfRelease } from '../judgement/licence.ts';
import { findScreen, waitsForVerdict } from '../screens/screens.ts';
import { Refusal } from '../store/refusal.ts';
import type { Tx } from '../store/index.ts';

/** What a field of a payload may be: a UUID, another id, or a whole number from 1 on. */
export type Field = 'uuid' | 'id' | { most?: number };

interface Task<Payload> {
    /** In the order in which the ledger keeps them. */
    payload: { readonly [Name in keyof Payload]: Field };
    label: string;
    /** What one job does; `of` names the sage that it is about. */
    inWords: (of: string, payload: { step?: number | undefined }) => string;
    /** Whether its subject needs it, so that support staff may make or retry it. Refuses: not_found, wrong_state. */
    wanted: (tx: Tx, payload: Payload) => Promise<void>;
    /** What ends with a job that is cancelled. A screen is unchanged: a new job can evaluate or refund it. */
    giveUp?: (tx: Tx, payload: Payload, at: number) => Promise<void>;
    /** Why no job of it can be cancelled. */
    owed?: string;
}

export const tasks: { readonly [Name in TaskName]: Task<Tasks[Name]> } = {
    'answer-reset-request': {
        payload: { requestId: 'uuid' },
        label: 'Answer a request for a new password',
        inWords: () => 'Answer to a request for a new password',
        wanted: async (tx, { requestId }) => assertFits(await findResetRequest(tx, requestId), () => true, '')
    },
    'build-step': {
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
        payload: { runId: 'id' },
        label: 'Check a licence to advise',
        inWords: (of) => `Check of the licence${of}`,
        wanted: assertNewest
    },
    'evaluate-screen': {
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
        payload: { runId: 'id' },
        label: 'Judge the remaining cases of a build',
        inWords: (of) => `Remaining cases of a build${of}`,
        wanted: assertNewest
    },
    'prepare-sage': {
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

export const taskNames = Object.keys(tasks) as TaskName[];

/** The same for every task. */
export const forEachTask = <Value>(of: (task: TaskName) => Value) =>
    Object.fromEntries(taskNames.map((name) => [name, of(name)])) as { [Name in TaskName]: Value };

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
