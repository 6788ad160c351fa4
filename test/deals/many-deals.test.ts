// Lists of deals in their order, and boards of more than they count.
import test from 'ava';
import { dealBoard, dealsNamed } from '../../db/sales/deal-list.ts';
import { copyDeals, salesFixtures } from '../support/fixtures/sales.ts';

const mostInColumn = 1000;

test('deals of the same revenue are sorted by id, in the direction of the list', async (t) => {
    const fixtures = await salesFixtures(t);
    const small = await fixtures.make({ revenue: 10 });
    const [first, second] = [await fixtures.make({ revenue: 900 }), await fixtures.make({ revenue: 900 })];
    const ids = async (sort: string) =>
        (await fixtures.rep.get(`/deals?sort=${sort}`)).body.data.items.map(({ id }: { id: number }) => id);
    t.deepEqual(await ids('revenue'), [small, first, second]);
    t.deepEqual(await ids('-revenue'), [second, first, small]);
});

test('a state of the board counts up to a thousand deals, and shows the newest', async (t) => {
    const fixtures = await salesFixtures(t);
    const { read } = fixtures.testApp.store;
    const board = () => dealBoard(read, { seller: fixtures.rep.actor, limit: 2 });
    const draftsOf = async () => (await board())[0];
    t.deepEqual(await draftsOf(), { status: 'ss_draft', items: [], total: 0, revenue: 0 });
    await fixtures.make({ revenue: 100 });
    await copyDeals(fixtures.testApp, mostInColumn - 1);
    const whole = await draftsOf();
    t.like(whole, { status: 'ss_draft', total: mostInColumn, revenue: mostInColumn * 10_000 });
    t.is(whole?.more, undefined);
    const newest = await fixtures.make({ revenue: 100 });
    const over = await draftsOf();
    t.like(over, { total: mostInColumn, more: true });
    t.deepEqual(
        over?.items.map(({ id }) => id),
        [newest, newest - 1]
    );
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
