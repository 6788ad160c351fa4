// People who have a link to the candidate's pages.
import type { ExecutionContext } from 'ava';
import { answersOf } from '../../../db/screens/screens.ts';
import { ask, encode } from './roles.ts';
import { engineer } from '../fixtures/sages.ts';
import { createTestApp, type TestApp } from '../servers/test-app.ts';

export const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** An invited candidate of a built and active sage. */
export async function withCandidate(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const council = await testApp.as('administrator');
    const { sage } = (await council.send('POST', '/sages', engineer)).body.data;
    const act = (name: string) => council.action(name, { sage_id: sage.id });
    await act('svc_start_full_sage_build');
    await testApp.drain();
    await act('skip_testing_update_step');
    await act('svc_toggle_sage_status');
    const candidate = { name: 'Ada', email: 'ada@example.test' };
    const { body } = await council.send('POST', '/screens', { sage_id: sage.id, candidate, invite: true });
    const { pathname } = new URL(body.data.link);
    return { testApp, council, act, id: String(body.data.screen.id), ...visitorAt(testApp, pathname) };
}

export function visitorAt({ server }: TestApp, path: string, cookie?: string) {
    const own = cookie === undefined ? {} : { cookie };
    return {
        path,
        page: (query = '') => ask(server, { url: path + query, headers: own }),
        post: (step: string, fields: Record<string, string | number> = {}, headers = {}) =>
            ask(server, {
                method: 'POST',
                url: `${path}/${step}`,
                headers: { ...form, ...own, ...headers },
                payload: encode(fields)
            })
    };
}

export const consent = { consent: '1' };
export const script = { accept: 'application/json' };
export const saved = ({ store }: TestApp, id: string) => answersOf(store.read, id);
