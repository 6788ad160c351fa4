// A build that waits for its model.
import { runs } from '../../db/builds/runs.ts';
import { eq } from '../../db/store/drizzle.ts';
import type { Reader } from '../../db/store/index.ts';
import { type HttpClient, login } from '../support/clients/client.ts';
import { until } from '../support/servers/process.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { expected } from './in-turn.ts';
import type { Installation } from './installation.ts';
import type { SlowModel } from './slow-model.ts';

/** Starts a build of a new sage, and answers its id when one of its steps waits for the model. */
export async function waitingBuild({ url }: Installation, model: SlowModel) {
    model.think();
    const before = model.asked();
    const runId = await startBuild(await login(url));
    await until('a step waits for the model', async () => model.asked() > before);
    return runId;
}

async function startBuild(client: HttpClient) {
    const made = await expected(201, client.send('POST', '/sages', { ...engineer, evaluator: 'model' }));
    const sage_id: number = made.data.sage.id;
    const { run_id } = await expected(200, client.action('svc_start_full_sage_build', { sage_id }));
    return String(run_id);
}

export async function runOf(on: Reader, runId: string) {
    const [run] = await on.select().from(runs).where(eq(runs.runId, runId));
    if (!run) throw new Error('the run is gone');
    return run;
}

/** Answers whether it completes or fails, of itself and within a minute. */
export async function comesToAnEnd({ withStore }: Installation, runId: string) {
    const state = () => withStore(async ({ read }) => (await runOf(read, runId)).state);
    const over = until('the build ends', async () => (await state()) !== 'running');
    await over.catch(() => undefined);
    return ['completed', 'failed'].includes(await state());
}
