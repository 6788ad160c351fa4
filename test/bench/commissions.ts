// The commissions grid of a sales administrator with 200 deals: the real server compared with its hand-written twin.
import pLimit from 'p-limit';
import { type HttpClient, login } from '../support/clients/client.ts';
import { actionOf, type Asked } from './load.ts';
import { twinRow } from './baselines/row.ts';

const action = 'svc_get_commissions';

export const commissions = twinRow(
    { name: 'commissions', row: `${action}, 200 deals`, goal: 0.85, share: 0.1 },
    { twin: new URL('./baselines/commissions.ts', import.meta.url), prepare: gridOf }
);

const ofTheDemo = 2;
/** The server keeps one address to a number of connections, and refuses what comes over more. */
const atOnce = 8;

async function gridOf(url: string): Promise<Asked> {
    const user = await login(url);
    const numbers = Array.from({ length: 200 - ofTheDemo }, (_, n) => n);
    await pLimit(atOnce).map(numbers, (n) => closeDeal(url, user, n));
    return actionOf(user, action);
}

/** Every third one is paid. */
async function closeDeal(url: string, user: HttpClient, n: number) {
    const { id } = (await data(user.send('POST', '/deals', dealOf(n)))).deal;
    await data(user.send('POST', `/deals/${id}/submit`));
    await data(user.send('POST', `/deals/${id}/approve`));
    const { link = '' } = await data(user.send('POST', `/deals/${id}/send`));
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await fetch(`${url}${new URL(link).pathname}/accept`, {
        method: 'POST',
        headers: form,
        body: 'confirm=1'
    });
    await data(user.send('POST', `/deals/${id}/close`));
    if (n % 3 === 0) await data(user.send('POST', `/deals/${id}/pay`));
}

const dealOf = (n: number) => ({
    customer_name: `Customer ${n} & Sons`,
    contact_name: `Contact ${n}`,
    contact_email: `robin${n}@example.test`,
    revenue: (100_000 + n * 1731) / 100,
    commission: (10_000 + n * 173) / 100,
    margin_deduction: n % 4,
    referral_fee: (n % 5) / 4
});

interface Answer {
    deal: { id: number };
    link?: string;
}

async function data(asked: ReturnType<HttpClient['send']>) {
    const { statusCode, body } = await asked;
    if (statusCode >= 300) throw new Error(`a deal was refused: ${JSON.stringify(body)}`);
    return (body as { data: Answer }).data;
}
