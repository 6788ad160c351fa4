// The limit of the platform: svc_get_step_status by hand on node:http, two prepared statements, nothing else.
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Sqlite from 'better-sqlite3';
import { readForm } from '../plugins/surfaces/bodies.ts';
import { end, serve } from './twin-server.ts';

const [file = '', port = '0', secret = ''] = process.argv.slice(2);
const store = new Sqlite(file, { readonly: true });

interface Session {
    id: number;
    session: string;
}
interface Progress {
    state: string;
    step: string | null;
    stepState: string | null;
    stepOrder: number | null;
}

// Behind a select of its own, a value does not have the plan of the statement made anew.
const session = store.prepare<[string, number], Session>(`
    select users.id, users.login, users.email, users.role, users.grants, sessions.id as session
    from sessions join users on users.id = sessions.user_id
    where sessions.id = (select ?) and sessions.expires_at > ? and users.disabled_at is null`);

const progress = store.prepare<[string], Progress>(`
    select runs.state, runs.sage_id, runs.test_screen_id, steps.name as step, steps.state as stepState,
        steps.step_order as stepOrder
    from build_runs runs
    left join build_steps steps on steps.run_id = runs.run_id and steps.state <> 'completed'
    where runs.run_id = (select ?) order by steps.step_order limit 1`);

serve(port, answer);

function answer({ headers }: IncomingMessage, response: ServerResponse, body: string) {
    const form = readForm(body);
    const holder = holderOf(headers.cookie ?? '');
    if (!holder || !isNonce(form['nonce'] ?? '', holder)) return end(response, 403, { success: false });
    const run = progress.get(form['run_id'] ?? '');
    if (!run) return end(response, 404, { success: false });
    const open = run.state === 'running' || run.state === 'failed';
    end(response, 200, {
        success: true,
        current_step: open ? run.step : null,
        step_state: open ? run.stepState : null,
        step_order: open ? run.stepOrder : null
    });
}

const cookie = /(?:^|; )svc_session=([^;]*)/;

function holderOf(header: string) {
    const [, value] = cookie.exec(header) ?? [];
    return value === undefined ? undefined : session.get(hash('sha256', value), Date.now());
}

function isNonce(given: string, { id, session }: Session) {
    const tick = Math.ceil(Date.now() / (12 * 60 * 60 * 1000));
    const made = `${tick}|svc_frontend_nonce|${id}|${session}`;
    const nonce = createHmac('sha256', secret).update(made).digest('hex').slice(0, 20);
    return given.length === nonce.length && timingSafeEqual(Buffer.from(given), Buffer.from(nonce));
}
