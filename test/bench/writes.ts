// One write of every kind, as often as the caller wants.
import { beginStep, showProgress } from '../../db/council/steps.ts';
import { endRun, startBuild } from '../../db/builds/runs.ts';
import { createContext } from '../../db/sages/contexts.ts';
import { captureHold, grantCredits, holdCredits, releaseHold } from '../../db/accounts/credits.ts';
import { seedDemo } from '../../db/installation/demo/data.ts';
import { ensureInstallation, issueSetupKey } from '../../db/installation/installation.ts';
import { beginAttempts, enqueue, failAttempt, finishJobs } from '../../db/jobs/ledger.ts';
import { markSent } from '../../db/jobs/sending.ts';
import { markMail, queueMail } from '../../db/jobs/mails.ts';
import { getTemplate, writeNextVersion } from '../../db/sages/template-versions.ts';
import { createSage, updateSage } from '../../db/council/edits.ts';
import { findSage } from '../../db/sages/sages.ts';
import { createTestScreen } from '../../db/screens/answering.ts';
import { markOpened } from '../../db/screens/screens.ts';
import { issueToken, revokeToken, touchToken } from '../../db/accounts/service-tokens.ts';
import { closeSession, openSession } from '../../db/accounts/sessions.ts';
import type { Store, Tx } from '../../db/store/index.ts';
import { changeUser, createFirstAdministrator, createUser } from '../../db/accounts/users.ts';

const at = Date.now();
const user = (login: string) => ({ login, email: `${login}@example.test`, passwordHash: '-' });
const enough = 1_000_000_000;

/** What the writes need: an administrator, credits, a sage to change and a sage whose build does not move. */
export async function prepareWrites(store: Store) {
    return store.write(async (tx) => {
        await ensureInstallation(tx);
        await seedDemo(tx, at);
        await grantCredits(tx, { reference: 'bench', amount: enough, reason: 'Bench', at });
        const admin = await createFirstAdministrator(tx, user('admin'), { by: { name: 'start' }, at });
        const { run } = await startBuild(tx, await sageOf(tx, 1), { ...build, by: admin.id });
        return { by: admin.id, runId: run.runId, sage: await sageOf(tx, 2) };
    });
}

type Prepared = Awaited<ReturnType<typeof prepareWrites>>;
/** Every `n` is another one. */
type Write = (tx: Tx, n: number) => Promise<unknown>;

const build = { mayRebuild: true, cost: 1, at };

async function sageOf(tx: Tx, id: number) {
    const sage = await findSage(tx, id);
    if (!sage) throw new Error(`sage ${id} is not there`);
    return sage;
}

export function kindsOfWrite({ by, runId, sage }: Prepared): Record<string, Write> {
    return { ...peopleWrites(by), ...sageWrites({ by, runId, sage }), ...workWrites };
}

function peopleWrites(by: number): Record<string, Write> {
    return {
        'user changed': (tx, n) => changeUser(tx, 'admin', { displayName: `Administrator ${n}` }),
        'user made': (tx, n) => createUser(tx, { ...user(`user-${n}`), role: 'sage_author' }, at),
        async session(tx) {
            const { id } = await openSession(tx, by, { at, remember: true });
            await closeSession(tx, id);
        },
        async token(tx, n) {
            const { id } = await issueToken(tx, { name: `token ${n}`, scopes: [], at });
            await touchToken(tx, id, at);
            await revokeToken(tx, id, at);
        },
        'setup key': (tx) => issueSetupKey(tx, at)
    };
}

function sageWrites({ by, runId, sage }: Prepared): Record<string, Write> {
    return {
        context: (tx, n) => createContext(tx, { name: `context ${n}`, context: 'A text.' }, at),
        'sage made': (tx, n) => createSage(tx, { ...blank, name: `sage ${n}` }, { by, at }),
        'sage changed': (tx, n) =>
            updateSage(tx, sage.id, { name: `sage ${n}` }, { by: { id: by, capabilities: [] }, at }),
        'results changed': async (tx, n) => {
            const current = await getTemplate(tx, sage.resultsId ?? '');
            await writeNextVersion(tx, current, { name: `results ${n}` }, at);
        },
        async screen(tx, n) {
            const answers = { debugging: 'I measured it.' };
            await markOpened(
                tx,
                await createTestScreen(tx, { sageId: sage.id, runId: `run ${n}`, answers, at }),
                at
            );
        },
        async build(tx) {
            const { run } = await startBuild(tx, sage, { ...build, by });
            await endRun(tx, run.runId, 'cancelled', { at });
        },
        async step(tx, n) {
            const begun = await beginStep(tx, runId, 1, at);
            if (begun) await showProgress(tx, begun, n, n);
        }
    };
}

const blank = { evaluatorRole: 'You judge.', criteria: [], contextIds: [] };

const workWrites: Record<string, Write> = {
    async credits(tx, n) {
        const reference = `bench:${n}`;
        await holdCredits(tx, reference, 1, { by: null, at });
        await (n % 2 === 0 ? captureHold : releaseHold)(tx, reference, at);
    },
    async job(tx, n) {
        const id = await enqueue(tx, 'send-mail', { mailId: `mail ${n}` }, at);
        await markSent(tx, [id], at);
        await beginAttempts(tx, [id], at);
        await failAttempt(tx, id, { code: 'timeout' }, { at: 1, retryAt: 1 });
        await finishJobs(tx, [id], at);
    },
    async mail(tx) {
        const to = { name: 'Nobody', email: 'nobody@example.test' };
        await markMail(tx, await queueMail(tx, { kind: 'test', to, about: {}, at }), 'sent', at);
    }
};
