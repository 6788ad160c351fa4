// The limit of the platform: GET and PATCH /pl/results/{result_id} written by hand on node:http with prepared statements.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { capabilitiesOf, type Role } from '../../../db/accounts/capabilities.ts';
import { readJson } from '../../../plugins/surfaces/http/bodies/parsing.ts';
import { end, openWritable, serve } from './server.ts';

const [file = '', port = '0', secret = ''] = process.argv.slice(2);
const { store, begin, commit } = openWritable(file);

interface Template {
    id: string;
    name: string;
    active: number;
    version: number;
    evaluator_role: string;
    recommendation: string;
    output_format: string;
    sage_id: string;
    meta_data: string;
    intro: string;
    directions: string;
    created_at: number;
}

const user = store.prepare<[string], { role: Role; grants: string }>(
    'select role, grants from users where id = ? and disabled_at is null'
);
const template = store.prepare<[string], Template>('select * from results where id = ?');
const changeTemplate = store.prepare<Template>(`
    update results set name = :name, version = :version, evaluator_role = :evaluator_role,
        recommendation = :recommendation, output_format = :output_format, meta_data = :meta_data,
        intro = :intro, directions = :directions, created_at = :created_at
    where id = :id`);
const keepVersion = store.prepare<Template>(`
    insert into results_versions (results_id, version, name, active, evaluator_role, recommendation,
        output_format, meta_data, intro, directions, created_at)
    values (:id, :version, :name, :active, :evaluator_role, :recommendation,
        :output_format, :meta_data, :intro, :directions, :created_at)`);
const changeSage = store.prepare<Template>(`
    update sages set evaluator_role = :evaluator_role, revision = revision + 1, updated_at = :created_at,
        step_number = case when step_number > 4 then step_number when name = '' or :evaluator_role = '' then 1
            when criteria = '[]' then 2 else 4 end
    where uuid = :sage_id`);
const record = store.prepare<[number, string, string, string, string, string]>(`
    insert into audit (at, actor, act, target, before, after, address)
    values (?, ?, 'results.update', ?, ?, ?, ?)`);

serve(port, answer);

const path = /^\/pl\/results\/([0-9a-f-]{36})$/;

function answer(
    { method, url = '', headers, socket }: IncomingMessage,
    response: ServerResponse,
    body: string
) {
    const holder = holderOf(headers.authorization ?? '');
    if (holder === undefined) return end(response, 401, { statusCode: 401 });
    const [, id = ''] = path.exec(url) ?? [];
    const by = { actor: `user:${holder}`, address: socket.remoteAddress ?? '' };
    const row = method === 'PATCH' ? patched(id, readJson(body), by) : template.get(id);
    if (!row) return end(response, 404, { statusCode: 404 });
    end(response, 200, templateOf(row), { etag: `"${row.version}"` });
}

interface Claims {
    iss: string;
    aud: string;
    sub: string;
    iat: number;
    exp: number;
    permissions: string[];
}

/** Whose token it is, if it is good now and its user may still do what it permits. */
function holderOf(authorization: string) {
    const [header = '', payload = '', signature = ''] = authorization.replace(/^Bearer /i, '').split('.');
    if (!isSigned(`${header}.${payload}`, signature)) return undefined;
    const { iss, aud, sub, iat, exp, permissions } = decoded(payload) as Claims;
    const now = Date.now() / 1000;
    const good = iss === 'svc' && aud === 'svc-pl' && iat <= now && now < exp && exp <= iat + 3600;
    const found = good && permissions.includes('council_screen') && user.get(sub);
    if (!found) return undefined;
    const held = capabilitiesOf({ role: found.role, grants: JSON.parse(found.grants) as [] });
    return held.includes('council_screen') ? sub : undefined;
}

function isSigned(text: string, signature: string) {
    const { alg, typ } = decoded(text.slice(0, text.indexOf('.'))) as Record<string, unknown>;
    const given = Buffer.from(signature, 'base64url');
    const made = createHmac('sha256', secret).update(text).digest();
    return alg === 'HS256' && typ === 'JWT' && given.length === made.length && timingSafeEqual(given, made);
}

function decoded(part: string): unknown {
    return JSON.parse(Buffer.from(part, 'base64url').toString() || '{}');
}

const texts = ['name', 'evaluator_role', 'recommendation', 'intro', 'directions', 'output_format'] as const;

/** One transaction with the same rows as the product writes. */
function patched(id: string, body: Record<string, unknown>, by: { actor: string; address: string }) {
    begin.run();
    const row = template.get(id);
    const next = row && { ...row, version: row.version + 1, created_at: Date.now() };
    if (next) write(next, body, by);
    commit.run();
    return next;
}

function write(next: Template, body: Record<string, unknown>, by: { actor: string; address: string }) {
    for (const name of texts) if (typeof body[name] === 'string') next[name] = body[name];
    if (body['meta_data']) next.meta_data = JSON.stringify(body['meta_data']);
    changeTemplate.run(next);
    keepVersion.run(next);
    changeSage.run(next);
    const versions = [String(next.version - 1), String(next.version)] as const;
    record.run(next.created_at, by.actor, `results:${next.id}`, ...versions, hashed(by.address));
}

const hashed = (address: string) => createHmac('sha256', secret).update(address).digest('hex').slice(0, 16);

const templateOf = (row: Template) => ({
    id: row.id,
    name: row.name,
    active: row.active === 1,
    version: row.version,
    evaluator_role: row.evaluator_role,
    recommendation: row.recommendation,
    output_format: row.output_format,
    sage_id: row.sage_id,
    meta_data: JSON.parse(row.meta_data) as object,
    intro: row.intro,
    directions: row.directions
});
