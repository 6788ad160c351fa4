// What a person decides of other people's texts while an erasure comes to its end.
import test from 'ava';
import { erasures, findErasure, markEnded } from '../../db/erasing/erasures.ts';
import { deals } from '../../db/sales/deals.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import { done } from '../support/fixtures/done.ts';
import { eraseMentions, finish, invite } from '../support/fixtures/erasing.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('an erasure does not end while a chosen deletion is still open', async (t) => {
    const testApp = await createTestApp(t);
    const { store } = testApp;
    const { id } = await invite(await withActiveSage(testApp), { name: 'May', email: 'may@june.test' });
    const doubt = { in: 'traces' as const, key: 1, erase: true as const };
    const traits = { name: 'May', email: '', texts: [], doubts: [doubt] };
    const row = { screenId: id, at: 1, by: 'test', traits, searchedAt: 1, endedAt: null };
    await store.write((tx) => tx.insert(erasures).values(row));
    await store.write((tx) => markEnded(tx, id, 2));
    t.is((await findErasure(store.read, id))?.endedAt, null);
    const { erase: _, ...undecided } = doubt;
    await store.write((tx) => tx.update(erasures).set({ traits: { ...traits, doubts: [undecided] } }));
    await store.write((tx) => markEnded(tx, id, 3));
    t.is((await findErasure(store.read, id))?.endedAt, 3, 'what nobody has decided holds up nothing');
});

test('offers no longer name an erased candidate', async (t) => {
    const testApp = await createTestApp(t);
    const { store } = testApp;
    const name = 'Clara Weidenbach';
    const email = 'clara@example.test';
    const { id } = await invite(await withActiveSage(testApp), { name, email });
    const rep = await testApp.as('salesRep');
    const contact = { contact_name: 'Robin Vale', contact_email: 'robin@example.test' };
    const offer = { customer_name: 'Borealis', ...contact };
    const amounts = { revenue: 100, commission: 10, scope: `${name} shows it to you; write to ${email}.` };
    done(await rep.send('POST', '/deals', { ...offer, ...amounts }));
    const council = await testApp.as('councilAdmin');
    t.is((await council.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
    await finish(testApp);
    await eraseMentions(testApp);
    const [deal] = await store.read.select().from(deals);
    t.like(deal, { scope: '(erased) shows it to you; write to (erased).', customerName: 'Borealis' });
});
