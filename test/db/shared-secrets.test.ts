import test from 'ava';
import { assertSharedSecrets, forgetSecrets } from '../../db/installation/installation.ts';
import { secrets } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('a node with other secrets is refused, until the secrets are forgotten', async (t) => {
    const { store } = await createTestApp(t);
    const start = (own: typeof secrets) => store.write((tx) => assertSharedSecrets(tx, own));
    await start(secrets);
    await start({ ...secrets });
    for (const name of ['challenge', 'jwt', 'nonce', 'links', 'postgres']) {
        const error = await t.throwsAsync(start({ ...secrets, [name]: 'x'.repeat(40) }), undefined, name);
        t.like(error, { reason: 'wrong_state' });
        t.regex(error?.message ?? '', /^The secrets of this node differ from those of the other nodes/);
        t.false(error?.message.includes('xxx'));
    }
    await store.write((tx) => forgetSecrets(tx, { by: { name: 'cli' }, at: 1 }));
    await start({ ...secrets, jwt: 'x'.repeat(40) });
    await t.throwsAsync(start(secrets));
});
