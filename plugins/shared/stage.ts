// How far a sage is on its way to candidates, and what comes next.
import type { Actor } from '../../db/accounts/sessions.ts';
import type { Blocker } from '../../db/builds/blockers.ts';
import { listRuns } from '../../db/builds/run-list.ts';
import { findRun, type RunRow } from '../../db/builds/runs.ts';
import { obstacleOf } from '../../db/sages/obstacles.ts';
import type { SageRow } from '../../db/sages/sages.ts';
import { answersOf, findScreen } from '../../db/screens/screens.ts';
import type { App } from '../app.ts';
import { editors } from '../surfaces/auth/capability-sets.ts';
import { may } from '../surfaces/auth/requester.ts';
import { readinessOf } from './readiness.ts';

/** In their order; the steps of the strip. */
export const wayOfSage = ['questions', 'check', 'try', 'open', 'candidates'] as const;
export type StepOfSage = (typeof wayOfSage)[number];

/** What is next. Each has its words, and its button, on the home of the sage. */
export const nexts = {
    write: 'questions',
    finish: 'questions',
    check: 'check',
    checking: 'check',
    failed: 'check',
    stopped: 'check',
    changed: 'check',
    read: 'try',
    confirm: 'try',
    open: 'open',
    meet: 'candidates'
} as const satisfies Record<string, StepOfSage>;

export interface Stage {
    next: keyof typeof nexts;
    blockers: readonly Blocker[];
    /** The latest check. */
    last: RunRow | undefined;
    /** The test answers of the check in use, while they wait for their review. */
    testScreenId: string | undefined;
    /** Whether there is an answer to read in it. */
    isAnswered: boolean;
}

/** Authors run the first check; after that only administrators. */
export const mayCheck = (actor: Actor, { builtAt }: SageRow) =>
    builtAt === null ? may(actor, ...editors) : may(actor, 'ss_admin_all', 'ss_council_admin');

/** Where the sage stands: `finish` before `changed`, for what is missing has to be written before a check. */
export async function stageOf(app: App, sage: SageRow): Promise<Stage> {
    const { read } = app.store;
    const [last] = await listRuns(read, sage.id, 1);
    const obstacle = obstacleOf(sage);
    const { blockers } = obstacle === 'unbuilt' || obstacle === 'stale' ? await readinessOf(app, sage) : none;
    const stage = { blockers, last, testScreenId: undefined, isAnswered: false };
    if (last?.state === 'running' && obstacle) return { ...stage, next: 'checking' };
    if (blockers.length > 0) return { ...stage, next: sage.criteria.length === 0 ? 'write' : 'finish' };
    if (obstacle === 'unbuilt' || obstacle === 'stale')
        return { ...stage, next: nextCheck(sage, last, obstacle) };
    if (obstacle === 'untested') return { ...stage, ...(await testReview(app, sage)) };
    return { ...stage, next: sage.status === 'ss_active' ? 'meet' : 'open' };
}

const none = { blockers: [] };

/** A check of what the sage still is has said what is wrong; after a change it may pass. */
function nextCheck(sage: SageRow, last: RunRow | undefined, obstacle: 'unbuilt' | 'stale') {
    const isOfNow = last?.revision === sage.revision;
    if (isOfNow && last.state === 'failed') return last.failure === 'gate' ? 'failed' : 'stopped';
    if (isOfNow && last.state === 'timed_out') return 'stopped';
    return obstacle === 'stale' ? 'changed' : 'check';
}

async function testReview({ store: { read } }: App, { releaseRunId }: SageRow) {
    const run = await findRun(read, releaseRunId ?? '');
    const screen = await findScreen(read, run?.testScreenId ?? '');
    const next = screen !== undefined && screen.openedAt !== null ? 'confirm' : 'read';
    const answers = screen ? await answersOf(read, screen.id) : [];
    const isAnswered = answers.some(({ answer }) => answer !== '');
    return { next, testScreenId: run?.testScreenId ?? undefined, isAnswered } as const;
}
