// What people do with a service from beginning to end: a build, a candidate, a deal, a link to a new password. Each way
// throws where it is not served as by one node.
import { createUser } from '../../db/accounts/users.ts';
import { hashPassword } from '../../db/accounts/passwords.ts';
import type { Role } from '../../db/accounts/capabilities.ts';
import { moves } from '../../db/sales/moves.ts';
import { answersOf } from '../../db/screens/screens.ts';
import type { Store } from '../../db/store/index.ts';
import { strongAnswer } from '../support/fixtures/answers.ts';
import { encode, paths } from '../support/clients/client.ts';
import { until } from '../support/servers/process.ts';
import { expected, type InTurn } from './in-turn.ts';
import { linkFor } from './mailed-link.ts';
import { makeActiveSage } from './screen-load.ts';

interface Fixtures {
    turn: InTurn;
    store: Store;
    /** What has arrived at the mail server. */
    arrivals: readonly Buffer[];
}

export type People = Awaited<ReturnType<typeof openPeople>>;

const password = 'a secret that is long enough';

/** Logs an administrator, a sales rep and their administrator in. */
export async function openPeople({ turn, store }: Fixtures) {
    await join(store, 'rep', 'sales_rep');
    await join(store, 'boss', 'sales_admin');
    return {
        council: await turn.logIn(),
        rep: await turn.logIn({ login: 'rep', password }),
        boss: await turn.logIn({ login: 'boss', password })
    };
}

async function join(store: Store, login: string, role: Role) {
    const user = { login, email: `${login}@example.test`, role, passwordHash: await hashPassword(password) };
    await store.write((tx) => createUser(tx, user, Date.now()));
    return user;
}

/** A sage is made, built, tested and active, and a candidate is invited, answers and is judged. */
export async function buildAndScreen({ turn, store }: Fixtures, { council }: People) {
    const sage_id = await makeActiveSage(council);
    const candidate = { name: 'Ada', email: `${crypto.randomUUID()}@example.test` };
    const invited = council.send('POST', '/screens', { sage_id, candidate, invite: true });
    const { screen, link } = (await expected(201, invited)).data;
    const id = String(screen.id);
    await answer(turn, new URL(link).pathname);
    const status = async () =>
        (await expected(200, council.get(`/screens/${id}`))).data.screen.status as string;
    await until('the answers are judged', async () => (await status()) === 'ss_evaluated');
    const [kept, ...more] = await answersOf(store.read, id);
    if (kept?.answer !== strongAnswer || more.length > 0) throw new Error('another answer was kept');
}

async function answer(turn: InTurn, path: string) {
    await expected(200, turn.get(path));
    await expected(303, turn.post(`${path}/start`, { consent: '1' }));
    await expected(200, turn.get(path));
    await expected(303, turn.post(`${path}/answer`, { criterion: 'debugging', text: strongAnswer }));
    const shown: string = await expected(200, turn.get(`${path}?q=1`));
    if (!shown.includes(strongAnswer)) throw new Error('what was answered is not shown');
    await expected(303, turn.post(`${path}/submit`, {}));
    await expected(200, turn.get(path));
}

const way = ['submit', 'approve', 'send', 'accept', 'close', 'pay'] as const;

/** A deal goes from its draft to paid, sent to customer's answer, by one move each. */
export async function sell({ turn }: Fixtures, { rep, boss }: People) {
    const draft = { customer_name: 'Customer', contact_name: 'Sam', contact_email: 'sam@example.test' };
    const made = rep.send('POST', '/deals', { ...draft, revenue: 12_500.5, commission: 1375.25 });
    const { id } = (await expected(201, made)).data.deal;
    let page = '';
    for (const name of way) {
        if (name === 'accept') await accept(turn, page);
        else {
            const by = moves[name].by === 'admin' ? boss : rep;
            const { link } = (await expected(200, by.send('POST', `/deals/${id}/${name}`))).data;
            if (link) page = new URL(link).pathname;
        }
    }
    const { history } = (await expected(200, boss.get(`/deals/${id}`))).data;
    const gone = (history as { move: string }[]).map(({ move }) => move).join();
    if (gone !== ['create', ...way].join()) throw new Error(`the moves were ${gone}`);
}

async function accept(turn: InTurn, path: string) {
    await expected(200, turn.get(path));
    await expected(200, turn.post(`${path}/accept`, { confirm: '1' }));
}

/** A user forgets their password: the link works once, and neither the old password nor a session outlives it. */
export async function forget({ turn, store, arrivals }: Fixtures, login: string) {
    const { email } = await join(store, login, 'sage_author');
    const before = await turn.logIn({ login, password });
    await onBoth(200, () => before.get('/session'));
    const action = await publicActions(turn);
    await expected(200, action('svc_request_password_reset', { login }));
    const link = await linkFor(arrivals, email);
    const another = `another ${password}`;
    const chosen = { ...link, new_password: another, confirm_password: another };
    await expected(200, turn.get(`/reset-password?${encode({ key: link.reset_key, login })}`));
    await expected(200, action('svc_reset_password', chosen));
    await onBoth(400, () => action('svc_reset_password', chosen));
    await onBoth(401, () => before.get('/session'));
    await onBoth(401, () => tryLogin(turn, { login, password }));
    await onBoth(200, () => tryLogin(turn, { login, password: another }));
}

type Asking = Parameters<typeof expected>[1];

/** Two requests in a row, of which each node has one. */
async function onBoth(status: number, ask: () => Asking) {
    await expected(status, ask());
    await expected(status, ask());
}

const tryLogin = (turn: InTurn, user: { login: string; password: string }) =>
    turn.ask({
        method: 'POST',
        url: `${paths.rest}/login`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(user)
    });

/** What can be posted without a login, with a nonce of one of the nodes. */
async function publicActions(turn: InTurn) {
    const { data } = await expected(401, turn.get(`${paths.rest}/session`));
    const { reset_password_nonce } = data.nonces;
    return (action: string, fields: Record<string, string>) =>
        turn.post(`${paths.ajax}?action=${action}&nonce=`, {
            action,
            reset_password_nonce,
            recaptcha_token: 'none',
            ...fields
        });
}
