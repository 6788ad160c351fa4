// A council with an active sage, and the candidates that it invites.
import { listMails } from '../../db/mails.ts';
import { ask, encode } from './roles.ts';
import { engineer } from './sages.ts';
import type { World } from './world.ts';

/** A built, tested and active sage, and its council. */
export async function withActiveSage(world: World, body: object = engineer) {
    const council = await world.as('councilAdmin');
    const { sage } = (await council.send('POST', '/sages', body)).body.data;
    await council.action('svc_start_full_sage_build', { sage_id: sage.id });
    await world.drain();
    await council.action('skip_testing_update_step', { sage_id: sage.id });
    const toggle = () => council.action('svc_toggle_sage_status', { sage_id: sage.id });
    await toggle();
    return { council, sage: sage as { id: number; uuid: string }, toggle };
}

export const person = (n: number) => ({ name: `Candidate ${n}`, email: `candidate${n}@example.test` });

/** Invites candidate `n`; answers a visitor with their link. */
export async function invited(
    world: World,
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
        ask(world.server, {
            method: 'POST',
            url: `${path}/${step}`,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: encode(fields)
        });
    return {
        id: body.data.screen.id as string,
        path,
        post,
        page: (query = '') => ask(world.server, { url: path + query })
    };
}

/** Every mail there is, as kind and address. */
export const mailsTo = async ({ store }: World) =>
    (await listMails(store.read, { limit: 100, offset: 0 })).items
        .map(({ kind, toEmail }) => `${kind} ${toEmail}`)
        .sort();
