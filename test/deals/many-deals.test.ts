// Lists of deals in their order, and the search.
import test from 'ava';
import { dealsNamed } from '../../db/sales/deal-list.ts';
import { salesFixtures } from '../support/fixtures/sales.ts';

test('deals of the same revenue are sorted by id, in the direction of the list', async (t) => {
    const fixtures = await salesFixtures(t);
    const small = await fixtures.make({ revenue: 10 });
    const [first, second] = [await fixtures.make({ revenue: 900 }), await fixtures.make({ revenue: 900 })];
    const ids = async (sort: string) =>
        (await fixtures.rep.get(`/deals?sort=${sort}`)).body.data.items.map(({ id }: { id: number }) => id);
    t.deepEqual(await ids('revenue'), [small, first, second]);
    t.deepEqual(await ids('-revenue'), [second, first, small]);
});

test('search finds only their own deals for a rep, and all deals for an administrator', async (t) => {
    const fixtures = await salesFixtures(t);
    const { rep, other, boss, make, testApp } = fixtures;
    const [own, others] = [await make(), await make({}, other)];
    const found = async (seller: typeof rep, text: string) =>
        (await dealsNamed(testApp.store.read, seller.actor, text, 10)).toSorted((a, b) => a - b);
    for (const text of ['Customer', 'ustomer 1']) {
        t.deepEqual(await found(rep, text), [own]);
        t.deepEqual(await found(boss, text), [own, others]);
    }
    t.deepEqual(await found(rep, `#${others}`), []);
    t.deepEqual(await found(boss, `#${others}`), [others]);
});
