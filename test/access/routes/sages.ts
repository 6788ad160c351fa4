// Sages, their builds and what lets them meet people.
import { randomUUID } from 'node:crypto';
import { createTestScreen } from '../../../db/screens/answering.ts';
import { recordTestScreen } from '../../../db/council/steps.ts';
import { runs, startBuild, steps } from '../../../db/builds/runs.ts';
import { eq } from '../../../db/store/drizzle.ts';
import { createSage } from '../../../db/council/edits.ts';
import { findSage, sages as sageRows, setFields } from '../../../db/sages/sages.ts';
import { markOpened } from '../../../db/screens/screens.ts';
import type { Tx } from '../../../db/store/index.ts';
import { engineer, engineerFields } from '../../support/fixtures/sages.ts';
import type { About, Table } from '../calls.ts';
import type { Fixtures } from '../fixtures.ts';

/** What a sage's own routes are sent; the sage itself comes of `owned`. */
export const sages: Table = {
    'get /rest/svc/v1/sages': { about: listed },
    'get /sages': { about: listedOnPage },
    'post /rest/svc/v1/sages': { sent: { json: engineer } },
    'post /sages/{id}/details': { sent: { form: { do: 'look' } } },
    'post /sages/{id}/criteria': { sent: { form: { do: 'add' } } },
    'post /sages/{id}/results': { sent: { form: { do: 'look' } } },
    'post /sages/{id}/contexts': { sent: { form: { do: 'look' } } },
    'patch /rest/svc/v1/sages/{id}': { sent: { json: { name: 'Another name' } } },
    'post /rest/svc/v1/sages/{id}/draft': {
        sent: { json: { page: 'details', typed: { name: 'Another name' } } }
    },
    'post /rest/svc/v1/sages/{id}/contexts': {
        sent: { json: { name: 'Ways', context: 'We work in pairs.' } }
    },
    'post /rest/svc/v1/sages/{id}/testing/pass': { about: tested },
    'post /rest/svc/v1/sages/{id}/rebuild-request': { about: built },
    'post /rest/svc/v1/sages/{id}/preparation': { about: preparable },
    'get /rest/svc/v1/sages/{id}/builds/{run_id}/report': { about: running },
    'get /rest/svc/v1/sages/{id}/builds/{run_id}/report.xml': { about: running },
    'get /sages/{id}/builds/{run_id}': { about: running },
    'post /rest/svc/v1/sages/{id}/gold': {
        sent: { json: { items: [{ criterion: 'debugging', text: 'I bisected it.', level: 'strong' }] } }
    },
    'post /_actions/svc_get_step_status': { about: running },
    'post /_actions/svc_get_workflow_status': { about: running },
    'post /_actions/svc_toggle_sage_status': { about: inForm() },
    'post /_actions/skip_testing_update_step': { about: inForm({ stepNumber: 5 }) },
    'post /rest/svc/v1/callback/build': { about: builtToTheEnd }
};

type Changes = Parameters<typeof setFields>[2];

async function sageOf(tx: Tx, owner: number, at: number, changes?: Changes) {
    const sage = await createSage(tx, engineerFields, { by: owner, at });
    return changes ? setFields(tx, sage.id, changes) : sage;
}

function inForm(changes?: Changes) {
    return async ({ testApp: { store, now } }: Fixtures, owner: number) => {
        const { id } = await store.write((tx) => sageOf(tx, owner, now(), changes));
        return { form: { sage_id: id } };
    };
}

async function built({ testApp: { store, now } }: Fixtures, owner: number): Promise<About> {
    const { id } = await store.write((tx) => sageOf(tx, owner, now(), { builtAt: now() }));
    return { params: { id }, json: { reason: 'A new question.' } };
}

async function preparable({ testApp: { store, now } }: Fixtures, owner: number): Promise<About> {
    const { id } = await store.write((tx) => sageOf(tx, owner, now(), { evaluator: 'model' }));
    return { params: { id } };
}

async function runOf(tx: Tx, owner: number, at: number) {
    const sage = await sageOf(tx, owner, at);
    const { run } = await startBuild(tx, sage, { by: owner, mayRebuild: false, cost: 0, at });
    return run;
}

async function running({ testApp: { store, now } }: Fixtures, owner: number): Promise<About> {
    const { runId: run_id, sageId } = await store.write((tx) => runOf(tx, owner, now()));
    return { params: { id: sageId, run_id }, form: { run_id } };
}

/** In testing, and its test screen was looked at. */
async function tested({ testApp: { store, now } }: Fixtures, owner: number): Promise<About> {
    const id = await store.write(async (tx) => {
        const { runId, sageId } = await runOf(tx, owner, now());
        await tx.update(steps).set({ state: 'completed' }).where(eq(steps.runId, runId));
        const screen = await createTestScreen(tx, { sageId, runId, answers: {}, at: now() });
        await recordTestScreen(tx, runId, screen);
        await markOpened(tx, screen, now());
        await tx.update(runs).set({ state: 'completed' }).where(eq(runs.runId, runId));
        await setFields(tx, sageId, { stepNumber: 5, releaseRunId: runId });
        return sageId;
    });
    return { params: { id }, json: { note: 'Asks what it should.' } };
}

async function builtToTheEnd({ testApp: { store, now } }: Fixtures, owner: number): Promise<About> {
    const run_id = await store.write(async (tx) => {
        const { runId } = await runOf(tx, owner, now());
        await tx.update(steps).set({ state: 'completed' }).where(eq(steps.runId, runId));
        return runId;
    });
    return { json: { event: 'complete', run_id } };
}

/** A sage of this owner that may meet candidates: like the proved one in all else. */
export async function activeSage(fixtures: Fixtures, ownerId: number) {
    const { store } = fixtures.testApp;
    const proved = await findSage(store.read, (await fixtures.provedSage()).id);
    if (!proved) throw new Error('the sage is gone');
    const { id: _, ...columns } = proved;
    const own = { ...columns, uuid: randomUUID(), demoKey: null, ownerId };
    const [sage] = await store.write((tx) => tx.insert(sageRows).values(own).returning());
    if (!sage) throw new Error('the sage was not returned');
    return sage;
}

async function listed(fixtures: Fixtures, owner: number): Promise<About> {
    const { id, uuid } = await activeSage(fixtures, owner);
    return { params: { id }, query: '?sort=-made', mark: uuid };
}

async function listedOnPage(fixtures: Fixtures, owner: number): Promise<About> {
    const { id } = await activeSage(fixtures, owner);
    return { query: '?sort=-made', mark: `/sages/${id}\\"` };
}
