// P30: an outgoing call reaches no internal address, however it is spelled.
import dns from 'node:dns';
import test from 'ava';
import { failure, resolving, startDouble, wayOut } from '../doubles/other-server.ts';
import { spellings } from './spellings.ts';

/** Names that lead there, and what they resolve to. */
const named = {
    localhost: ['127.0.0.1'],
    'localhost.': ['127.0.0.1'],
    LOCALHOST: ['127.0.0.1'],
    'loc%61lhost': ['::1'],
    ｌｏｃａｌｈｏｓｔ: ['::1'],
    'app.localhost': ['127.0.0.1'],
    'ip6-localhost': ['::1'],
    'seven.example': ['127.0.0.7'],
    'metadata.google.internal': ['169.254.169.254'],
    'six.example': ['::1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'translated.example': ['64:ff9b::7f00:1'],
    'zone.example': ['fe80::1%lo'],
    'nat.example': ['100.64.0.1'],
    'two.example': ['93.184.216.34', '127.0.0.1'],
    'two-six.example': ['2606:4700::1111', 'fd00::1'],
    'last.example': ['8.8.8.8', '8.8.4.4', '10.0.0.1'],
    'none.example': []
};

/** Addresses that are invalid: it is not defined where they lead, so they lead nowhere. */
const broken = [
    '[fe80::1%25lo]',
    '[::1%lo]',
    '127.0.0.1.1',
    '256.256.256.256',
    '4294967297',
    '0x100000000',
    '[127.0.0.1]',
    '[::ffff:127.0.0.1',
    '127.0.0.1 ',
    '127.0.0.1:99999'
];

test('no spelling of an internal address is called, on any port, with or without a user [P30]', async (t) => {
    t.true(spellings.length + Object.keys(named).length + broken.length >= 100);
    const { port, seen } = await startDouble(t);
    const outgoing = wayOut(t);
    for (const host of spellings) {
        for (const url of [`http://${host}:${port}/`, `http://${host}/`, `https://${host}:${port}/`])
            t.is(await failure(t, outgoing.fetch(url), url), 'forbidden_address', url);
        const withUser = `http://user:secret@${host}:${port}/`;
        t.true(
            ['forbidden_address', 'unreachable'].includes((await failure(t, outgoing.fetch(withUser))) ?? '')
        );
    }
    t.log(`${spellings.length} spellings`);
    t.deepEqual(seen, { connections: 0, requests: [] });
});

test('tricks with the parts of an address do not help [P30]', async (t) => {
    const { port, seen } = await startDouble(t);
    const outgoing = wayOut(t);
    for (const url of [
        `http://example.com@127.0.0.1:${port}/`,
        `http://127.0.0.1:${port}\\@example.com/`,
        `http:127.0.0.1:${port}/`,
        `http:\\\\127.0.0.1:${port}/`,
        `http:////127.0.0.1:${port}/`,
        `HTTP://127.0.0.1:0${port}/`,
        `\thttp://127.0.0.1:${port}/\n`,
        `http://127.0.\n0.1:${port}/`,
        `http://127.0.0.1:${port}#@example.com/`,
        `ws://127.0.0.1:${port}/`,
        `ftp://127.0.0.1:${port}/`,
        'file:///etc/passwd',
        `blob:http://127.0.0.1:${port}/x`
    ]) {
        t.true(
            ['forbidden_address', 'unreachable'].includes((await failure(t, outgoing.fetch(url), url)) ?? '')
        );
    }
    t.deepEqual(seen, { connections: 0, requests: [] });
});

test('an invalid address leads nowhere [P30]', async (t) => {
    const { port, seen } = await startDouble(t);
    const outgoing = wayOut(t);
    for (const host of broken) {
        const code = await failure(t, outgoing.fetch(`http://${host}:${port}/`), host);
        t.is(code, 'unreachable', host);
    }
    t.deepEqual(seen, { connections: 0, requests: [] });
});

test('a name is not called when any one of its addresses is internal [P30]', async (t) => {
    const { port, seen } = await startDouble(t);
    const known = Object.entries(named).map(
        ([name, to]) => [new URL(`http://${name}`).hostname, to] as const
    );
    const outgoing = wayOut(t, { lookup: resolving(Object.fromEntries(known)) });
    for (const name of Object.keys(named)) {
        const code = await failure(t, outgoing.fetch(`http://${name}:${port}/`), name);
        t.is(code, 'forbidden_address', name);
    }
    t.log(`${Object.keys(named).length} names`);
    t.deepEqual(seen, { connections: 0, requests: [] });
});

test('what this machine itself calls localhost is not called [P30]', async (t) => {
    const { port, seen } = await startDouble(t);
    t.is(await failure(t, wayOut(t).fetch(`http://localhost:${port}/`)), 'forbidden_address');
    t.deepEqual(seen, { connections: 0, requests: [] });
});

test('a name that changes its address is looked at each time [P30]', async (t) => {
    const { port, seen } = await startDouble(t);
    const answers = { 'rebinding.example': ['3000::1'] }; // assigned to no host
    const outgoing = wayOut(t, { lookup: resolving(answers) });
    const call = () => outgoing.fetch(`http://rebinding.example:${port}/`, { timeout: 500 });
    t.true(['unreachable', 'timeout'].includes((await failure(t, call())) ?? ''));
    answers['rebinding.example'] = ['127.0.0.1'];
    t.is(await failure(t, call()), 'forbidden_address');
    t.deepEqual(seen, { connections: 0, requests: [] });
});

test('a name that changes between the look and the call is found out before a byte is sent [P30]', async (t) => {
    const { port, seen } = await startDouble(t);
    let looks = 0;
    const turning = {
        family: 4,
        get address() {
            return looks++ === 0 ? '93.184.216.34' : '127.0.0.1';
        }
    };
    const lookup = ((_name: string, _options: object, callback: (error: null, addresses: object[]) => void) =>
        callback(null, [turning])) as never as typeof dns.lookup;
    const call = wayOut(t, { lookup }).fetch(`http://rebinding.example:${port}/`);
    t.is(await failure(t, call), 'forbidden_address');
    t.true(looks > 1);
    t.deepEqual(seen.requests, []);
});
