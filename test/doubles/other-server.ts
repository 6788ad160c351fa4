// A server of a third party, on every address of this machine: it counts who came and what they asked.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';
import { openOutgoing, type Outgoing, OutgoingError } from '../../config/outgoing.ts';

/** Listens until the test ends. */
export async function startDouble(
    t: Pick<ExecutionContext, 'teardown'>,
    answer: (...of: Parameters<RequestListener>) => unknown = (_, response) => response.end('ok')
) {
    const seen = { connections: 0, requests: [] as string[] };
    const server = createServer((request, response) => {
        seen.requests.push(`${request.method} ${request.url}`);
        answer(request, response);
    });
    server.on('connection', () => seen.connections++);
    await once(server.listen(0, '::'), 'listening');
    t.teardown(() => {
        server.close();
        server.closeAllConnections();
    });
    return { port: (server.address() as AddressInfo).port, seen };
}

type Setting = Parameters<typeof openOutgoing>[0];

/** The way out, closed when the test ends. */
export function wayOut(t: ExecutionContext, setting: Partial<Setting> = {}) {
    const outgoing = openOutgoing({ allowed: [], ...setting });
    t.teardown(() => outgoing.close());
    return outgoing;
}

/** A way out on which every call ends after `ms` milliseconds; `asked`: after how many each wanted to end. */
export function withExpiredTimeout(usual: Outgoing, ms: number) {
    const asked: unknown[] = [];
    const outgoing: Outgoing = {
        fetch(url, request) {
            asked.push(request?.timeout);
            return usual.fetch(url, { ...request, timeout: ms });
        },
        close: () => usual.close()
    };
    return { outgoing, asked };
}

/** Reads the whole body. The tools read an error of the Web API like this, too: it names no code of ours. */
export const textOf = (response: Response) =>
    response.text().catch((error: Error) => {
        if (error instanceof OutgoingError) throw error;
        throw new OutgoingError(error.name === 'TimeoutError' ? 'timeout' : 'unreachable', error);
    });

/** The code of the error with which this ends. */
export async function failure(t: ExecutionContext, ends: Promise<unknown>, what?: string) {
    const error = await t.throwsAsync(ends, { instanceOf: OutgoingError }, what);
    t.regex(String(error), /^OutgoingError: outgoing call: [a-z_]+$/, what);
    return error?.code;
}

type Answers = Record<string, readonly string[]>;

/** Resolves names to these addresses: each look-up of a name gives the next of its list. */
export const resolving = (answers: Answers): NonNullable<Setting['lookup']> =>
    ((name: string, _: object, callback: (error: Error | null, addresses: object[]) => void) =>
        callback(
            null,
            (answers[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
        )) as never;
