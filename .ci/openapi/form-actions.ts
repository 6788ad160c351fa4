// Starts the build of a new sage, with the client that hey-api generates and with the types of openapi-typescript. What
// is marked as an error must be one: a field that the action does not take, or does not respond with.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import { createSage, listSageTemplates, logIn, startFullSageBuild } from './generated/hey-api';
import { client } from './generated/hey-api/client.gen';
import type { paths } from './generated/openapi-typescript';

const [, , baseUrl = '', login = '', password = ''] = process.argv;
client.setConfig({ baseUrl });

async function main() {
    const { data: session, response } = await logIn({ body: { login, password } });
    const cookie = (response?.headers.getSetCookie() ?? []).map((one) => one.split(';')[0]).join('; ');
    const { svc_rest = '', svc_frontend_nonce = '' } = session?.data.nonces ?? {};
    const ofRest = { cookie, 'x-svc-nonce': svc_rest };
    const ofActions = { cookie, 'x-svc-nonce': svc_frontend_nonce };

    const { data: templates } = await listSageTemplates({ headers: ofRest });
    const body = { name: 'Clerk', ...templates?.data.items[0]?.sage };
    const { data: made } = await createSage({ headers: ofRest, body });
    const sage_id = made?.data.sage.id ?? '';

    const { data: build } = await startFullSageBuild({ headers: ofActions, body: { sage_id } });
    const runId: string | undefined = build?.run_id;
    assert.equal(build?.resumed, false);

    const ajax = '/rest/svc/v1/admin/admin-ajax.php';
    const { data: again } = await createClient<paths>({ baseUrl }).POST(`${ajax}/svc_start_full_sage_build`, {
        headers: { ...ofActions, 'content-type': 'application/x-www-form-urlencoded' },
        body: { sage_id }
    });
    assert.equal(again?.run_id, runId);

    // @ts-expect-error -- the action has no such field, and lacks its own
    const wrong = startFullSageBuild({ headers: ofActions, body: { sage: sage_id } });
    const { error, response: refused } = await wrong;
    assert.equal(refused?.headers.get('x-svc-field'), 'sage_id');
    assert.equal(error?.data.message, 'Invalid request.');
    // @ts-expect-error -- its response has no such field
    assert.equal(build?.run, undefined);
}

void main();
