// The list of people: since when each is logged in, and its order where names are alike.
import test from 'ava';
import { createUser } from '../../db/accounts/users.ts';
import { opened } from '../support/people/sage-pages.ts';

test('users are listed with their last login, and equal names in the order of creation', async (t) => {
    const { testApp, client } = await opened(t, 'administrator');
    const listed = async (query: string) => (await client.get(`/users${query}`)).body.data.items;
    const at = testApp.now();
    testApp.pass(1000);
    await testApp.as('author');
    t.deepEqual(
        (await listed('')).map(({ logged_in_at }: { logged_in_at: string }) => Date.parse(logged_in_at) - at),
        [0, 1000]
    );
    const twin = { login: 'a-twin', displayName: 'Author', email: 'twin@example.test', passwordHash: '-' };
    await testApp.store.write((tx) => createUser(tx, { ...twin, role: 'reviewer' }, testApp.now()));
    for (const query of ['?sort=name&q=author', '?sort=-name&q=author'])
        t.deepEqual(
            (await listed(query)).map(({ login }: { login: string }) => login),
            ['author', 'a-twin']
        );
    testApp.pass(14 * 24 * 60 * 60_000);
    const again = await testApp.as('administrator');
    const { items } = (await again.get('/users?q=author')).body.data;
    t.is(items[0].logged_in_at, null, 'that session has ended');
});
