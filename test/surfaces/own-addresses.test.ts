// Each form action at its own address, over a real server: the same action as at the contract's one address.
import test, { type ExecutionContext } from 'ava';
import { encode, paths } from '../support/clients/client.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { asked, openHotRoutes, written } from '../support/servers/hot-routes.ts';
import { startedApp } from '../support/servers/test-app.ts';

type Form = Record<string, string | number>;

interface Sent {
    name: string;
    form?: Form;
    /** Undefined: none is sent. */
    nonce?: string | undefined;
}

interface Body {
    run_id?: string;
    resumed?: boolean;
}

async function open(t: ExecutionContext, env: Record<string, string> = {}) {
    const testApp = await startedApp(t, { env });
    const author = await testApp.as('author');
    const post = async (address: string, form: Form, headers: Record<string, string> = {}) => {
        const response = await fetch(`http://127.0.0.1:${testApp.port}${address}`, {
            method: 'POST',
            headers: { ...author.headers, ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            body: encode(form)
        });
        const [error, field] = ['x-svc-error', 'x-svc-field'].map((name) => response.headers.get(name));
        return { status: response.status, error, field, body: (await response.json()) as Body };
    };
    return {
        testApp,
        author,
        nonce: author.nonces()['svc_frontend_nonce'],
        atContract: ({ name, form = {}, nonce }: Sent) =>
            post(`${paths.ajax}?action=${name}&nonce=`, {
                action: name,
                ...(nonce !== undefined && { nonce }),
                ...form
            }),
        atItsOwn: ({ name, form = {}, nonce }: Sent) =>
            post(`${paths.ajax}/${name}`, form, nonce === undefined ? {} : { 'x-svc-nonce': nonce })
    };
}

test('an action started at one address is resumed at the other', async (t) => {
    const { author, nonce, atContract, atItsOwn } = await open(t);
    const { sage } = (await author.send('POST', '/sages', engineer)).body.data;
    const sent = { name: 'svc_start_full_sage_build', nonce, form: { sage_id: sage.id } };
    const own = await atItsOwn(sent);
    t.is(own.status, 200);
    t.is(own.body.resumed, false);
    const { status, body } = await atContract(sent);
    t.deepEqual([status, body.resumed, body.run_id], [200, true, own.body.run_id]);
    const asField = await atItsOwn({ ...sent, nonce: undefined, form: { ...sent.form, nonce: nonce ?? '' } });
    t.is(asField.body.run_id, own.body.run_id, 'the nonce may be a field as well');
});

test('both addresses count in one budget', async (t) => {
    const { nonce, atContract, atItsOwn } = await open(t, { RATE_ACTIONS: '2' });
    const sent = { name: 'svc_start_full_sage_build', nonce, form: { sage_id: 999 } };
    const statuses = [await atItsOwn(sent), await atContract(sent), await atItsOwn(sent)];
    t.deepEqual(
        statuses.map(({ status }) => status),
        [404, 404, 429]
    );
});

test('below the one address there is nothing but the actions', async (t) => {
    const { nonce, atItsOwn } = await open(t);
    for (const name of ['nope', '__proto__', 'listSages', 'svc_get_step_status/x', 'SVC_GET_STEP_STATUS']) {
        const { status, error, body } = await atItsOwn({ name, nonce });
        t.deepEqual([status, error], [404, 'not_found'], name);
        t.deepEqual(body, { success: false, data: { message: 'Not found.' } });
    }
});

test('the polls of a build are answered as fast at their own addresses', async (t) => {
    const hot = await openHotRoutes(t);
    const poll = { ...hot.drafts.poll(), url: `${paths.ajax}/svc_get_step_status` };
    const { isFastAnswer, status } = await asked(t, hot, 'a poll at its own address', written(poll));
    t.deepEqual([isFastAnswer, status], [true, 200]);
});
