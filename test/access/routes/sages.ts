// Sages, their builds and what lets them meet people.
import { createTestScreen } from '../../../db/screens/answering.ts';
import { recordTestScreen } from '../../../db/council/steps.ts';
import { runs, startBuild, steps } from '../../../db/builds/runs.ts';
import { eq } from '../../../db/store/drizzle.ts';
import { createSage } from '../../../db/council/edits.ts';
import { setFields } from '../../../db/sages/sages.ts';
import { markOpened } from '../../../db/screens/screens.ts';
import type { Tx } from '../../../db/store/index.ts';
import { engineer, engineerFields } from '../../support/things/sages.ts';
import type { About, Table } from '../calls.ts';
import { callback, holding, loggedIn, owning, pageHolding } from '../rules.ts';
import type { Fixtures } from '../fixtures.ts';

const readers = [
    'ss_council_sage',
    'ss_council_admin',
    'council_sage',
    'council_screen',
    'ss_admin_all'
] as const;
const council = holding(...readers);
const councilPage = pageHolding(...readers);
const builders = holding('ss_council_sage', 'ss_council_admin', 'ss_admin_all');
const bosses = ['ss_council_admin', 'ss_admin_all'] as const;
const judges = holding('council_screen');
const gold = 'get /rest/svc/v1/sages/{id}/gold';
const agreement = 'get /rest/svc/v1/sages/{id}/agreement';
const labelled: About = {
    json: { items: [{ criterion: 'debugging', text: 'I bisected it.', level: 'strong' }] }
};
const report = 'get /rest/svc/v1/sages/{id}/builds/{run_id}/report';
const reportXml = `${report}.xml`;
const reportPage = 'get /sages/{id}/builds/{run_id}';

export const sages: Table = {
    'get /rest/svc/v1/sages': { rule: council },
    'post /rest/svc/v1/sages': {
        rule: holding('ss_council_sage'),
        done: 201,
        about: () => ({ json: engineer })
    },
    'get /sages': { rule: councilPage },
    'get /sages/new': { rule: pageHolding('ss_council_sage') },
    'get /sages/{id}': { rule: councilPage, about: inPath() },
    'post /sages/{id}': { rule: councilPage, about: inPath({ form: { do: 'look' } }) },
    'get /sages/{id}/criteria': { rule: councilPage, about: inPath() },
    'post /sages/{id}/criteria': { rule: councilPage, about: inPath({ form: { do: 'add' } }) },
    'get /sages/{id}/results': { rule: pageHolding('council_screen'), about: inPath() },
    'post /sages/{id}/results': {
        rule: pageHolding('council_screen'),
        about: inPath({ form: { do: 'look' } })
    },
    'get /sages/{id}/contexts': { rule: pageHolding('council_sage'), about: inPath() },
    'post /sages/{id}/contexts': {
        rule: pageHolding('council_sage'),
        about: inPath({ form: { do: 'look' } })
    },
    'get /sages/{id}/prompt': { rule: pageHolding('council_sage'), about: inPath() },
    'get /sages/{id}/build': { rule: councilPage, about: inPath() },
    'get /sages/{id}/gold': { rule: pageHolding('council_screen'), about: inPath() },
    'get /sages/{id}/status': { rule: councilPage, about: inPath() },
    'get /rest/svc/v1/sage-templates': { rule: council },
    'get /rest/svc/v1/sages/{id}': { rule: council, about: inPath() },
    'patch /rest/svc/v1/sages/{id}': {
        rule: owning(builders, 403, ...bosses),
        about: inPath({ json: { name: 'Another name' } })
    },
    'post /rest/svc/v1/sages/{id}/draft': {
        rule: owning(builders, 403, ...bosses),
        about: inPath({ json: { page: 'details', typed: { name: 'Another name' } } })
    },
    'post /rest/svc/v1/sages/{id}/contexts': {
        rule: owning(builders, 403, ...bosses),
        done: 201,
        about: inPath({ json: { name: 'Ways', context: 'We work in pairs.' } })
    },
    'post /rest/svc/v1/sages/{id}/testing/pass': { rule: builders, about: tested },
    'post /rest/svc/v1/sages/{id}/copy': { rule: holding('ss_council_sage'), done: 201, about: inPath() },
    'post /rest/svc/v1/sages/{id}/rebuild-request': { rule: builders, about: built },
    'post /rest/svc/v1/sages/{id}/preparation': { rule: builders, about: preparable },
    'get /rest/svc/v1/sages/{id}/preparation': { rule: council, about: inPath() },
    [report]: { rule: council, about: running },
    [reportXml]: { rule: council, about: running },
    [reportPage]: { rule: councilPage, about: running },
    [gold]: { rule: judges, about: inPath() },
    [agreement]: { rule: judges, about: inPath() },
    [`post${gold.slice(3)}`]: { rule: judges, about: inPath(labelled) },
    'post /_actions/svc_start_full_sage_build': { rule: loggedIn, about: inForm() },
    'post /_actions/svc_get_step_status': { rule: loggedIn, about: running },
    'post /_actions/svc_get_workflow_status': { rule: loggedIn, about: running },
    'post /_actions/svc_toggle_sage_status': { rule: holding('ss_council_admin'), about: inForm() },
    'post /_actions/skip_testing_update_step': {
        rule: holding('ss_admin_all', 'ss_council_sage'),
        about: inForm({ stepNumber: 5 })
    },
    'post /_actions/svc_toggle_demo_key': { rule: holding('ss_admin_all', 'power_user'), about: inForm() },
    'post /rest/svc/v1/callback/build': { rule: callback, about: builtToTheEnd }
};

