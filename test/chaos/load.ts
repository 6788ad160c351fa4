// Clients that start builds, whatever happens to the server, and remember what it acknowledged.
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpClient, login } from '../support/clients/client.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { keepAsking, type Load } from './clients.ts';
import { expected } from './expected.ts';
import { auditBuilds } from './settlement.ts';

/** Passes all eight steps, in a fraction of a second. */
const short = { ...engineer, criteria: engineer.criteria.slice(0, 1) };
/** Fails early: most builds of a load end so, or the processor would be the only thing that is tried. */
const hopeless = {
    ...short,
    criteria: short.criteria.map((criterion) => ({ ...criterion, indicators: [] }))
};

/** Makes sages over HTTP; every `good`th of them can be built to the end. Answers their ids. */
export async function makeSages(client: HttpClient, count: number, good: number) {
    const ids: number[] = [];
    for (let i = 0; i < count; i += 1) {
        const made = client.send('POST', '/sages', i % good === 0 ? short : hopeless);
        ids.push((await expected(201, made)).data.sage.id);
    }
    return ids;
}

interface Builds {
    url: string;
    sages: number;
    clients: number;
}

/** Clicks without a pause. At most one open build for each sage bounds what waits. What is acknowledged are runs. */
export async function startLoad({ url, sages, clients }: Builds): Promise<Load> {
    const client = await login(url);
    const ids = await makeSages(client, sages, 20);
    const acknowledged = new Set<string>();
    const failures: string[] = [];

    async function click() {
        const sage_id = ids[Math.floor(Math.random() * ids.length)] ?? 0;
        const { statusCode, body } = await client.action('svc_start_full_sage_build', { sage_id });
        if (statusCode === 200) acknowledged.add(String(body.run_id));
        else failures.push(`${statusCode} ${JSON.stringify(body)}`);
        if (statusCode !== 200 || body.resumed === true) await sleep(50);
    }

    return {
        acknowledged,
        failures,
        ...keepAsking(clients, click),
        audit: (on) => auditBuilds(on, acknowledged)
    };
}
