// An item of the intake that became a deal: what was asked for goes along, and each leads to the other.
import test from 'ava';
import { pageOf } from '../support/people/page.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { item } from '../support/fixtures/intake.ts';
import { salesFixtures } from '../support/fixtures/sales.ts';

test('a converted deal shows what its customer wrote, and item and deal link to each other', async (t) => {
    const { testApp, rep, make } = await salesFixtures(t);
    const { id } = (await rep.send('POST', '/intake', item)).body.data.item;
    const { deal } = (await rep.send('POST', `/intake/${id}/convert`)).body.data;
    const read = async (path: string, by = rep) =>
        pageOf((await plainBrowser(testApp, { svc_session: by.cookie }).get(path)).body);
    for (const path of [`/deals/${deal.id}`, `/deals/${deal.id}/edit`]) {
        const asked = (await read(path)).part('Message');
        t.is(asked.link(item.title), `/intake/${id}`, path);
        t.regex(asked.text, /By spring, please\./, path);
    }
    t.is((await read(`/deals/${deal.id}/edit`)).field('Price')?.value, '', 'nobody has set a price');
    const offer = (await read(`/deals/${deal.id}`)).part('The offer');
    t.notRegex(offer.text, /By spring/, 'the customer’s page holds what is offered, not what was asked for');
    t.is((await read(`/intake/${id}`)).link(`Number ${deal.id}`), `/deals/${deal.id}`);
    const itemOf = async (one: number) => (await rep.get(`/deals/${one}`)).body.data.intake_item;
    t.deepEqual(await itemOf(deal.id), { id, title: item.title, message: item.message });
    const byHand = await make();
    t.is(await itemOf(byHand), null);
    t.is((await read(`/deals/${byHand}`)).part('Message').text, '');
    t.not((await read(`/deals/${byHand}/edit`)).field('Price')?.value, '');
});
