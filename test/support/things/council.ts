// A council with an active sage, and the candidates that it invites.
import { listMails } from '../../../db/jobs/mails.ts';
import { ask, encode } from '../people/roles.ts';
import { engineer } from './sages.ts';
import type { TestApp } from '../servers/test-app.ts';

/** A built, tested and active sage, changed before it is built, and its council. */
export async function withActiveSage(testApp: TestApp, body: object = engineer, change?: object) {
    const council = await testApp.as('councilAdmin');
    const { sage } = (await council.send('POST', '/sages', body)).body.data;
    if (change) await council.send('PATCH', `/sages/${sage.id}`, change);
    await council.action('svc_start_full_sage_build', { sage_id: sage.id });
    await testApp.drain();
    await council.action('skip_testing_update_step', { sage_id: sage.id });
    const toggle = () => council.action('svc_toggle_sage_status', { sage_id: sage.id });
    await toggle();
    return { council, sage: sage as { id: number; uuid: string }, toggle };
}

export const person = (n: number) => ({ name: `Candidate ${n}`, email: `candidate${n}@example.test` });

/** Invites candidate `n`; answers a visitor with their link. */
export async function invited(
    testApp: TestApp,
    { council, sage }: Awaited<ReturnType<typeof withActiveSage>>,
    n: number
) {
    const { body } = await council.send('POST', '/screens', {
        sage_id: sage.id,
        candidate: person(n),
        invite: true
    });
    const path = new URL(body.data.link).pathname;
    const post = (step: string, fields = {}) =>
        ask(testApp.server, {
            method: 'POST',
            url: `${path}/${step}`,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: encode(fields)
        });
    return {
        id: body.data.screen.id as string,
        path,
        post,
        page: (query = '') => ask(testApp.server, { url: path + query })
    };
}

/** Every mail there is, as kind and address. */
export const mailsTo = async ({ store }: TestApp) =>
    (await listMails(store.read, { limit: 100, offset: 0 })).items
        .map(({ kind, toEmail }) => `${kind} ${toEmail}`)
        .sort();
