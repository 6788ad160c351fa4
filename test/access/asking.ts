// Asks each route as every kind of caller, about their own object and a foreign one, and records each status.
import type { RequestRoute, Server } from '@hapi/hapi';
import type { ExecutionContext } from 'ava';
import { noPermission, unauthorized } from '../support/clients/backend.ts';
import { paths } from '../support/clients/client.ts';
import { createSage } from '../../db/council/edits.ts';
import { engineerFields } from '../support/fixtures/sages.ts';
import { type Asker, askers, nameOf, nobody } from './askers.ts';
import { type About, badgeOf, call, type Entry, nonceOf, ownAddressOf } from './calls.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { paragraphOf, type Setting, type Statuses, type Told } from './matrix.ts';
import { entries } from './routes/index.ts';

type Answer = Awaited<ReturnType<typeof call>>;
/** Who owns the object of a route: the caller or another user. */
type Whose = 'own' | 'foreign';

/** A route by the key of its paragraph, with what to ask of it. */
export interface Asked extends Pick<Entry, 'secret' | 'endsSession' | 'onlyFirst'> {
    key: string;
    about: NonNullable<Entry['about']>;
    /** Whether its object has an owner. */
    isOwned: boolean;
}

/** What each route of this server is asked, in the order of their keys. */
export const askedOf = (server: Server): Asked[] =>
    server
        .table()
        .map(toAsk)
        .toSorted((a, b) => (a.key < b.key ? -1 : 1));

/** An `about` that takes the owner makes what is theirs; so does a route that says which of its fields names a sage. */
export function toAsk({ method, path, settings: { app } }: RequestRoute): Asked {
    const key = `${method} ${path}`;
    const { sent, about, ...entry } = entries[key] ?? {};
    const nothing: Asked['about'] = () => ({});
    const make = about ?? (app?.owned === undefined ? nothing : newSage(key, app.owned));
    return {
        ...entry,
        key,
        isOwned: make.length > 1,
        about: async (fixtures, owner) => ({ ...(await make(fixtures, owner)), ...sent })
    };
}

const newSage =
    (key: string, name: string) =>
    async ({ testApp: { store, now } }: Fixtures, by: number): Promise<About> => {
        const { id } = await store.write((tx) => createSage(tx, engineerFields, { by, at: now() }));
        return key.includes(`{${name}}`) ? { params: { [name]: id } } : { form: { [name]: id } };
    };

/** Two test apps with the same data, and one without users, which a single route needs. */
export async function openSettings(t: ExecutionContext) {
    const fixtures = await createFixtures(t);
    return {
        server: fixtures.testApp.server,
        all: cellAsker(fixtures),
        narrow: cellAsker(await createFixtures(t, { env: { SAGE_ACCESS: 'owner' } })),
        empty: async () => cellAsker(await createFixtures(t, { empty: true }))
    };
}
type Settings = Awaited<ReturnType<typeof openSettings>>;

/** The same at each of its addresses: an action has two. */
export function atEachAddress(asked: Asked): Asked[] {
    const own = ownAddressOf(asked.key);
    return own === undefined ? [asked] : [asked, { ...asked, key: own }];
}

/** The status that each caller gets at a route, and what is wrong whatever is recorded. */
export async function askRoute(settings: Settings, asked: Asked) {
    const { told, faults } = await askAt(settings, asked);
    for (const there of atEachAddress(asked).slice(1)) {
        const { told: also, faults: more } = await askAt(settings, there);
        const isSame = paragraphOf('', told) === paragraphOf('', also);
        faults.push(...more, ...(isSame ? [] : [`${there.key} tells something else than ${asked.key}`]));
    }
    return { told, faults };
}

async function askAt({ all, narrow, empty }: Settings, asked: Asked) {
    const faults: string[] = [];
    const told: Told = {};
    const ask = async (setting: Setting, askAs: CellAsker, whose: Whose, some: readonly Asker[] = askers) => {
        const statuses: Statuses = new Map();
        for (const asker of some) {
            const outcome = await askAs({ asked, asker, whose });
            statuses.set(asker, statusOf(outcome));
            const fault = faultOf(asked.key, outcome);
            if (fault) faults.push(`${asked.key}: ${nameOf(asker)}${setting && `, ${setting}`}: ${fault}`);
        }
        told[setting] = statuses;
    };
    await ask('', all, 'foreign');
    if (asked.isOwned || asked.secret) await ask('own', all, 'own');
    if (asked.isOwned) {
        await ask('owner', narrow, 'foreign');
        await ask('owner, own', narrow, 'own');
    }
    if (asked.onlyFirst) await ask('first', await empty(), 'own', [nobody]);
    return { told, faults };
}

