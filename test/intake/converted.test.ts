// An item of the intake that became a deal: what was asked for goes along, and each leads to the other.
import test from 'ava';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { item, leave } from '../support/fixtures/intake.ts';
import { salesFixtures } from '../support/fixtures/sales.ts';

test('a converted deal shows what its customer wrote, and item and deal link to each other', async (t) => {
    const { testApp, rep, other, make } = await salesFixtures(t);
    const { id } = (await rep.send('POST', '/intake', item)).body.data.item;
    const { deal } = (await rep.send('POST', `/intake/${id}/convert`)).body.data;
    const browser = plainBrowser(testApp, { svc_session: rep.cookie });
    for (const path of [`/deals/${deal.id}`, `/deals/${deal.id}/edit`]) {
        const { body } = await browser.get(path);
        t.true(body.includes(`<a href="/intake/${id}">Two engineers</a>`), path);
        t.true(body.includes('By spring,\nplease.'), path);
    }
    t.true((await browser.get(`/intake/${id}`)).body.includes(`href="/deals/${deal.id}"`));
    const read = async (one: number) => (await rep.get(`/deals/${one}`)).body.data.intake_item;
    t.deepEqual(await read(deal.id), { id, title: item.title, message: item.message });
    const byHand = await make();
    t.is(await read(byHand), null);
    t.notRegex((await browser.get(`/deals/${byHand}`)).body, /Message/);
    t.is((await other.get(`/deals/${deal.id}`)).statusCode, 404);
    const offer = (await browser.get(`/deals/${deal.id}`)).body.split('aria-label="The offer"')[1] ?? '';
    t.false(offer.includes('By spring'), 'the customer’s page holds what is offered, not what was asked for');
});

test('a rep sees that items wait without an owner, and how many, and nothing of what is in them', async (t) => {
    const { testApp, rep, boss } = await salesFixtures(t, { HUMAN_CHECK: 'off' });
    const shown = async (by: typeof rep) =>
        (await plainBrowser(testApp, { svc_session: by.cookie }).get('/intake')).body;
    t.notRegex(await shown(rep), /without an owner/);
    await leave(testApp, { ...item, recaptcha_token: 'x' });
    t.regex(await shown(rep), /1 item has no owner\. Ask a sales administrator to assign it\./);
    t.notRegex(await shown(rep), /Two engineers|Customer 2/);
    t.notRegex(await shown(boss), /Ask a sales administrator/);
    await boss.send('POST', '/intake/1/assign', { owner_id: boss.user.id });
    t.notRegex(await shown(rep), /without an owner/);
});
