// A council with an active sage, and the candidates that it invites.
import { listMails } from '../../../db/jobs/mails.ts';
import { ask, encode } from '../people/roles.ts';
import { done } from './done.ts';
import { engineer } from './sages.ts';
import type { TestApp } from '../servers/test-app.ts';

/** A built, tested and active sage, changed before it is built, and its council. */
export async function withActiveSage(
    testApp: TestApp,
    body: object = engineer,
    change?: object | ((sageId: number) => Promise<unknown>)
) {
    const council = await testApp.as('councilAdmin');
    const { sage } = done(await council.send('POST', '/sages', body)).data;
    if (typeof change === 'function') await change(sage.id);
    else if (change) done(await council.send('PATCH', `/sages/${sage.id}`, change));
    const { run_id } = done(await council.action('svc_start_full_sage_build', { sage_id: sage.id }));
    await testApp.drain();
    const built = done(await council.action('svc_get_workflow_status', { run_id }));
    if (built.state !== 'completed') throw new Error(`the build did not pass: ${JSON.stringify(built)}`);
    done(await council.action('skip_testing_update_step', { sage_id: sage.id }));
    const toggle = () => council.action('svc_toggle_sage_status', { sage_id: sage.id });
    const { new_status } = done(await toggle()).data;
    if (new_status !== 'ss_active') throw new Error(`the sage is ${new_status}`);
    return { council, sage: sage as { id: number; uuid: string }, toggle };
}

export const person = (n: number) => ({ name: `Candidate ${n}`, email: `candidate${n}@example.test` });

/** Invites candidate `n`; answers a visitor with their link. */
export async function invited(
    testApp: TestApp,
    { council, sage }: Awaited<ReturnType<typeof withActiveSage>>,
    n: number
) {
    const asked = { sage_id: sage.id, candidate: person(n), invite: true };
    const body = done(await council.send('POST', '/screens', asked));
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
