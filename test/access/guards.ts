// What stops even callers with access: no nonce, a page of another site, a lost role or a removed user.
import { nonceFor, type NonceName } from '../../plugins/surfaces/auth/nonces.ts';
import type { UserRow } from '../../db/accounts/users.ts';
import { ask, encode, type Person, roles, secrets } from '../support/people/roles.ts';
import { paths } from '../support/clients/client.ts';
import { type About, actionOf, badgeOf, type Call, call, isWrite, nonceOf, usualNonce } from './calls.ts';
import { type Asker, askers, nobody } from './askers.ts';
import { isLetIn, type Setting, statusOf } from './matrix.ts';
import type { Fixtures } from './fixtures.ts';

/** An error in a call that is right otherwise, and the status that it gets. */
export interface Flaw {
    name: string;
    status: number;
    code?: string;
    call?: Partial<Call>;
    /** What happens to the user in the middle of their session. */
    change?: Partial<UserRow>;
}

const nonceNames: readonly NonceName[] = [
    'svc_frontend_nonce',
    'svc_admin_nonce',
    'svc_sales_calc',
    'svc_rest',
    'reset_password_nonce'
];

const adminActions = ['svc_toggle_demo_key', 'svc_toggle_sage_status', 'skip_testing_update_step'];

/** The nonces that a write of a session takes. */
export function noncesFor(key: string): NonceName[] {
    const name = actionOf(key);
    if (name)
        return ['svc_frontend_nonce', ...(adminActions.includes(name) ? ['svc_admin_nonce' as const] : [])];
    return ['svc_rest', ...(/\/v1\/deals(\/|$)/.test(key) ? ['svc_sales_calc' as const] : [])];
}

/** Whether any logged-in user sends a nonce along. Pages that show again what was typed write nothing and ask for none. */
export const isBySession = (key: string, asker: Asker) =>
    asker.by === 'session' && / \/(rest|_actions)\//.test(key) && statusOf(key, nobody) === '401';

/** A caller with access: a person, if possible without all rights, or a machine; a visitor where the route is open. */
export function insider(key: string, setting: Setting = 'own'): Asker {
    const mayAll = (asker: Asker) =>
        ('person' in asker && asker.person === 'administrator') ||
        ('scope' in asker && asker.scope !== 'tool:*');
    const sorted = askers.toSorted((a, b) => Number(mayAll(a)) - Number(mayAll(b)));
    const found = sorted.find((asker) => isLetIn(key, asker, setting));
    return found && isLetIn(key, nobody, setting) ? nobody : (found ?? nobody);
}

export function flawsOf(fixtures: Fixtures, key: string, asker: Asker): Flaw[] {
    const isForBrowsers = !/ \/(pl|tools|mcp)(\/|$)/.test(key);
    const isWriteOfSession = isWrite(key) && isBySession(key, asker);
    return [
        ...(isWrite(key) && isForBrowsers ? fromElsewhere : []),
        ...(isWrite(key) && isForBrowsers && !/ \/(screen\/(?!demo\/)|deal\/)/.test(key)
            ? [foreign({ origin: 'null' })]
            : []),
        ...(isWriteOfSession && 'person' in asker ? wrongNonces(fixtures, key, asker.person) : []),
        ...('person' in asker ? [gone(key)] : [])
    ];
}

const elsewhere = 'https://elsewhere.example';

const foreign = (headers: Record<string, string>): Flaw => ({
    name: JSON.stringify(headers),
    status: 403,
    code: 'forbidden',
    call: { headers }
});

const fromElsewhere: Flaw[] = [
    { origin: elsewhere },
    { origin: elsewhere, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' }
].map(foreign);

/** A disabled user gets the same answer as a visitor. */
const gone = (key: string): Flaw => ({
    name: 'disabled',
    status: Number.parseInt(statusOf(key, nobody)),
    code: 'not_logged_in',
    change: { disabledAt: 1 }
});

const day = 24 * 60 * 60_000;

function wrongNonces({ testApp, client }: Fixtures, key: string, person: Person): Flaw[] {
    const { actor } = client(person);
    const at = testApp.now();
    const usual = usualNonce(key);
    const others = nonceNames.filter((name) => !noncesFor(key).includes(name));
    const nonces: Record<string, string | undefined> = {
        'no nonce': undefined,
        'an empty nonce': '',
        'a guessed nonce': '0'.repeat(20),
        'of another session': nonceFor(secrets.nonce, usual, { ...actor, session: 'x' }, at),
        'of another user': nonceFor(secrets.nonce, usual, { ...actor, id: actor.id + 1 }, at),
        'of the day before': nonceFor(secrets.nonce, usual, actor, at - day),
        ...Object.fromEntries(others.map((name) => [name, nonceFor(secrets.nonce, name, actor, at)]))
    };
    return Object.entries(nonces).map(([name, nonce]) => ({
        name,
        status: 403,
        code: 'bad_nonce',
        call: { nonce }
    }));
}

/** Their role is taken away for one whose holders are refused here, where there is such a role. */
export function demotion(key: string, { by }: Asker, setting: Setting): Flaw | undefined {
    if (by !== 'session' && by !== 'jwt') return undefined;
    for (const asker of askers) {
        if (asker.by !== by || isLetIn(key, asker, setting)) continue;
        const status = Number.parseInt(statusOf(key, asker, setting));
        const role = roles[asker.person];
        const code = status === 404 ? 'not_found' : 'forbidden';
        return { name: `became ${role}`, status, code, change: { role, grants: [] } };
    }
    return undefined;
}

interface Right {
    key: string;
    asker: Asker;
    right: About | undefined;
}

/** A call that is right in all but this; answers what is not as it should be. */
export async function wrongWhen(fixtures: Fixtures, { key, asker, right = {} }: Right, flaw: Flaw) {
    const user = 'person' in asker ? fixtures.client(asker.person).user : undefined;
    if (user && flaw.change) await fixtures.change(user.id, flaw.change);
    await fixtures.settle();
    const before = await fixtures.written();
    const { statusCode, headers } = await call(fixtures, key, right, {
        badge: badgeOf(fixtures, asker),
        nonce: nonceOf(fixtures, key, asker),
        ...flaw.call
    });
    const wrote = (await fixtures.written()) !== before;
    if (user && flaw.change) await fixtures.change(user.id, rightsOf(user));
    const code = headers['x-svc-error'];
    const got = `${flaw.name}: ${statusCode} ${String(code)}`;
    return [
        ...(statusCode === flaw.status ? [] : [`${flaw.status} was expected: ${got}`]),
        ...(code === undefined || flaw.code === undefined || code === flaw.code ? [] : [got]),
        ...(wrote && !isRemembered(key, flaw) ? [`${flaw.name}: something was written`] : [])
    ];
}

const rightsOf = ({ role, grants }: UserRow) => ({ role, grants, disabledAt: null });

/** Who knocks at the staff's routes without the right to. */
const isRemembered = (key: string, { change }: Flaw) =>
    change?.role !== undefined && key.includes(` ${paths.rest}/admin/`);

/** An action by GET at both of its addresses, and at the one that it has inside. */
export async function wrongWays({ testApp: { server }, client }: Fixtures, name: string) {
    const { headers } = client('administrator');
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    const payload = encode({ action: name });
    return {
        byGet: await ask(server, { url: `${paths.ajax}?action=${name}&nonce=`, headers }),
        byGetAtItsOwn: await ask(server, { url: `${paths.ajax}/${name}`, headers }),
        inside: await ask(server, { method: 'POST', url: `/_actions/${name}`, headers: form, payload })
    };
}
