// A model server that speaks the OpenAI API, on this machine: a test says how it judges and how it fails.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { openModel, type ModelSettings } from '../../jobs/evaluation/model/client.ts';
import type { Message } from '../../jobs/evaluation/model/messages.ts';
import { startDouble, wayOut } from './other-server.ts';

/** One call as the server got it. */
export interface Asked {
    criterion: string;
    answer: string;
    messages: Message[];
    body: Record<string, unknown>;
    headers: IncomingMessage['headers'];
    /** How many calls came before this one. */
    before: number;
}

export interface JudgeReply {
    level: string;
    quotes: string[];
    reason: string;
}

/** What the server does with a call: an object or a text is its reply; or it writes the response itself. */
export type ModelJudge = (
    asked: Asked,
    response: ServerResponse
) => JudgeReply | string | undefined | Promise<JudgeReply | string | undefined>;

/** What it returns about its model, by path; other paths are not there. */
type Told = Readonly<Record<string, unknown>>;

/** Starts the server; it is gone when the test ends, or the proof that passes a `teardown` of its own. */
export async function startModelServer(
    t: Pick<ExecutionContext, 'teardown'>,
    judge: ModelJudge,
    told: Told = {}
) {
    const calls: Asked[] = [];
    const { port, seen } = await startDouble(t, async (request, response) => {
        if (request.method === 'GET') return tell(response, told[request.url ?? '']);
        const body = JSON.parse(await text(request)) as { model: string; messages: Message[] };
        const asked = { ...read(body.messages), body, headers: request.headers, before: calls.length };
        calls.push(asked);
        const reply = await judge(asked, response);
        if (reply === undefined || response.writableEnded) return;
        const content = typeof reply === 'string' ? reply : JSON.stringify(reply);
        const total_tokens = tokensOf(asked);
        response.writeHead(200, { 'content-type': 'application/json' }).end(
            JSON.stringify({
                id: 'chatcmpl-1',
                object: 'chat.completion',
                created: 0,
                model: `${body.model}-2026`,
                choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
                usage: { prompt_tokens: total_tokens - 10, completion_tokens: 10, total_tokens }
            })
        );
    });
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    const named = { LLM_MODEL: 'judge', LLM_OPERATOR: 'ourselves', ALLOW_PRIVATE: `127.0.0.1:${port}` };
    return { calls, seen, port, baseUrl, env: { LLM_BASE_URL: baseUrl, ...named } };
}

const tell = (response: ServerResponse, what: unknown) =>
    void response.writeHead(what === undefined ? 404 : 200).end(JSON.stringify(what ?? {}));

/** The tokens that the server counts of a call with its reply. */
export const tokensOf = ({ messages }: Pick<Asked, 'messages'>) =>
    Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4) + 10;

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>;

/** A client of that server. */
export function clientOf(t: ExecutionContext, server: ModelServer, settings: Partial<ModelSettings> = {}) {
    const outgoing = wayOut(t, { allowed: [`127.0.0.1:${server.port}`] });
    return openModel(
        { baseUrl: server.baseUrl, model: 'judge', timeout: 60_000, retries: 0, ...settings },
        outgoing
    );
}

/** An error in the form of the API. */
export function refuse(
    response: ServerResponse,
    status: number,
    { message = 'no', param = '', headers = {} } = {}
): undefined {
    response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ error: { message, param: param || null, type: 'error', code: null } }));
    return undefined;
}

/** The criterion and the answer, taken from where messages.ts puts them. */
function read(messages: readonly Message[]) {
    const user = messages.find(({ role }) => role === 'user')?.content ?? '';
    const boundary = /^Boundary: (\S+)$/m.exec(user)?.[1] ?? '';
    const answer = user.split(`${boundary}\n`).at(-1)?.split(`\n${boundary}`)[0] ?? '""';
    return {
        criterion: /^Criterion: (\S+)$/m.exec(user)?.[1] ?? '',
        answer: JSON.parse(answer) as string,
        messages: [...messages]
    };
}
