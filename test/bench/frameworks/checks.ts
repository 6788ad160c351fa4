// What the twin of the status poll on a framework checks and reads, with drizzle in its usual form.
import { hash, timingSafeEqual } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { sessions } from '../../../db/accounts/sessions.ts';
import { users } from '../../../db/accounts/users.ts';
import { runs, steps } from '../../../db/builds/runs.ts';
import { nonceFor } from '../../../plugins/surfaces/auth/nonces.ts';

const [file = '', port = '0', secret = '', headers = '{}'] = process.argv.slice(2);

export const listenOn = { port: Number(port), host: '127.0.0.1' };

/** Those of the product's response, but for what each response has of its own. */
export const sameHeaders = JSON.parse(headers) as Record<string, string>;

const db = drizzle({ client: new Sqlite(file, { readonly: true }), casing: 'snake_case' });
const param = (name: string) => sql`(select ${sql.placeholder(name)})`;

const holder = db
    .select({ id: users.id, role: users.role, grants: users.grants, session: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, param('id')), gt(sessions.expiresAt, param('at')), isNull(users.disabledAt)))
    .prepare();

const progress = db
    .select({
        state: runs.state,
        failure: runs.failure,
        step: steps.name,
        stepState: steps.state,
        stepOrder: steps.stepOrder
    })
    .from(runs)
    .leftJoin(steps, and(eq(steps.runId, runs.runId), ne(steps.state, 'completed')))
    .where(eq(runs.runId, param('runId')))
    .orderBy(sql`${steps.stepOrder} limit 1`)
    .prepare();

export type Holder = NonNullable<ReturnType<typeof holderOf>>;

export const holderOf = (cookie: string | undefined) =>
    cookie === undefined ? undefined : holder.get({ id: hash('sha256', cookie), at: Date.now() });

/** How long nonces are made of the same: one counts in its own half day and in the next. */
const halfDay = 43_200_000;

export function mayPoll(given: string | undefined, { id, session }: Holder) {
    const now = Date.now();
    return [now, now - halfDay].some((at) => {
        const nonce = nonceFor(secret, 'svc_frontend_nonce', { id, session }, at);
        return given?.length === nonce.length && timingSafeEqual(Buffer.from(given), Buffer.from(nonce));
    });
}

/** The response to a poll, or undefined when there is no such run. */
export function pollOf(runId: string) {
    const run = progress.get({ runId });
    if (!run) return undefined;
    const open = run.state === 'running' || run.state === 'failed';
    return {
        success: true,
        current_step: run.state === 'running' ? run.step : null,
        step_state: open ? run.stepState : null,
        step_order: open ? run.stepOrder : null,
        state: run.state,
        progress: ((run.stepOrder ?? 9) - 1) / 8,
        ...((run.state === 'failed' || run.state === 'timed_out') && {
            failed_step: run.step,
            failure: run.failure
        })
    };
}

/** Whether a page of another site sent the request. */
export const isForeign = (headers: Record<string, unknown>) =>
    headers['origin'] !== undefined ||
    !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined);

export const formType = 'application/x-www-form-urlencoded';
export const path = '/rest/svc/v1/admin/admin-ajax.php';
/** A limit that is counted and never reached. */
export const limit = { windowMs: 60_000, most: 1_000_000_000 };
