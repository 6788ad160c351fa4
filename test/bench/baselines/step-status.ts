// The limit of the platform: svc_get_step_status written by hand on node:http with two prepared statements.
import type { IncomingMessage, ServerResponse } from 'node:http';
import Sqlite from 'better-sqlite3';
import { readForm } from '../../../plugins/surfaces/http/bodies/parsing.ts';
import { end, serve } from './server.ts';
import { sessionsOf } from './session.ts';

const [file = '', port = '0', secret = ''] = process.argv.slice(2);
const store = new Sqlite(file, { readonly: true });

interface Progress {
    state: string;
    failure: string | null;
    step: string | null;
    stepState: string | null;
    stepOrder: number | null;
}

const holderOf = sessionsOf(store, secret);

const progress = store.prepare<[string], Progress>(`
    select runs.state, runs.failure, runs.sage_id, runs.test_screen_id, steps.name as step, steps.state as stepState,
        steps.step_order as stepOrder
    from build_runs runs
    left join build_steps steps on steps.run_id = runs.run_id and steps.state <> 'completed'
    where runs.run_id = (select ?) order by steps.step_order limit 1`);

serve(port, answer);

function answer({ headers }: IncomingMessage, response: ServerResponse, body: string) {
    const form = readForm(body);
    const holder = holderOf(headers.cookie, form['nonce']);
    if (!holder) return end(response, 403, { success: false });
    const run = progress.get(form['run_id'] ?? '');
    if (!run) return end(response, 404, { success: false });
    const open = run.state === 'running' || run.state === 'failed';
    end(response, 200, {
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
    });
}
