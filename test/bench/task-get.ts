// The task lookup of agents: the real server compared with its hand-written twin.
import { issueToken } from '../../db/accounts/service-tokens.ts';
import { openStore } from '../../db/store/index.ts';
import { putTask } from '../../db/agents/task-links.ts';
import type { Asked } from './load.ts';
import { twinRow } from './baselines/row.ts';

export const taskGet = twinRow(
    { name: 'task-get', row: 'POST /tools/task_get', goal: 0.8 },
    { twin: new URL('./baselines/task-get.ts', import.meta.url), prepare: lookUpOf }
);

async function lookUpOf(_url: string, file: string): Promise<Asked> {
    const token = await tokenFor(file);
    const headers = { 'x-service-token': token, 'content-type': 'application/json' };
    return { method: 'POST', url: '/tools/task_get', headers, body: '{"planner_id":"P-1"}' };
}

/** Of an agent, and the task that it asks for: both come in over the command line. */
async function tokenFor(file: string) {
    const store = openStore(file);
    const at = Date.now();
    const { token } = await store.write(async (tx) => {
        await putTask(tx, { crmId: 'C-1', plannerId: 'P-1', title: 'Call back' }, at);
        return issueToken(tx, { name: 'agent', scopes: ['tool:task_get'], at });
    });
    await store.close();
    return token;
}
