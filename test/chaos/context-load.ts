// Clients that make contexts, each of which must appear together with its history.
import { setTimeout as sleep } from 'node:timers/promises';
import { contextHistory, contexts } from '../../db/sages/contexts.ts';
import type { Reader } from '../../db/store/index.ts';
import { backendClient } from './backend-client.ts';
import { keepAsking, type Load } from './clients.ts';
import { none } from './proof.ts';

interface Contexts {
    clients: number;
    /** Of the text of each, in characters. */
    length: number;
    /** After each, in milliseconds. */
    pause?: number;
}

const sentence = 'Decisions are written down. ';

/** Makes one after the other; a client that was refused asks again a little later. */
export async function startContexts(url: string, { clients, length, pause = 0 }: Contexts): Promise<Load> {
    const client = await backendClient(url);
    const acknowledged = new Set<string>();
    const failures: string[] = [];
    const body = { name: 'How we work', context: sentence.repeat(Math.ceil(length / sentence.length)) };
    const asking = keepAsking(clients, async () => {
        const { statusCode, body: made } = await client.ask('POST', '/pl/context/', body);
        if (statusCode === 201) acknowledged.add(String(made.id));
        else failures.push(`${statusCode} ${JSON.stringify(made)}`);
        if (statusCode !== 201) await sleep(50);
        else if (pause > 0) await sleep(pause);
    });
    return { acknowledged, failures, ...asking, audit: (on) => auditContexts(on, acknowledged) };
}

async function auditContexts(on: Reader, acknowledged: ReadonlySet<string>) {
    const made = await on.select({ id: contexts.id }).from(contexts);
    const entries = await on.select({ id: contextHistory.contextId }).from(contextHistory);
    const ids = new Set(made.map(({ id }) => id));
    const reported = new Set(entries.map(({ id }) => id));
    return [
        none('lost', acknowledged.difference(ids).size),
        none('without history', ids.difference(reported).size),
        none('history without context', reported.difference(ids).size)
    ];
}
