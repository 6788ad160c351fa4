// What is unusual about a request goes to hapi, which answers it as it always did.
import test, { type ExecutionContext } from 'ava';
import {
    asked,
    type Draft,
    type Hot,
    openHotRoutes,
    withHeaders,
    written
} from '../support/servers/hot-routes.ts';

async function answeredByHapi(
    t: ExecutionContext,
    hot: Hot,
    cases: Record<string, [status: number, draft: Draft]>
) {
    for (const [title, [status, draft]] of Object.entries(cases)) {
        const answer = await asked(t, hot, title, written(draft));
        t.deepEqual(answer, { isOfLane: false, status }, title);
    }
}

test('a form that is sent in another way than browsers send it is answered by hapi, as ever', async (t) => {
    const hot = await openHotRoutes(t);
    const { poll } = hot.drafts;
    const cookie = hot.author.headers.cookie;
    const page = (headers: Record<string, string>) => withHeaders(poll(), headers);
    const { url, body } = poll();
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    await answeredByHapi(t, hot, {
        'a session inside another cookie': [200, withHeaders(poll(), { Cookie: `a="; ${cookie}; b="` })],
        'a session in quotation marks': [
            200,
            withHeaders(poll(), { Cookie: cookie.replace(/=(.+)/, '="$1"') })
        ],
        'a session with a space after its name': [
            200,
            withHeaders(poll(), { Cookie: cookie.replace('=', ' =') })
        ],
        'cookies without a space between': [200, withHeaders(poll(), { Cookie: `a=1;${cookie}` })],
        'a whole address': [200, { ...poll(), url: `http://council.example${url}` }],
        'a further parameter': [200, { ...poll(), url: `${url}&x=1` }],
        'an encoded address': [200, { ...poll(), url: url.replace('svc_get', 'svc%5Fget') }],
        'a fragment': [200, { ...poll(), url: `${url}#x` }],
        'HTTP/1.0': [200, { ...poll(), version: '1.0' }],
        'a body in chunks': [
            200,
            { ...withHeaders(poll(), { 'Transfer-Encoding': 'chunked' }), body: chunked }
        ],
        'a body that is said to be packed': [200, page({ 'Content-Encoding': 'gzip' })],
        'a form in capitals': [200, page({ 'Content-Type': 'APPLICATION/X-WWW-FORM-URLENCODED' })],
        'a form with a boundary': [
            200,
            page({ 'Content-Type': 'application/x-www-form-urlencoded; boundary=x' })
        ],
        'a form of 20 KB': [200, poll({ more: 'x'.repeat(20_000) })],
        'an upgrade': [200, page({ Connection: 'close, upgrade', Upgrade: 'websocket' })]
    });
});

test('a form that comes in pieces is answered by hapi, as ever', async (t) => {
    const hot = await openHotRoutes(t);
    const { poll } = hot.drafts;
    const whole = written(poll());
    const half = whole.length - 10;
    t.deepEqual(await asked(t, hot, 'in two pieces', whole.slice(0, half), whole.slice(half)), {
        isOfLane: false,
        status: 200
    });
    t.deepEqual(await asked(t, hot, 'the head before the body', ...whole.split(/(?<=\r\n\r\n)/)), {
        isOfLane: false,
        status: 200
    });
});

test('an unusual request for a template or a task is answered by hapi', async (t) => {
    const hot = await openHotRoutes(t);
    const { results, task } = hot.drafts;
    await answeredByHapi(t, hot, {
        'a range': [200, withHeaders(results(), { Range: 'bytes=0-1' })],
        'a slash at the end': [200, { ...results(), url: `${results().url}/` }],
        'an encoded id': [200, { ...results(), url: results().url.replace('-', '%2d') }],
        HEAD: [200, { ...results(), method: 'HEAD' }],
        'a version that the client has': [304, withHeaders(results(), { 'If-None-Match': '"1"' })],
        'a version that the client has not': [200, withHeaders(results(), { 'If-None-Match': '"2"' })],
        'a date': [200, withHeaders(results(), { 'If-Modified-Since': 'Sun, 22 Nov 2026 08:00:00 GMT' })],
        'a GET with a body': [200, { ...withHeaders(results(), { 'Content-Length': '1' }), body: 'x' }],
        'a token in the query': [200, { ...task(), url: `/tools/task_get?token=${hot.token}` }],
        'a slash after a tool': [200, { ...task(), url: '/tools/task_get/' }]
    });
});
