// Whatever hapi refuses, it refuses where the fast path listens as well, in the same words and with the same headers.
import test from 'ava';
import { paths } from '../support/clients/client.ts';
import { answeredByHapi, type Draft, openHotRoutes, withHeaders } from '../support/servers/hot-routes.ts';

/** The same request with another header of this name behind its own. */
const withAnother = (draft: Draft, name: string, value: string): Draft => ({
    ...draft,
    headers: [...draft.headers, [name, value]]
});

const nobody = 'A'.repeat(43);
const unknown = '00000000-0000-4000-8000-000000000000';

test('a missing or repeated session gets 401 on the fast path and by hapi', async (t) => {
    const hot = await openHotRoutes(t, { SAGE_ACCESS: 'owner' });
    const { poll } = hot.drafts;
    const cookie = hot.author.headers.cookie;
    const session = (value: string | undefined) => withHeaders(poll(), { Cookie: value });
    await answeredByHapi(t, hot, 401, {
        'no session': session(undefined),
        'a session that is not there': session(`svc_session=${nobody}`),
        'two sessions': session(`${cookie}; svc_session=${nobody}`),
        'the same session twice': session(`${cookie}; ${cookie}`),
        'two cookie headers': withAnother(poll(), 'Cookie', cookie),
        'a session without a value': session('a=b; svc_session')
    });
});

test('a wrong nonce and a foreign page get 403 on the fast path and by hapi', async (t) => {
    const hot = await openHotRoutes(t, { SAGE_ACCESS: 'owner' });
    const { poll } = hot.drafts;
    const stranger = await hot.testApp.as('otherAuthor');
    const page = (headers: Record<string, string>) => withHeaders(poll(), headers);
    const ours = page({ Origin: hot.testApp.app.config.baseUrl });
    await answeredByHapi(t, hot, 403, {
        'no nonce': poll({ nonce: '' }),
        'nothing in the body': { ...poll(), body: '' },
        'a nonce of something else': poll({ nonce: hot.author.nonces()['svc_rest'] ?? '' }),
        'a nonce of somebody else': poll({ nonce: stranger.nonces()['svc_frontend_nonce'] ?? '' }),
        'a wrong nonce in the header beside a good one': page({ 'X-Svc-Nonce': '0'.repeat(20) }),
        'a page of another site': page({ Origin: 'https://evil.example' }),
        'another site without an origin': page({ 'Sec-Fetch-Site': 'cross-site' }),
        'a neighbour': page({ 'Sec-Fetch-Site': 'same-site' }),
        'an origin twice': withAnother(ours, 'Origin', 'https://evil.example')
    });
});

test('a wrong form and an unknown object are refused equally on the fast path and by hapi', async (t) => {
    const hot = await openHotRoutes(t, { SAGE_ACCESS: 'owner' });
    const { poll, state } = hot.drafts;
    const [stranger, reviewer] = [await hot.testApp.as('otherAuthor'), await hot.testApp.as('reviewer')];
    const typed = (type: string | undefined) => withHeaders(poll(), { 'Content-Type': type });
    const more = (fields: string) => ({ ...poll(), body: `${poll().body}&${fields}` });
    const twice = 'action=svc_get_step_status&action=svc_get_step_status';
    await answeredByHapi(t, hot, 400, {
        'a run that is too long': poll({ run_id: 'x'.repeat(21_000) }),
        'a run without a name': poll({ run_id: '' }),
        'a sage that cannot be': poll({ sage_id: '-1' }),
        'another action in the body': poll({ action: 'svc_get_workflow_status' }),
        'a field twice': more('run_id=x'),
        'a broken percent code': more('x=%'),
        'bytes that are no text': more('x=\u00FF'),
        'a form of two types': withAnother(poll(), 'Content-Type', 'application/json'),
        'GET of an action': { ...poll(), method: 'GET', body: '' },
        'another action': { ...poll(), url: `${paths.ajax}?${twice}` }
    });
    await answeredByHapi(t, hot, 404, {
        'an unknown run': poll({ run_id: 'run_1' }),
        'the address behind the actions': { ...poll(), url: '/_actions/svc_get_step_status' },
        'a run of somebody else': poll({}, stranger),
        'the state of a run of somebody else': state({}, reviewer)
    });
    await answeredByHapi(t, hot, 413, { 'a form that is too large': poll({ more: 'x'.repeat(70_000) }) });
    await answeredByHapi(t, hot, 415, {
        'a form of another type': typed('text/plain'),
        'a form of no type': typed(undefined),
        'JSON for a form': typed('application/json')
    });
});

test('a wrong JWT and an unknown template are refused equally on the fast path and by hapi', async (t) => {
    const hot = await openHotRoutes(t, { SAGE_ACCESS: 'owner' });
    const { results } = hot.drafts;
    const stranger = await hot.testApp.as('otherAuthor');
    const cookie = hot.author.headers.cookie;
    const own = hot.sage.results_id;
    await answeredByHapi(t, hot, 401, {
        'no JWT': withHeaders(results(), { Authorization: undefined }),
        'two JWTs': { ...results(), headers: [...results().headers, ...results().headers] },
        'a JWT of another key': results(own, `${hot.jwt(hot.author)}x`),
        'a session in place of a JWT': withHeaders(results(), { Authorization: undefined, Cookie: cookie })
    });
    await answeredByHapi(t, hot, 403, {
        'a JWT without the permission': results(own, hot.jwt(hot.author, ['council_sage']))
    });
    await answeredByHapi(t, hot, 404, {
        'a JWT of somebody who sees no sages of others': results(own, hot.jwt(stranger)),
        'a template that is not there': results(unknown)
    });
    await answeredByHapi(t, hot, 400, {
        'an id that is none': results('versions'),
        'a query that nobody knows': { ...results(), url: `${results().url}?x=1` }
    });
});

test('a wrong token and wrong tool arguments are refused equally on the fast path and by hapi', async (t) => {
    const hot = await openHotRoutes(t, { SAGE_ACCESS: 'owner' });
    const { task } = hot.drafts;
    const typed = (type: string) => withHeaders(task(), { 'Content-Type': type });
    await answeredByHapi(t, hot, 401, {
        'no token': withHeaders(task(), { 'X-Service-Token': undefined }),
        'a wrong token': task({ crm_id: 'C-1' }, nobody),
        'two tokens': withAnother(task(), 'X-Service-Token', hot.token)
    });
    await answeredByHapi(t, hot, 400, {
        'a list of ids': task({ crm_id: ['C-1'] }),
        'an argument that nobody knows': task({ colour: 'blue' }),
        'JSON that is broken': task('{'),
        'JSON that is no object': task('[]'),
        'JSON of another type': typed('text/json'),
        'a tool with a form': typed('application/x-www-form-urlencoded')
    });
});
