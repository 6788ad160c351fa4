import { Validator } from '@seriousme/openapi-schema-validator';
import test from 'ava';
import { ask } from '../cast.ts';
import { createWorld } from '../world.ts';

test('healthz says alive; readyz says how the jobs are', async (t) => {
    const { server } = await createWorld(t);
    t.deepEqual((await ask(server, { url: '/healthz' })).body, { status: 'ok' });
    const { statusCode, body } = await ask(server, { url: '/readyz' });
    t.is(statusCode, 200);
    t.deepEqual(body, {
        status: 'ready',
        parts: { store: 'ok', jobs: { state: 'running', waiting: 0, dead: 0, lag_ms: 0 } }
    });
});

test('openapi.json is valid and names every route and action', async (t) => {
    const { server } = await createWorld(t);
    const { body } = await ask(server, { url: '/openapi.json' });
    const { valid, errors } = await new Validator().validate(structuredClone(body));
    t.true(valid, JSON.stringify(errors));
    const routes = server.table().filter(({ settings }) => (settings.tags ?? []).includes('rest'));
    for (const { path, method } of routes) t.truthy(body.paths[path][method], `${method} ${path}`);
    const { content } = body.paths['/rest/svc/v1/admin/admin-ajax.php'].post.requestBody;
    const forms = content['application/x-www-form-urlencoded'].schema.oneOf;
    t.deepEqual(forms.map(({ title }: { title: string }) => title).sort(), [
        'skip_testing_update_step',
        'svc_get_active_splash',
        'svc_get_commissions',
        'svc_get_step_status',
        'svc_get_workflow_status',
        'svc_mark_splash_seen',
        'svc_recall_deal',
        'svc_recall_from_customer',
        'svc_request_password_reset',
        'svc_reset_password',
        'svc_start_full_sage_build',
        'svc_toggle_demo_key',
        'svc_toggle_sage_status',
        'svc_update_profile'
    ]);
    const withFiles = content['multipart/form-data'].schema.oneOf;
    t.deepEqual(
        withFiles.map(({ title }: { title: string }) => title),
        ['svc_update_profile']
    );
    t.deepEqual(withFiles[0].required, ['action', 'nonce', 'user_id']);
    const reset = forms.find(({ title }: { title: string }) => title === 'svc_reset_password');
    t.true(reset.required.includes('reset_password_nonce'));
    t.false(reset.required.includes('nonce'));
});

test('the start page tells a newcomer what to do next', async (t) => {
    const world = await createWorld(t);
    t.true((await ask(world.server, { url: '/' })).body.includes('setup link'));
    await world.as('administrator');
    t.false((await ask(world.server, { url: '/' })).body.includes('setup link'));
});
