// The limit of the platform: POST /tools/task_get written by hand on node:http, prepared statements, grouped inserts.
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readJson } from '../../../plugins/surfaces/http/bodies/parsing.ts';
import { end, openWritable, serve } from './server.ts';

const [file = '', port = '0'] = process.argv.slice(2);
const { store, begin, commit } = openWritable(file);

interface Token {
    id: number;
    name: string;
    scopes: string;
    last_used_at: number | null;
}
interface Task {
    id: number;
    crm_id: string | null;
    planner_id: string | null;
    todo_id: string | null;
    title: string;
    status: string;
    url: string;
    created_at: number;
    updated_at: number;
}

const token = store.prepare<[string, number], Token>(`
    select id, name, scopes, last_used_at from service_tokens
    where digest = ? and revoked_at is null and (expires_at is null or expires_at > ?)`);
const touch = store.prepare<[number, number]>('update service_tokens set last_used_at = ? where id = ?');
const task = Object.fromEntries(
    ['crm_id', 'planner_id', 'todo_id'].map((name) => [
        name,
        store.prepare<[string], Task>(`select * from task_links where ${name} = ?`)
    ])
);
const record = store.prepare<Call>(`
    insert into tool_calls (at, token, tool, outcome, ms, arguments_digest, answer_digest)
    values (?, ?, 'task_get', 'ok', ?, ?, ?)`);
type Call = [at: number, token: string, ms: number, given: string, answer: string];

serve(port, answer);

function answer({ headers }: IncomingMessage, response: ServerResponse, body: string) {
    const began = Date.now();
    const caller = callerOf(headers['x-service-token'], began);
    if (!caller) return end(response, 401, { error: 'Unauthorized' });
    const given = readJson(body);
    const found = rowFor(given);
    writeDown([began, caller.name, Date.now() - began, digestOf(given), digestOf(found)]);
    end(response, 200, found);
}

function callerOf(shown: unknown, now: number) {
    const caller = token.get(hash('sha256', String(shown)), now);
    const scopes = caller ? (JSON.parse(caller.scopes) as string[]) : [];
    if (!caller || !(scopes.includes('tool:*') || scopes.includes('tool:task_get'))) return undefined;
    if (now - (caller.last_used_at ?? 0) > 60_000) touch.run(now, caller.id);
    return caller;
}

function rowFor(given: Record<string, unknown>) {
    const ids = Object.entries(given).filter(([, id]) => typeof id === 'string' && id !== '');
    const [[name, id] = ['', '']] = ids;
    if (ids.length !== 1) return { error: 'exactly one of crm_id, planner_id, todo_id is required' };
    const row = task[name]?.get(String(id));
    if (!row) return { error: 'not found' };
    const { created_at, updated_at, ...rest } = row;
    return { ...rest, created_at: iso(created_at), updated_at: iso(updated_at) };
}

const iso = (at: number) => new Date(at).toISOString();
const digestOf = (value: object) => hash('sha256', JSON.stringify(value));

let waiting: Call[] = [];

/** Commits all calls of one iteration of the event loop together. */
function writeDown(call: Call) {
    if (waiting.push(call) === 1) setImmediate(writeAll);
}

function writeAll() {
    const calls = waiting;
    waiting = [];
    begin.run();
    for (const call of calls) record.run(...call);
    commit.run();
}
