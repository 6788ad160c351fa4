// Clients of two nodes that write rows and remember which of them were acknowledged.
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../db/store/index.ts';
import { taskLinks } from '../../db/agents/task-links.ts';
import { type HttpClient, login, paths } from '../support/clients/client.ts';
import { keepAsking } from './clients.ts';

/** A status, or the code of the error where there was no answer. */
interface Answer {
    status: number | string;
    mayComeAgain: boolean;
}

/**
 * Each client asks one node after the other; where a node does not listen, or /readyz was not ready a moment ago, it asks
 * the other one, as a proxy does.
 */
export async function startWriters(urls: readonly string[], clients = 6) {
    const client = await login(urls[0] ?? '');
    const put = (url: string, id: string) => putTask(url, client, id);
    const acknowledged = new Set<string>();
    const statuses = new Map<string, number>();
    const unwell = new Set<string>();
    let slowest = 0;
    let asked = 0;

    async function write() {
        const number = (asked += 1);
        const id = `task ${number}`;
        const began = performance.now();
        const inTurn = number % 2 === 0 ? urls : urls.toReversed();
        const [first = '', second = ''] = inTurn.toSorted(
            (a, b) => Number(unwell.has(a)) - Number(unwell.has(b))
        );
        const { status, mayComeAgain } = await put(first, id)
            .catch((error: unknown) => (isRefused(error) ? put(second, id) : Promise.reject(error)))
            .catch((error: unknown) => ({ status: codeOf(error), mayComeAgain: false }));
        slowest = Math.max(slowest, performance.now() - began);
        if (status === 200 || status === 201) acknowledged.add(id);
        const word = status === 503 && mayComeAgain ? 'come again' : String(status);
        statuses.set(word, (statuses.get(word) ?? 0) + 1);
        await sleep(5);
    }

    const writers = keepAsking(clients, write);
    const watch = setInterval(() => void Promise.all(urls.map(look)), 1000);

    async function look(url: string) {
        const { ok } = await fetch(`${url}/readyz`).catch(() => ({ ok: false }));
        unwell[ok ? 'delete' : 'add'](url);
    }
    const end = () => {
        clearInterval(watch);
        return writers.end();
    };

    return {
        acknowledged,
        /** How long the slowest answer took, in milliseconds. */
        slowest: () => Math.round(slowest),
        comeAgain: () => statuses.get('come again') ?? 0,
        /** Answers that were neither an acknowledgement nor a request to come again. */
        failures: () => [...statuses].filter(([word]) => !['200', '201', 'come again'].includes(word)),
        end,
        [Symbol.asyncDispose]: end,
        /** Acknowledged rows that are not there. */
        lostFrom: async ({ read }: Store) => {
            const kept = new Set(
                (await read.select({ id: taskLinks.crmId }).from(taskLinks)).map(({ id }) => id)
            );
            return [...acknowledged].filter((id) => !kept.has(id)).length;
        }
    };
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? error);
const isRefused = (error: unknown) => codeOf(error) === 'ECONNREFUSED';

async function putTask(url: string, { cookie, nonces }: HttpClient, crm_id: string): Promise<Answer> {
    const sent = request(`${url}${paths.rest}/tasks`, {
        method: 'PUT',
        agent: false, // a connection for each, so that none is closed just when it is used again
        headers: { cookie, 'x-svc-nonce': nonces['svc_rest'], 'content-type': 'application/json' }
    });
    sent.end(JSON.stringify({ crm_id, title: 'a task' }));
    const [response] = await once(sent, 'response');
    const body = await text(response);
    const mayComeAgain =
        'retry-after' in response.headers || body.includes('We do not know whether this was saved.');
    return { status: response.statusCode, mayComeAgain };
}
