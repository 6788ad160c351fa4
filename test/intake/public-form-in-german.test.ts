// A visitor with a German browser reads no English word on the form.
import test, { type ExecutionContext } from 'ava';
import { assertGerman } from '../support/people/german.ts';
import { humanToken } from '../support/people/human-check.ts';
import { item } from '../support/fixtures/intake.ts';
import { ask, encode } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const own = [item.title, item.message];
const headers = { 'accept-language': 'de-CH, en;q=0.1', accept: 'text/html' };

async function germanForm(t: ExecutionContext, env: Record<string, string> = {}) {
    const testApp = await createTestApp(t, { env });
    const get = (query = '') => ask(testApp.server, { url: `/intake/form${query}`, headers });
    const post = (fields: Record<string, string>, more = {}) =>
        ask(testApp.server, {
            method: 'POST',
            url: '/rest/svc/v1/intake/public',
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', ...more },
            payload: encode({ ...item, ...fields })
        });
    const read = async (where: string, status: number, answer: ReturnType<typeof ask>) => {
        const { statusCode, body } = await answer;
        t.is(statusCode, status, where);
        assertGerman(t, body, { where, own });
    };
    return { testApp, get, post, read };
}

test('the public form, its mistakes and its thanks are in the language of the browser', async (t) => {
    const { testApp, get, post, read } = await germanForm(t);
    await read('form', 200, get());
    await read('thanks', 200, get('?sent=1'));
    const recaptcha_token = await humanToken(testApp, 'intake');
    const wrong = {
        title: ' ',
        contact_name: ' ',
        contact_email: 'kim',
        company: 'x'.repeat(201),
        message: 'x'.repeat(5001),
        recaptcha_token: 'made.up'
    };
    for (const [name, value] of Object.entries(wrong))
        await read(name, 400, post({ recaptcha_token, [name]: value }));
    await read('far too long', 413, post({ message: 'x'.repeat(2_000_000) }));
    await read('from elsewhere', 403, post({ recaptcha_token }, { origin: 'https://evil.example' }));
    t.is((await post({ recaptcha_token })).statusCode, 303);
    for (let n = 0; n < 14; n += 1) await post({});
    await read('too often', 429, post({ recaptcha_token }));
});

test('the scripts of the human check speak the language of the form', async (t) => {
    const recaptcha = {
        HUMAN_CHECK: 'recaptcha',
        RECAPTCHA_SITE_KEY: 'site-key',
        RECAPTCHA_SECRET: 'the secret of the installation'
    };
    const { get, read } = await germanForm(t, recaptcha);
    await read('reCAPTCHA', 200, get());
    t.regex((await get()).body, /data-moment="Einen Moment …" data-silent="Die Spam-Prüfung/);
});
