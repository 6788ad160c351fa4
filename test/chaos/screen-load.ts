// Clients that invite candidates and cancel them again, one by one and by turning their sage off.
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpClient, login } from '../support/clients/client.ts';
import { until } from '../support/servers/process.ts';
import { waitingJobs } from './campaign.ts';
import { keepAsking } from './clients.ts';
import { makeSages } from './load.ts';

const invited = 8;
const mostWaiting = 300;

/** Makes a sage over HTTP that is built, tested and active. */
export async function makeActiveSage(client: HttpClient) {
    const [sage_id = 0] = await makeSages(client, 1, 1);
    const { run_id } = (await client.action('svc_start_full_sage_build', { sage_id })).body;
    const state = async () => (await client.action('svc_get_workflow_status', { run_id })).body.state;
    await until('a sage is built', async () => (await state()) === 'completed');
    await client.action('skip_testing_update_step', { sage_id });
    await client.action('svc_toggle_sage_status', { sage_id });
    return sage_id;
}

/** Each client has a sage of its own. What was acknowledged are `screen <id>` and `cancelled <id>`. */
export async function startScreenLoad(url: string, clients = 3) {
    const client = await login(url);
    const acknowledged = new Set<string>();
    const failures: string[] = [];
    const fixtures = { client, acknowledged, failures };
    const sages: number[] = [];
    for (let i = 0; i < clients; i += 1) sages.push(await makeActiveSage(client));
    const asking = keepAsking(clients, async (client) => {
        if ((await waitingJobs(url)) > mostWaiting) await sleep(50);
        else await inviteAndCancel(fixtures, sages[client] ?? 0);
    });
    return { acknowledged, failures, ...asking };
}

interface Fixtures {
    client: HttpClient;
    acknowledged: Set<string>;
    failures: string[];
}

/** Some screens, of which one is cancelled by itself and the rest by two toggles at once. */
async function inviteAndCancel(fixtures: Fixtures, sage_id: number) {
    const made = await Promise.all(Array.from({ length: invited }, () => invite(fixtures, sage_id)));
    const [one] = made.filter((id) => id !== undefined);
    const toggle = () => fixtures.client.action('svc_toggle_sage_status', { sage_id });
    if (one === undefined) await toggle(); // a kill has left it inactive
    else await Promise.all([cancel(fixtures, one), toggle(), toggle()]);
}

/** Undefined: the sage does not meet people now. */
async function invite({ client, acknowledged, failures }: Fixtures, sage_id: number) {
    const candidate = { name: 'Ada', email: `${crypto.randomUUID()}@example.test` };
    const answer = await client.send('POST', '/screens', { sage_id, candidate, invite: true });
    if (answer.statusCode === 201) {
        const id = String(answer.body.data.screen.id);
        acknowledged.add(`screen ${id}`);
        return id;
    }
    if (answer.statusCode !== 409) failures.push(`${answer.statusCode} ${JSON.stringify(answer.body)}`);
    return undefined;
}

/** 409: the toggle was faster. */
async function cancel({ client, acknowledged, failures }: Fixtures, id: string) {
    const { statusCode, body } = await client.send('POST', `/screens/${id}/cancel`, { reason: 'Proof' });
    if (statusCode === 200) acknowledged.add(`cancelled ${id}`);
    else if (statusCode !== 409) failures.push(`${statusCode} ${JSON.stringify(body)}`);
}
