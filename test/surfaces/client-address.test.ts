// The address of a client: read when a request comes in, for its connection may be gone when it is needed.
import type { Request } from '@hapi/hapi';
import test from 'ava';
import { addressReader } from '../../plugins/surfaces/http/client-address.ts';
import { ask, encode } from '../support/people/roles.ts';
import { loginPath, password, withUser } from '../support/people/people.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('a connection that is reset while its login is looked at does no harm', async (t) => {
    const testApp = await createTestApp(t);
    await withUser(testApp);
    testApp.server.ext('onPreAuth', ({ raw }, h) => {
        Object.defineProperty(raw.req.socket, 'remoteAddress', { value: undefined });
        return h.continue;
    });
    const { statusCode } = await ask(testApp.server, {
        method: 'POST',
        url: loginPath,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: encode({ login: 'ada', password })
    });
    t.is(statusCode, 200);
});

test('a connection that was reset before its address was read counts under an empty one', (t) => {
    const reset = { headers: { 'x-forwarded-for': '192.0.2.1' }, info: {} } as unknown as Request;
    for (const trusted of [[], ['127.0.0.1'], ['::1']]) t.is(addressReader(trusted)(reset), '');
});

const addressBehindProxy = (claimed: string) => {
    const headers = { 'x-forwarded-for': claimed };
    const request = { headers, info: { remoteAddress: '::ffff:127.0.0.1' } } as unknown as Request;
    return addressReader(['127.0.0.1', '2001:db8:ff::/48'])(request);
};

test('an address counts as one, however it is written', (t) => {
    const spellings: Record<string, string[]> = {
        '7.7.7.7': [
            '7.7.7.7',
            '::ffff:7.7.7.7',
            '::FFFF:707:707',
            '0:0:0:0:0:ffff:7.7.7.7',
            '[::ffff:7.7.7.7]:80'
        ],
        '2001:db8:0:0::/64': [
            '2001:db8::1',
            '2001:DB8:0:0::1',
            '2001:0db8:0000::0001',
            '[2001:db8::1]:443',
            '2001:db8::'
        ],
        '1:0:0:2::/64': ['1::2:3:4:5:6', '1:0:0:2:3:4:5:6', '0001::0002:3:4:5:6'],
        '0:0:0:0::/64': ['::1', '::', '0:0:0:0:0:0:0:1']
    };
    for (const [one, all] of Object.entries(spellings))
        for (const spelling of all) t.is(addressBehindProxy(spelling), one, spelling);
});

test('a trusted proxy is known in every spelling', (t) => {
    for (const proxy of ['2001:DB8:FF::1', '2001:0db8:00ff:0::1', '::ffff:127.0.0.1'])
        t.is(addressBehindProxy(`192.0.2.1, ${proxy}`), '192.0.2.1', proxy);
});

test('two networks of 64 bits are two clients, two addresses of one are not', (t) => {
    t.is(addressBehindProxy('2001:db8:1:2::1'), addressBehindProxy('2001:db8:1:2:ffff::1'));
    t.not(addressBehindProxy('2001:db8:1:2::1'), addressBehindProxy('2001:db8:1:3::1'));
});
