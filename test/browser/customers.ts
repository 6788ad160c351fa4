// A customer gets an offer by mail, looks at it on a phone and on a desk, and answers it without JavaScript.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type HttpClient, login } from '../support/clients/client.ts';
import { until } from '../support/servers/process.ts';
import type { Check } from './checks.ts';
import { look } from './looks.ts';
import { atBrowser, type Person } from './person.ts';
import type { Fixtures } from './fixtures.ts';

export async function customers(fixtures: Fixtures, check: Check) {
    const seller = await login(fixtures.url);
    await atBrowser({ fixtures, check, pages: 'a customer' }, (person) => looking(person, seller));
    await answering(fixtures, seller, check);
}

async function looking({ check, page, look, letters }: Person, seller: HttpClient) {
    const { link, email, id } = await offer(seller, 'Customer 1');
    await check('the offer arrives by email, with the link of the response', () =>
        until('the mail', async () =>
            (await letters()).some(({ to, text }) => to === email && text.includes(link))
        )
    );
    await check('the offer shows the customer and the price, and no earnings', async () => {
        await page.goto(link);
        await look('offer');
        const text = await page.locator('main').innerText();
        assert.match(text, /Customer 1[^]*12,500\.50/);
        assert.doesNotMatch(await page.content(), /commission|1,?375/i);
    });
    await check('the page of a recalled offer shows that it is no longer open', async () => {
        await page.getByRole('button', { name: 'Accept' }).click();
        await look('offer-accepting');
        await act(seller, 'svc_recall_from_customer', id);
        await signing(page);
        await page.getByRole('button', { name: 'Accept for' }).click();
        await page.getByText('This offer is no longer available.').waitFor();
        await look('offer-closed');
    });
}

async function answering({ visitor, pictures }: Fixtures, seller: HttpClient, check: Check) {
    const plain = await visitor({ javaScriptEnabled: false });
    const page = await plain.newPage();

    await check('without JavaScript an offer is accepted, by keyboard alone', async () => {
        const { link, id } = await offer(seller, 'Customer 3');
        await page.goto(link);
        for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
        await page.waitForURL('**/accept');
        for (const key of ['Tab', 'S', 'a', 'm', 'Tab', 'Space', 'Tab', 'Enter'])
            await page.keyboard.press(key);
        await page.getByRole('heading', { name: 'Thank you' }).waitFor();
        assert.equal(await statusOf(seller, id), 'ss_customer_approved');
    });
    await check('without JavaScript an offer can be declined, and the reason is stored', async () => {
        const { link, id } = await offer(seller, 'Customer 2');
        await page.goto(link);
        await page.getByRole('button', { name: 'Decline' }).click();
        await page.getByRole('textbox').fill('Too dear\nfor us');
        await page.getByLabel('I decline this offer.').check();
        await page.getByRole('button', { name: 'Decline offer' }).click();
        await page.getByRole('heading', { name: 'Thank you for letting us know' }).waitFor();
        const { deal, history } = await dealOf(seller, id);
        assert.equal(deal.status, 'ss_customer_declined');
        assert.equal(history.at(-1)?.reason, 'Too dear\nfor us');
    });
    await plain.close();

    await check('a double click is one reply, and the link shows it afterwards', async () => {
        const context = await visitor();
        const clicked = await context.newPage();
        const { link, id } = await offer(seller, 'Customer 5');
        await clicked.goto(`${link}/accept`);
        await signing(clicked);
        await clicked.getByRole('button', { name: 'Accept for' }).dblclick();
        await clicked.getByText('You have accepted the offer.').waitFor();
        await look(clicked, pictures, 'offer-accepted');
        await clicked.reload();
        await clicked.getByText('You have accepted the offer.').waitFor();
        await clicked.goto(link);
        await clicked.getByText('You have accepted the offer.').waitFor();
        const { history } = await dealOf(seller, id);
        assert.equal(history.filter(({ by }) => by === 'customer').length, 1);
        await context.close();
    });
}

async function signing(page: Page) {
    await page.getByLabel('Your full name').fill('Sam Sample');
    await page.getByLabel('I accept this offer').check();
}

interface Told {
    deal: { id: number; status: string };
    history: { by: string; reason: string }[];
    link?: string;
}

/** Makes a deal and sends it to its customer. */
async function offer(seller: HttpClient, customer_name: string) {
    const email = `${customer_name.toLowerCase().replace(' ', '.')}@example.test`;
    const contact = { customer_name, contact_name: 'Contact 1', contact_email: email };
    const made = await seller.send('POST', '/deals', { ...contact, revenue: 12_500.5, commission: 1375.25 });
    const { id } = (made.body.data as Told).deal;
    for (const step of ['submit', 'approve']) await seller.send('POST', `/deals/${id}/${step}`);
    const { link = '' } = (await seller.send('POST', `/deals/${id}/send`)).body.data as Told;
    return { id, email, link };
}

const act = (seller: HttpClient, name: string, deal_id: number) => seller.action(name, { deal_id });
const dealOf = async (seller: HttpClient, id: number): Promise<Told> =>
    (await seller.get(`/deals/${id}`)).body.data;
const statusOf = async (seller: HttpClient, id: number) => (await dealOf(seller, id)).deal.status;
