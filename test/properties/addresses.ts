import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import fc from 'fast-check';
import { addressReader, networkOf, trustedAddresses } from '../../plugins/surfaces/http/client-address.ts';
import { property, textOf } from './property.ts';

const groups = fc.array(fc.nat({ max: 0xffff }), { minLength: 8, maxLength: 8 });
const full = (of: readonly number[]) => of.map((group) => group.toString(16).padStart(4, '0')).join(':');
const short = (of: readonly number[]) => of.map((group) => group.toString(16).toUpperCase()).join(':');
const isInsideV4 = (of: readonly number[]) => of.slice(0, 5).every((group) => group === 0);

const asked = (remoteAddress: string, header: string) =>
    ({ headers: { 'x-forwarded-for': header }, info: { remoteAddress } }) as unknown as Parameters<
        ReturnType<typeof addressReader>
    >[0];
const read = addressReader(['10.0.0.0/8', '::1']);

property('an address has one network however it is spelled', groups, (of) => {
    fc.pre(!isInsideV4(of));
    assert.equal(networkOf(full(of)), networkOf(short(of)));
    const beside = [...of.slice(0, 4), 1, 2, 3, 4];
    assert.equal(networkOf(full(beside)), networkOf(full(of)));
});

property('an address of IPv4 inside IPv6 is that address', fc.ipV4(), (address) => {
    assert.equal(networkOf(`::ffff:${address}`), networkOf(address));
    assert.equal(trustedAddresses([address])(`::ffff:${address}`), true);
});

property(
    'no header changes the address of a client',
    fc.tuple(fc.ipV4(), textOf('0123456789.,: []fF"')),
    ([address, header]) => {
        fc.pre(!address.startsWith('10.'));
        assert.equal(read(asked(address, header)), address);
    }
);

property(
    'behind a trusted proxy it is the right-most address that is not trusted',
    fc.tuple(
        fc.ipV4().filter((one) => !one.startsWith('10.')),
        fc.array(fc.ipV4(), { maxLength: 4 }),
        fc.nat({ max: 3 })
    ),
    ([client, before, proxies]) => {
        const chain = [...before, client, ...Array.from({ length: proxies }, (_, n) => `10.0.0.${n}`)];
        assert.equal(read(asked('10.1.1.1', chain.join(', '))), client);
    }
);

property('behind a proxy every header gives an address', textOf('0123456789.,: []fF"'), (header) => {
    assert(isIP(read(asked('10.1.1.1', header)).replace(/\/64$/, '')) > 0);
});
