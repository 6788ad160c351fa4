// Logging in and out, passwords, and the profiles of users.
import { createUser, findUser, findUserById } from '../../../db/accounts/users.ts';
import { hashPassword } from '../../../db/accounts/passwords.ts';
import { eq } from '../../../db/store/drizzle.ts';
import { askEmailChange, pendingChanges } from '../../../db/accounts/pending-changes.ts';
import { linkToken } from '../../../db/accounts/tokens.ts';
import { issueReset, passwordResets } from '../../../db/accounts/password-resets.ts';
import { openSession } from '../../../db/accounts/sessions.ts';
import { nonceFor } from '../../../plugins/surfaces/auth/nonces.ts';
import { secrets } from '../../support/people/roles.ts';
import type { Table } from '../calls.ts';
import type { Fixtures } from '../fixtures.ts';

export const accounts: Table = {
    'post /rest/svc/v1/login': {
        endsSession: true, // the one that the browser had
        about: async (fixtures) => ({ json: await visitor(fixtures) })
    },
    'post /rest/svc/v1/logout': { endsSession: true },
    'get /rest/svc/v1/challenge': { sent: { query: '?action=intake' } },
    'patch /rest/svc/v1/profile/first-steps': { sent: { json: { tour_done: true } } },
    'get /rest/svc/v1/sessions': {
        about: async (fixtures, owner) => ({ mark: await sessionOf(fixtures, owner) })
    },
    'post /rest/svc/v1/sessions/{id}/revoke': {
        about: async (fixtures, owner) => ({ params: { id: await sessionOf(fixtures, owner) } })
    },
    'get /verify/{key}': { about: changing },
    'post /verify/{key}': { about: changing },
    'get /avatars/{id}': { about: (_, id) => ({ params: { id } }) },
    'post /_actions/svc_update_profile': { about: (_, user_id) => ({ form: { user_id, bio: 'I sell.' } }) },
    'post /_actions/svc_request_password_reset': {
        about: (fixtures) => ({ form: { ...publicNonce(fixtures), recaptcha_token: 'x', login: 'stranger' } })
    },
    'post /_actions/svc_reset_password': { about: resetting }
};

const publicNonce = ({ testApp }: Fixtures) => ({
    reset_password_nonce: nonceFor(secrets.nonce, 'reset_password_nonce', undefined, testApp.now())
});

/** A visitor with a password. */
async function visitor({ testApp: { store, now } }: Fixtures) {
    const [login, password] = ['visitor', 'a good long password'];
    if (!(await findUser(store.read, login))) {
        const passwordHash = await hashPassword(password);
        const user = { login, email: 'visitor@example.test', passwordHash, role: 'power_user' } as const;
        await store.write((tx) => createUser(tx, user, now()));
    }
    return { login, password };
}

async function sessionOf({ testApp: { store, now } }: Fixtures, owner: number) {
    const { id } = await store.write((tx) => openSession(tx, owner, { at: now(), remember: false }));
    return id.slice(0, 16);
}

/** A change of this user's address that waits for its link. */
async function changing({ testApp: { store, now } }: Fixtures, owner: number) {
    const user = await findUserById(store.read, owner);
    if (!user) throw new Error('the user is gone');
    const email = `${crypto.randomUUID()}@example.test`;
    await store.write((tx) => askEmailChange(tx, user, email, { secret: secrets.links, at: now() }));
    const [change] = await store.read
        .select({ id: pendingChanges.id })
        .from(pendingChanges)
        .where(eq(pendingChanges.newEmail, email));
    return { params: { key: linkToken(secrets.links, 'verify', change?.id ?? '', 1) }, form: {} };
}

async function resetting(fixtures: Fixtures) {
    const { store, now } = fixtures.testApp;
    const user = await findUserById(store.read, fixtures.stranger.id);
    if (!user) throw new Error('the stranger is gone');
    await store.write((tx) => issueReset(tx, user, { secret: secrets.links, at: now() }));
    const [{ issue } = { issue: 0 }] = await store.read.select().from(passwordResets);
    const password = 'quite another password';
    return {
        form: {
            ...publicNonce(fixtures),
            recaptcha_token: 'x',
            login: user.login,
            reset_key: linkToken(secrets.links, 'reset', String(user.id), issue),
            new_password: password,
            confirm_password: password
        }
    };
}
