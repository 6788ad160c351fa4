import test from 'ava';
import { isForeignWrite } from '../../plugins/surfaces/http/security-headers.ts';

const origins = ['http://council.lan:3000', 'https://desk.example'];
const [ours = ''] = origins;
const evil = 'https://evil.example';
const link = '/screen/secret/answer';
const write = (headers: Record<string, string>, path = '/login') =>
    isForeignWrite({ method: 'post', path, headers: { host: 'council.lan:3000', ...headers } }, origins);

test('a write of our pages passes, whichever of these headers its browser sends', (t) => {
    for (const headers of [
        {},
        { origin: ours },
        { origin: 'https://desk.example', 'sec-fetch-site': 'cross-site' },
        { origin: ours, 'sec-fetch-site': 'same-origin' },
        { origin: 'null', 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'none' },
        { origin: 'null', referer: `${ours}/login?to=/` },
        { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }
    ])
        t.false(write(headers), JSON.stringify(headers));
});

test('a write from a page of another site is foreign, on the pages of a link too', (t) => {
    for (const headers of [
        { origin: evil },
        { origin: evil, referer: `${ours}/` },
        { origin: evil, 'sec-fetch-site': 'same-origin' },
        { origin: evil, host: 'evil.example' },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site' }
    ])
        for (const path of ['/login', link]) t.true(write(headers, path), path + JSON.stringify(headers));
});

test('a write without a known origin passes only where its address is the proof', (t) => {
    for (const headers of [
        { origin: 'null' },
        { origin: 'null', referer: `${evil}/${ours}` },
        { origin: 'null', referer: 'x' }
    ]) {
        t.true(write(headers), JSON.stringify(headers));
        for (const path of [link, '/deal/secret/accept']) t.false(write(headers, path));
    }
    for (const path of ['/screen/demo/key/start', '/screens', '/rest/svc/v1/screens', '/deals/1'])
        t.true(write({ origin: 'null' }, path));
});
