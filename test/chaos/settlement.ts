// What must be in the store once all builds have ended, for every run that was ever acknowledged.
import { lastStep } from '../../db/builds/plan.ts';
import { buildReference, runs, type RunRow, steps } from '../../db/builds/runs.ts';
import { account, auditCredits, credits } from '../../db/accounts/credits.ts';
import { jobs } from '../../db/jobs/ledger.ts';
import { mails } from '../../db/jobs/mails.ts';
import type { Reader } from '../../db/store/index.ts';
import { none } from './proof.ts';

/** Lost runs, missing or repeated jobs, and credits that were not settled exactly once. */
export async function auditBuilds(on: Reader, acknowledged: ReadonlySet<string>) {
    const all = await on.select().from(runs);
    return [
        none('lost', lostRuns(all, acknowledged)),
        none('jobs missing', (await missingJobs(on, all)) + (await missingMails(on, all))),
        none('credits astray', (await strayHolds(on, all)) + (await strayBalance(on, all)))
    ];
}

function lostRuns(all: RunRow[], acknowledged: ReadonlySet<string>) {
    const ended = all.filter(({ state }) => state === 'completed' || state === 'failed');
    return acknowledged.difference(new Set(ended.map(({ runId }) => runId))).size;
}

/** Every step that may begin has one job, which has ended; no other step has one. */
async function missingJobs(on: Reader, all: RunRow[]) {
    const made = countBy((await on.select().from(jobs)).filter(isEndedStep).map(keyOfJob));
    const completed = (await on.select().from(steps)).filter(({ state }) => state === 'completed');
    const due = [
        ...all.map(({ runId }) => `${runId}:1`),
        ...completed
            .filter(({ stepOrder }) => stepOrder < lastStep)
            .map(({ runId, stepOrder }) => `${runId}:${stepOrder + 1}`)
    ];
    return due.filter((key) => made.get(key) !== 1).length + Math.abs(made.size - due.length);
}

type JobRow = typeof jobs.$inferSelect;

const isEndedStep = ({ task, state }: JobRow) =>
    task === 'build-step' && (state === 'done' || state === 'dead');

function keyOfJob({ payload }: JobRow) {
    return 'step' in payload ? `${payload.runId}:${payload.step}` : '';
}

/** The owner gets one email for each build that failed. */
async function missingMails(on: Reader, all: RunRow[]) {
    const kept = (await on.select().from(mails)).filter(({ state }) => state === 'kept');
    const reported = countBy(kept.map(({ about }) => ('runId' in about ? about.runId : '')));
    const failed = all.filter(({ state }) => state === 'failed');
    return (
        failed.filter(({ runId }) => reported.get(runId) !== 1).length +
        Math.abs(reported.size - failed.length)
    );
}

/** Every run has one hold, which was captured if it completed and released if not, and nothing else. */
async function strayHolds(on: Reader, all: RunRow[]) {
    const entries = countBy(
        (await on.select().from(credits)).map(({ reference, kind }) => `${kind} ${reference}`)
    );
    const settled = ({ runId, state }: RunRow) => {
        const [wanted, other] = state === 'completed' ? ['capture', 'release'] : ['release', 'capture'];
        const counted = ['hold', wanted, other].map((kind) =>
            entries.get(`${kind} ${buildReference(runId)}`)
        );
        return counted[0] === 1 && counted[1] === 1 && counted[2] === undefined;
    };
    return all.filter((run) => !settled(run)).length;
}

async function strayBalance(on: Reader, all: RunRow[]) {
    const { balance, held } = await account(on);
    const entries = await on.select().from(credits);
    const granted = sum(entries.filter(({ kind }) => kind === 'grant').map(({ amount }) => amount));
    const spent = sum(all.filter(({ state }) => state === 'completed').map(({ cost }) => cost));
    return Math.abs(granted - spent - balance) + held + (await auditCredits(on)).length;
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

function countBy(keys: string[]) {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
}