interface Cell {
    asked: Asked;
    asker: Asker;
    whose: Whose;
}

interface Outcome {
    answer: Answer;
    mark: string | undefined;
    wrote: boolean;
}

type CellAsker = (cell: Cell) => Promise<Outcome>;

/** Asks cells of these fixtures. What a refused call was about is kept for the next: refused, it is as it was. */
function cellAsker(fixtures: Fixtures): CellAsker {
    const kept = new Map<string, About>();
    return async (cell) => {
        const { asked, asker } = cell;
        const { key } = asked;
        const owner = ownerOf(fixtures, cell);
        const about = kept.get(`${key} ${owner}`) ?? (await asked.about(fixtures, owner));
        kept.set(`${key} ${owner}`, about);
        await fixtures.settle();
        const before = await fixtures.written();
        const sent = cell.whose === 'foreign' ? withWrongSecret(about, asked.secret) : about;
        const nonce = nonceOf(fixtures, key, asker);
        const answer = await call(fixtures, key, sent, { badge: badgeOf(fixtures, asker), nonce });
        const wrote = (await fixtures.written()) !== before;
        if (wrote) kept.delete(`${key} ${owner}`);
        if (asked.endsSession && asker.by === 'session') await fixtures.login(asker.person);
        return { answer, mark: about.mark, wrote };
    };
}

/** Who knows a secret is never asked whose it is about. */
function ownerOf({ stranger, client }: Fixtures, { asked, asker, whose }: Cell) {
    const isOwn = whose === 'own' && 'person' in asker && !asked.secret;
    return isOwn ? client(asker.person).user.id : stranger.id;
}

/** Of the same shape as the right one. */
function withWrongSecret(about: About, secret: string | undefined): About {
    if (!secret) return about;
    const right = String(about.params?.[secret]);
    return { ...about, params: { ...about.params, [secret]: '0'.repeat(right.length) } };
}

const codes: Record<number, string> = { 401: 'not_logged_in', 403: 'forbidden', 404: 'not_found' };

/** The status; with `-` where a list leaves the object out, with `>` where it leads to the login. */
function statusOf({ answer, mark }: Outcome) {
    const { statusCode, body } = answer;
    const isLeftOut = mark !== undefined && statusCode < 300 && !JSON.stringify(body).includes(mark);
    return `${statusCode}${isLeftOut ? '-' : ''}${leadsToLogin(answer) ? '>' : ''}`;
}

const leadsToLogin = ({ headers }: Answer) => String(headers['location']).startsWith('/login');

/**
 * What is wrong with a refusal: it has not the form of its surface, or has written something. Who knocks at the staff's
 * routes is remembered, and a confirmed change of an account leads to the login.
 */
function faultOf(key: string, { answer, wrote }: Outcome) {
    const { statusCode, headers, body } = answer;
    const isTold = statusCode in codes;
    if (!isTold && statusCode !== 400 && !(leadsToLogin(answer) && key !== 'post /verify/{key}'))
        return undefined;
    const isRight = refusals.find(({ surface }) => surface.test(key))?.isRight({ statusCode, headers, body });
    if (isTold && !isRight) return `${statusCode} ${JSON.stringify(body).slice(0, 200)}`;
    const isRemembered = statusCode === 403 && key.includes(` ${paths.rest}/admin/`);
    return wrote && !isRemembered ? 'a refused call has written something' : undefined;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What a refusal of each surface looks like; the first that fits the key of a route is its surface. */
const refusals: {
    surface: RegExp;
    isRight: (answer: Pick<Answer, 'statusCode' | 'headers' | 'body'>) => boolean;
}[] = [
    {
        surface: new RegExp(` (${paths.rest}|/_actions|${paths.ajax})/`),
        isRight: ({ headers, statusCode }) => headers['x-svc-error'] === codes[statusCode]
    },
    {
        surface: / \/pl\//,
        isRight: ({ statusCode, body }) =>
            statusCode === 404
                ? body.error === 'Not Found'
                : same(body, statusCode === 401 ? unauthorized : noPermission)
    },
    {
        surface: / \/(tools|mcp)(\/|$)/,
        isRight: ({ statusCode, body }) =>
            statusCode === 401 ? same(body, { error: 'Unauthorized' }) : body.error === 'Unknown tool'
    },
    { surface: /./, isRight: ({ headers }) => String(headers['content-type']).startsWith('text/html') }
];
