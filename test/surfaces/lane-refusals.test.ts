// Whatever hapi refuses, it refuses where the lane listens as well, in the same words and with the same headers.
import test, { type ExecutionContext } from 'ava';
import { paths } from '../support/clients/client.ts';
import {
    asked,
    type Draft,
    type Hot,
    openHotRoutes,
    withHeaders,
    written
} from '../support/servers/hot-routes.ts';

type Cases = Record<string, [status: number, draft: Draft]>;

async function refusedAtBoth(t: ExecutionContext, hot: Hot, cases: Cases) {
    for (const [title, [status, draft]] of Object.entries(cases)) {
        const answer = await asked(t, hot, title, written(draft));
        t.deepEqual(answer, { isOfLane: false, status }, title);
    }
}

const nobody = 'A'.repeat(43);
const unknown = '00000000-0000-4000-8000-000000000000';

test('a missing or repeated session gets 401 on the fast path and by hapi', async (t) => {
    const hot = await openHotRoutes(t, { SAGE_ACCESS: 'owner' });
    const { poll } = hot.drafts;
    const cookie = hot.author.headers.cookie;
    const session = (value: string | undefined) => withHeaders(poll(), { Cookie: value });
    await refusedAtBoth(t, hot, {
        'no session': [401, session(undefined)],
        'a session that is not there': [401, session(`svc_session=${nobody}`)],
        'two sessions': [401, session(`${cookie}; svc_session=${nobody}`)],
        'the same session twice': [401, session(`${cookie}; ${cookie}`)],
        'two cookie headers': [401, { ...poll(), headers: [...poll().headers, ['Cookie', cookie]] }],
        'a session after a cookie without a value': [401, session(`a; ${cookie}`)],
        'a cookie that is called __proto__': [401, session(`__proto__=1; ${cookie}`)]
    });
});

test('a wrong nonce and a foreign page get 403 on the fast path and by hapi', async (t) => {
    const hot = await openHotRoutes(t, { SAGE_ACCESS: 'owner' });
    const { poll } = hot.drafts;
    const stranger = await hot.testApp.as('otherAuthor');
    const page = (headers: Record<string, string>) => withHeaders(poll(), headers);
    await refusedAtBoth(t, hot, {
        'no nonce': [403, poll({ nonce: '' })],
        'a nonce of something else': [403, poll({ nonce: hot.author.nonces()['svc_rest'] ?? '' })],
        'a nonce of somebody else': [403, poll({ nonce: stranger.nonces()['svc_frontend_nonce'] ?? '' })],
        'a wrong nonce in the header beside a good one': [403, page({ 'X-Svc-Nonce': '0'.repeat(20) })],
        'a page of another site': [403, page({ Origin: 'https://evil.example' })],
        'another site without an origin': [403, page({ 'Sec-Fetch-Site': 'cross-site' })],
        'a neighbour': [403, page({ 'Sec-Fetch-Site': 'same-site' })],
        'an origin twice': [
            403,
            {
                ...poll(),
                headers: [
                    ...poll().headers,
                    ['Origin', hot.testApp.app.config.baseUrl],
                    ['Origin', 'https://evil.example']
                ]
            }
        ]
    });
});

test('a wrong form and an unknown object are refused equally on the fast path and by hapi', async (t) => {
    const hot = await openHotRoutes(t, { SAGE_ACCESS: 'owner' });
    const { poll, state } = hot.drafts;
    const [stranger, reviewer] = [await hot.testApp.as('otherAuthor'), await hot.testApp.as('reviewer')];
    const page = (headers: Record<string, string>) => withHeaders(poll(), headers);
    await refusedAtBoth(t, hot, {
        'an unknown run': [404, poll({ run_id: 'run_1' })],
        'a run that is too long': [400, poll({ run_id: 'x'.repeat(21_000) })],
        'a run without a name': [400, poll({ run_id: '' })],
        'a sage that cannot be': [400, poll({ sage_id: '-1' })],
        'another action in the body': [400, poll({ action: 'svc_get_workflow_status' })],
        'a field twice': [400, { ...poll(), body: `${poll().body}&run_id=x` }],
        'a broken percent code': [400, { ...poll(), body: `${poll().body}&x=%` }],
        'bytes that are no text': [400, { ...poll(), body: `${poll().body}&x=\u00FF` }],
        'a form of another type': [415, page({ 'Content-Type': 'text/plain' })],
        'a form of two types': [
            400,
            { ...poll(), headers: [...poll().headers, ['Content-Type', 'application/json']] }
        ],
        'a form of no type': [415, withHeaders(poll(), { 'Content-Type': undefined })],
        'JSON for a form': [415, page({ 'Content-Type': 'application/json' })],
        'nothing in the body': [403, { ...poll(), body: '' }],
        'a form that is too large': [413, poll({ more: 'x'.repeat(70_000) })],
        'GET of an action': [400, { ...poll(), method: 'GET', body: '' }],
        'another action': [
            400,
            { ...poll(), url: `${paths.ajax}?action=svc_get_step_status&action=svc_get_step_status` }
        ],
        'the address behind the actions': [404, { ...poll(), url: '/_actions/svc_get_step_status' }],
        'a run of somebody else': [404, poll({}, stranger)],
        'the state of a run of somebody else': [404, state({}, reviewer)]
    });
});

test('a wrong JWT and an unknown template are refused equally on the fast path and by hapi', async (t) => {
    const hot = await openHotRoutes(t, { SAGE_ACCESS: 'owner' });
    const { results } = hot.drafts;
    const stranger = await hot.testApp.as('otherAuthor');
    const cookie = hot.author.headers.cookie;
    await refusedAtBoth(t, hot, {
        'no JWT': [401, withHeaders(results(), { Authorization: undefined })],
        'two JWTs': [401, { ...results(), headers: [...results().headers, ...results().headers] }],
        'a JWT of another key': [401, results(hot.sage.results_id, `${hot.jwt(hot.author)}x`)],
        'a JWT without the permission': [
            403,
            results(hot.sage.results_id, hot.jwt(hot.author, ['council_sage']))
        ],
        'a session in place of a JWT': [
            401,
            withHeaders(results(), { Authorization: undefined, Cookie: cookie })
        ],
        'a JWT of somebody who sees no sages of others': [
            404,
            results(hot.sage.results_id, hot.jwt(stranger))
        ],
        'a template that is not there': [404, results(unknown)],
        'an id that is none': [400, results('versions')],
        'a query that nobody knows': [400, { ...results(), url: `${results().url}?x=1` }]
    });
});

test('a wrong token and wrong tool arguments are refused equally on the fast path and by hapi', async (t) => {
    const hot = await openHotRoutes(t, { SAGE_ACCESS: 'owner' });
    const { task } = hot.drafts;
    await refusedAtBoth(t, hot, {
        'no token': [401, withHeaders(task(), { 'X-Service-Token': undefined })],
        'a wrong token': [401, task({ crm_id: 'C-1' }, nobody)],
        'two tokens': [401, { ...task(), headers: [...task().headers, ['X-Service-Token', hot.token]] }],
        'a list of ids': [400, task({ crm_id: ['C-1'] })],
        'an argument that nobody knows': [400, task({ colour: 'blue' })],
        'JSON that is broken': [400, task('{')],
        'JSON that is no object': [400, task('[]')],
        'JSON of another type': [400, withHeaders(task(), { 'Content-Type': 'text/json' })],
        'a tool with a form': [
            400,
            withHeaders(task(), { 'Content-Type': 'application/x-www-form-urlencoded' })
        ]
    });
});
