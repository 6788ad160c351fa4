// The status poll of many clients, on a build that does not advance: the real server compared with its hand-written twin.
import { login } from '../support/clients/client.ts';
import { actionOf, type Asked } from './load.ts';
import { twinRow } from './baselines/row.ts';

const action = 'svc_get_step_status';

export const stepStatus = twinRow(
    { name: 'step-status', row: action, goal: 0.75 },
    { twin: new URL('./baselines/step-status.ts', import.meta.url), prepare: pollOf }
);

async function pollOf(url: string): Promise<Asked> {
    const user = await login(url);
    const { body } = await user.action('svc_start_full_sage_build', { sage_id: 1 });
    const { run_id } = body as { run_id: string };
    return actionOf(user, action, { run_id });
}
