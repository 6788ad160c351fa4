// The fast path, which answers the routes that are asked most ahead of hapi: whatever is asked, it answers what hapi answers.
import test from 'ava';
import fc from 'fast-check';
import { paths } from '../support/clients/client.ts';
import { asked, type Hot, openHotRoutes, withHeaders, written } from '../support/servers/hot-routes.ts';

const header = fc.constantFrom<[string, string]>(
    ['Accept', 'text/html'],
    ['Accept-Encoding', 'gzip;q=x,,'],
    ['Authorization', 'Bearer x'],
    ['Content-Encoding', 'identity'],
    ['Content-Type', 'application/json'],
    ['Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8'],
    ['Content-Type', ''],
    ['Cookie', 'a=b'],
    ['Cookie', 'svc_session=x'],
    ['Cookie', 'a="b; c"'],
    ['Cookie', '='],
    ['Host', '['],
    ['If-Match', '"7"'],
    ['If-None-Match', '*'],
    ['Keep-Alive', 'timeout=1'],
    ['Origin', 'null'],
    ['Origin', 'https://evil.example'],
    ['Range', 'bytes=0-0'],
    ['Sec-Fetch-Site', 'none'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Transfer-Encoding', 'identity'],
    ['X-Forwarded-For', '10.0.0.1'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-Service-Token', ''],
    ['X-Svc-Nonce', ''],
    ['X-Svc-Nonce', '0'.repeat(20)]
);

/** One of these texts half of the time, and nothing else. */
const rarely = (...texts: string[]) => fc.option(fc.constantFrom(...texts), { nil: '', freq: 1 });

test('with any headers, methods, addresses and bodies the fast path and hapi answer equally', async (t) => {
    const hot = await openHotRoutes(t);
    const drafts = Object.values(usual(hot));
    let fastAnswers = 0;
    const alike = fc.asyncProperty(
        fc.constantFrom(...drafts),
        fc.array(header, { maxLength: 2 }),
        rarely('GET', 'POST', 'HEAD', 'PUT', 'OPTIONS'),
        rarely('?', '&', '/', '//', '%', '#', '/..'),
        rarely('&', '&a', '&nonce=', '&action=x', '}', ' ', '\u0000', '\u00E4'),
        async (draft, headers, method, address, end) => {
            const { isFastAnswer: answered } = await asked(
                t,
                hot,
                'alike',
                written({
                    ...draft,
                    method: method || draft.method,
                    url: draft.url + address,
                    headers: [...draft.headers, ...headers],
                    body: draft.body === '' ? '' : draft.body + end
                })
            );
            if (answered) fastAnswers += 1;
        }
    );
    await fc.assert(alike, { numRuns: 80 });
    t.true(fastAnswers > 0, `the fast path answered ${fastAnswers}`);
});

const usual = (hot: Hot) => {
    const { poll, state, results, task } = hot.drafts;
    return { poll: poll(), state: state(), results: results(), task: task() };
};

test('a body that is longer than its declared length is refused by hapi', async (t) => {
    const { send, drafts } = await openHotRoutes(t);
    for (const draft of [drafts.poll(), drafts.state()])
        t.regex(
            await send.fastPath(written(withHeaders(draft, { 'Content-Length': '3' }))),
            /^HTTP\/1.1 400 /
        );
});

test('the fast path answers the usual requests, and as hapi does to the letter', async (t) => {
    const hot = await openHotRoutes(t);
    const { poll, task } = hot.drafts;
    const browser = {
        Origin: hot.testApp.app.config.baseUrl,
        'Sec-Fetch-Site': 'same-origin',
        'Accept-Encoding': 'gzip, deflate, br, zstd',
        'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8'
    };
    const { cookie } = hot.author.headers;
    const cookies = `theme=dark; ${cookie}; _ga=GA1.2.3`;
    const oddCookies = `consent; =1; a="x;y"; __proto__=1;; ${cookie}; b={"c":1}`;
    const withoutNonce = `${paths.ajax}?action=svc_get_step_status`;
    const cases = {
        ...usual(hot),
        'a browser': withHeaders(poll(), browser),
        'a browser with other cookies': withHeaders(poll(), { ...browser, Cookie: cookies }),
        'a browser with cookies that nobody can read': withHeaders(poll(), { Cookie: oddCookies }),
        'a session between parts of another cookie': withHeaders(poll(), { Cookie: `a="; ${cookie}; b="` }),
        'a session with a space after its name': withHeaders(poll(), { Cookie: cookie.replace('=', ' =') }),
        'cookies without a space between': withHeaders(poll(), { Cookie: `a=1;${cookie}` }),
        'an address without the empty nonce': { ...poll(), url: withoutNonce },
        'a form without an origin': withHeaders(poll(), { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }),
        'a sage by its number': poll({ sage_id: String(hot.sage.id) }),
        'a sage by its uuid': poll({ sage_id: hot.sage.uuid }),
        'another sage': poll({ sage_id: '1000' }),
        'no sage': poll({ sage_id: '' }),
        'a field that nobody knows': poll({ colour: 'blue' }),
        'a nonce in the header': withHeaders(poll({ nonce: 'x' }), {
            'X-Svc-Nonce': hot.author.nonces()['svc_frontend_nonce']
        }),
        'a task that is not there': task({ crm_id: 'C-2' }),
        'two ids': task({ crm_id: 'C-1', planner_id: 'P-1' }),
        'no id': task({}),
        'an id that is null': task({ crm_id: 'C-1', todo_id: null })
    };
    for (const [title, draft] of Object.entries(cases)) {
        t.deepEqual(await asked(t, hot, title, written(draft)), { isFastAnswer: true, status: 200 }, title);
    }
});

test('with the path of BASE_URL left on it a request is answered on the fast path all the same', async (t) => {
    const hot = await openHotRoutes(t, { BASE_URL: 'http://council.example/council' });
    for (const [title, draft] of Object.entries(usual(hot)))
        for (const url of [draft.url, `/council${draft.url}`])
            t.deepEqual(await asked(t, hot, title, written({ ...draft, url })), {
                isFastAnswer: true,
                status: 200
            });
});

test('the progress of a build is visible on the fast path and by hapi', async (t) => {
    const hot = await openHotRoutes(t);
    for (let step = 0; step < 3; step += 1) {
        for (const draft of [hot.drafts.poll({ sage_id: String(hot.sage.id) }), hot.drafts.state()])
            t.true((await asked(t, hot, `step ${step}`, written(draft))).isFastAnswer);
        await hot.testApp.runOne();
    }
});
