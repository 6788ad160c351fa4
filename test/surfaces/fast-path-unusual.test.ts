// What is unusual about a request goes to hapi, which answers it as it always did.
import test from 'ava';
import { answeredByHapi, asked, openHotRoutes, withHeaders, written } from '../support/servers/hot-routes.ts';

test('a form that is sent in another way than browsers send it is answered by hapi, as ever', async (t) => {
    const hot = await openHotRoutes(t);
    const { poll } = hot.drafts;
    const cookie = hot.author.headers.cookie;
    const page = (headers: Record<string, string>) => withHeaders(poll(), headers);
    const { url, body } = poll();
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const form = 'application/x-www-form-urlencoded';
    await answeredByHapi(t, hot, 200, {
        'a session in quotation marks': page({ Cookie: cookie.replace(/=(.+)/, '="$1"') }),
        'a whole address': { ...poll(), url: `http://council.example${url}` },
        'a further parameter': { ...poll(), url: `${url}&x=1` },
        'an encoded address': { ...poll(), url: url.replace('svc_get', 'svc%5Fget') },
        'a fragment': { ...poll(), url: `${url}#x` },
        'HTTP/1.0': { ...poll(), version: '1.0' },
        'a body in chunks': { ...page({ 'Transfer-Encoding': 'chunked' }), body: chunked },
        'a body that is said to be packed': page({ 'Content-Encoding': 'gzip' }),
        'a form in capitals': page({ 'Content-Type': form.toUpperCase() }),
        'a form with a boundary': page({ 'Content-Type': `${form}; boundary=x` }),
        'a form of 20 KB': poll({ more: 'x'.repeat(20_000) }),
        'an upgrade': page({ Connection: 'close, upgrade', Upgrade: 'websocket' })
    });
});

test('a form that comes in pieces is answered by hapi, as ever', async (t) => {
    const hot = await openHotRoutes(t);
    const whole = written(hot.drafts.poll());
    const half = whole.length - 10;
    const pieces = {
        'in two pieces': [whole.slice(0, half), whole.slice(half)],
        'the head before the body': whole.split(/(?<=\r\n\r\n)/)
    };
    for (const [title, texts] of Object.entries(pieces))
        t.deepEqual(await asked(t, hot, title, ...texts), { isFastAnswer: false, status: 200 });
});

test('an unusual request for a template or a task is answered by hapi', async (t) => {
    const hot = await openHotRoutes(t);
    const { results, task } = hot.drafts;
    const template = (headers: Record<string, string>) => withHeaders(results(), headers);
    await answeredByHapi(t, hot, 200, {
        'a range': template({ Range: 'bytes=0-1' }),
        'a slash at the end': { ...results(), url: `${results().url}/` },
        'an encoded id': { ...results(), url: results().url.replace('-', '%2d') },
        HEAD: { ...results(), method: 'HEAD' },
        'a version that the client has not': template({ 'If-None-Match': '"2"' }),
        'a date': template({ 'If-Modified-Since': 'Sun, 22 Nov 2026 08:00:00 GMT' }),
        'a GET with a body': { ...template({ 'Content-Length': '1' }), body: 'x' },
        'a token in the query': { ...task(), url: `/tools/task_get?token=${hot.token}` },
        'a slash after a tool': { ...task(), url: '/tools/task_get/' }
    });
    await answeredByHapi(t, hot, 304, {
        'a version that the client has': template({ 'If-None-Match': '"1"' })
    });
});
