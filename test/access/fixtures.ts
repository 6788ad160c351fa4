// The test app for a group of routes: its people, its machines, and another user who owns the foreign objects.
import type { ExecutionContext } from 'ava';
import { eq } from '../../db/store/drizzle.ts';
import { issueToken, touchToken } from '../../db/accounts/service-tokens.ts';
import { createUser, findUserById, type UserRow, users } from '../../db/accounts/users.ts';
import { type Client, type Person, roles } from '../support/people/roles.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import { claimsOf, signed } from '../support/clients/tokens.ts';
import { versionOf } from '../support/stores/whole-store.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';
import { people, scopes } from './askers.ts';

export type Fixtures = Awaited<ReturnType<typeof createFixtures>>;

const limits = 'ACTIONS LOGIN LOGIN_ADDRESS RESET RESET_ADDRESS';
const noLimits = Object.fromEntries(limits.split(' ').map((name) => [`RATE_${name}`, '0']));

interface Setting {
    env?: Record<string, string>;
    /** There are no users yet. */
    empty?: boolean;
}

/** No limit applies to the callers, and there is no human check. */
export async function createFixtures(t: ExecutionContext, { env = {}, empty = false }: Setting = {}) {
    const testApp = await createTestApp(t, {
        env: { ...noLimits, HUMAN_CHECK: 'off', UNDO_MINUTES: '5', ...env },
        rates: { intake: 0, demo: 0, demoUnknown: 0 },
        credits: 10_000
    });
    const stranger = empty ? { id: 0 } : await ownerOfTheRest(testApp);
    const clients = new Map<Person, Client>();
    const login = async (person: Person) => {
        const client = await testApp.as(person);
        clients.set(person, client);
        return client;
    };
    if (!empty) for (const person of people) await login(person);
    const tokens = new Map<string, string>();
    for (const scope of scopes) tokens.set(scope, await tokenFor(testApp, scope));
    let sage: ReturnType<typeof withActiveSage> | undefined;
    return {
        testApp,
        stranger,
        /** Logs this person in once more: their session was ended. */
        login,
        client: (person: Person) => known(clients, person),
        token: (scope: string) => known(tokens, scope),
        jwt: (person: Person) => signed(claimsOf(known(clients, person).user.id, testApp.now())),
        /** A sage that was built, tested and activated; the same for all who ask. */
        provedSage: async () => (await (sage ??= withActiveSage(testApp))).sage,
        /** Writes a row of `users` past every rule. */
        change: (id: number, changes: Partial<UserRow>) =>
            testApp.store.write(
                async (tx) => void (await tx.update(users).set(changes).where(eq(users.id, id)))
            ),
        user: (person: Person) => findUserById(testApp.store.read, known(clients, person).user.id),
        /** Another number whenever something was written. */
        written: () => versionOf(testApp.store),
        /** Writes what is deferred: it goes before the next write. */
        settle: () => testApp.store.write(async () => undefined)
    };
}

function known<K, V>(map: ReadonlyMap<K, V>, key: K) {
    const value = map.get(key);
    if (value === undefined) throw new Error(`${String(key)} is not in these fixtures`);
    return value;
}

function ownerOfTheRest({ store, now }: TestApp) {
    const person = {
        login: 'stranger',
        email: 'stranger@example.test',
        passwordHash: '-',
        role: roles.administrator
    };
    return store.write((tx) => createUser(tx, person, now()));
}

/** Used once already, so that a refused call of it writes nothing at all. */
const tokenFor = ({ store, now }: TestApp, scope: string) =>
    store.write(async (tx) => {
        const { id, token } = await issueToken(tx, { name: scope, scopes: [scope], at: now() });
        await touchToken(tx, id, now());
        return token;
    });