/** The same where SAGE_ACCESS is `owner`. */
export const ownBuilds: Table = {
    'get /sages/{id}': { rule: owning(councilPage, 404, ...bosses), about: inPath() },
    'post /sages/{id}': {
        rule: owning(councilPage, 404, ...bosses),
        about: inPath({ form: { do: 'look' } })
    },
    'get /sages/{id}/criteria': { rule: owning(councilPage, 404, ...bosses), about: inPath() },
    'post /sages/{id}/criteria': {
        rule: owning(councilPage, 404, ...bosses),
        about: inPath({ form: { do: 'add' } })
    },
    'get /sages/{id}/results': {
        rule: owning(pageHolding('council_screen'), 404, ...bosses),
        about: inPath()
    },
    'post /sages/{id}/results': {
        rule: owning(pageHolding('council_screen'), 404, ...bosses),
        about: inPath({ form: { do: 'look' } })
    },
    'post /sages/{id}/contexts': {
        rule: owning(pageHolding('council_sage'), 404, ...bosses),
        about: inPath({ form: { do: 'look' } })
    },
    'get /sages/{id}/contexts': {
        rule: owning(pageHolding('council_sage'), 404, ...bosses),
        about: inPath()
    },
    'get /sages/{id}/prompt': { rule: owning(pageHolding('council_sage'), 404, ...bosses), about: inPath() },
    'get /sages/{id}/build': { rule: owning(councilPage, 404, ...bosses), about: inPath() },
    'get /sages/{id}/gold': { rule: owning(pageHolding('council_screen'), 404, ...bosses), about: inPath() },
    'get /sages/{id}/status': { rule: owning(councilPage, 404, ...bosses), about: inPath() },
    'get /rest/svc/v1/sages/{id}': { rule: owning(council, 404, ...bosses), about: inPath() },
    'patch /rest/svc/v1/sages/{id}': {
        rule: owning(builders, 404, ...bosses),
        about: inPath({ json: { name: 'Another name' } })
    },
    'post /rest/svc/v1/sages/{id}/draft': {
        rule: owning(builders, 404, ...bosses),
        about: inPath({ json: { page: 'details', typed: { name: 'Another name' } } })
    },
    'post /rest/svc/v1/sages/{id}/contexts': {
        rule: owning(builders, 404, ...bosses),
        done: 201,
        about: inPath({ json: { name: 'Ways', context: 'We work in pairs.' } })
    },
    'post /rest/svc/v1/sages/{id}/testing/pass': { rule: owning(builders, 404, ...bosses), about: tested },
    'post /rest/svc/v1/sages/{id}/copy': {
        rule: owning(holding('ss_council_sage'), 404, ...bosses),
        done: 201,
        about: inPath()
    },
    'post /rest/svc/v1/sages/{id}/rebuild-request': {
        rule: owning(builders, 404, ...bosses),
        about: built
    },
    'post /rest/svc/v1/sages/{id}/preparation': {
        rule: owning(builders, 404, ...bosses),
        about: preparable
    },
    'get /rest/svc/v1/sages/{id}/preparation': {
        rule: owning(council, 404, ...bosses),
        about: inPath()
    },
    'post /_actions/skip_testing_update_step': {
        rule: owning(holding('ss_admin_all', 'ss_council_sage'), 404, ...bosses),
        about: inForm({ stepNumber: 5 })
    },
    [report]: { rule: owning(council, 404, ...bosses), about: running },
    [reportXml]: { rule: owning(council, 404, ...bosses), about: running },
    [reportPage]: { rule: owning(councilPage, 404, ...bosses), about: running },
    [gold]: { rule: owning(judges, 404, ...bosses), about: inPath() },
    [agreement]: { rule: owning(judges, 404, ...bosses), about: inPath() },
    [`post${gold.slice(3)}`]: { rule: owning(judges, 404, ...bosses), about: inPath(labelled) },
    'post /_actions/svc_start_full_sage_build': {
        rule: owning(loggedIn, 404, ...bosses),
        about: inForm()
    },
    'post /_actions/svc_get_step_status': { rule: owning(loggedIn, 404, ...bosses), about: running },
    'post /_actions/svc_get_workflow_status': { rule: owning(loggedIn, 404, ...bosses), about: running }
};

type Changes = Parameters<typeof setFields>[2];

async function sageOf(tx: Tx, owner: number, at: number, changes?: Changes) {
    const sage = await createSage(tx, engineerFields, { by: owner, at });
    return changes ? setFields(tx, sage.id, changes) : sage;
}

function inPath(more: About = {}) {
    return async ({ testApp: { store, now } }: Fixtures, owner: number) => {
        const { id } = await store.write((tx) => sageOf(tx, owner, now()));
        return { params: { id }, ...more };
    };
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
