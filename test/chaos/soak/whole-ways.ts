// What people do with a service from beginning to end: a build with a candidate, and a deal. Each way throws where it is not
// served as it should be.
import { createUser } from '../../../db/accounts/users.ts';
import { hashPassword } from '../../../db/accounts/passwords.ts';
import { moves } from '../../../db/sales/moves.ts';
import type { Store } from '../../../db/store/index.ts';
import { encode, logInBy } from '../../support/clients/client.ts';
import { strongAnswer } from '../../support/fixtures/answers.ts';
import { until } from '../../support/servers/process.ts';
import { expected } from '../expected.ts';
import { makeActiveSage } from '../screen-load.ts';
import type { Talk } from '../talkative-load.ts';

const password = 'a secret that is long enough';

/** A sales rep and their administrator. */
export async function addSales(store: Store) {
    const passwordHash = await hashPassword(password);
    for (const [login, role] of [
        ['rep', 'sales_rep'],
        ['boss', 'sales_admin']
    ] as const) {
        const user = { login, email: `${login}@example.test`, role, passwordHash };
        await store.write((tx) => createUser(tx, user, Date.now()));
    }
}

const get = ({ ask }: Talk, url: string) => ask({ method: 'GET', url, headers: {} });

const post = ({ ask }: Talk, url: string, fields: Record<string, string>) =>
    ask({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: encode(fields)
    });

/** A sage is made, built, tested and active, and a candidate is invited, answers and is judged. */
export async function buildAndScreen(talk: Talk) {
    const { admin } = talk;
    const sage_id = await makeActiveSage(admin);
    const candidate = { name: 'Ada', email: `${crypto.randomUUID()}@example.test` };
    const invited = admin.send('POST', '/screens', { sage_id, candidate, invite: true });
    const { screen, link } = (await expected(201, invited)).data;
    await answer(talk, new URL(link).pathname);
    const status = async () =>
        (await expected(200, admin.get(`/screens/${screen.id}`))).data.screen.status as string;
    await until('the answers are judged', async () => (await status()) === 'ss_evaluated');
}

async function answer(talk: Talk, path: string) {
    await expected(200, get(talk, path));
    await expected(303, post(talk, `${path}/start`, { consent: '1' }));
    await expected(200, get(talk, path));
    await expected(303, post(talk, `${path}/answer`, { criterion: 'debugging', text: strongAnswer }));
    const shown: string = await expected(200, get(talk, `${path}?q=1`));
    if (!shown.includes(strongAnswer)) throw new Error('what was answered is not shown');
    await expected(303, post(talk, `${path}/submit`, {}));
    await expected(200, get(talk, path));
}

const way = ['submit', 'approve', 'send', 'accept', 'close', 'pay'] as const;

/** Each time a deal goes from its draft to paid, by one move each. */
export async function sell(talk: Talk) {
    const rep = await logInBy(talk.ask, { login: 'rep', password });
    const boss = await logInBy(talk.ask, { login: 'boss', password });
    const draft = { customer_name: 'Customer', contact_name: 'Sam', contact_email: 'sam@example.test' };
    return async () => {
        const made = rep.send('POST', '/deals', { ...draft, revenue: 12_500.5, commission: 1375.25 });
        const { id } = (await expected(201, made)).data.deal;
        let page = '';
        for (const name of way)
            if (name === 'accept') {
                await expected(200, get(talk, page));
                await expected(200, post(talk, `${page}/accept`, { confirm: '1' }));
            } else {
                const by = moves[name].by === 'admin' ? boss : rep;
                const { link } = (await expected(200, by.send('POST', `/deals/${id}/${name}`))).data;
                if (link) page = new URL(link).pathname;
            }
        const { history } = (await expected(200, boss.get(`/deals/${id}`))).data;
        const gone = (history as { move: string }[]).map(({ move }) => move).join();
        if (gone !== ['create', ...way].join()) throw new Error(`the moves were ${gone}`);
    };
}
