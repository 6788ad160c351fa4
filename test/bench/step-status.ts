// The status poll of many clients, on a build that does not advance: the real server compared with its hand-written twin.
import { login, paths } from '../support/clients/client.ts';
import type { Asked } from './load.ts';
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
    const form = { action, nonce: user.nonces['svc_frontend_nonce'] ?? '', run_id };
    return {
        method: 'POST',
        url: `${paths.ajax}?action=${action}`,
        headers: { cookie: user.cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString()
    };
}
