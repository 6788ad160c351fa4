import { type Capability, capabilitiesOf, holdsAny, type Role, roleNames } from './capabilities.ts';
import { code, enumText, json, nullable, others, plain, serial, text, time } from '../store/columns.ts';
import { and, asc, eq, inArray, isNull, sql, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { canonical } from '../store/folding.ts';
import { findBy, query } from '../store/query.ts';
import { type Done, record } from '../record/audit.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';

/** When a user is emailed about answers that wait for a review. */
export const reviewMails = ['at_once', 'daily', 'never'] as const;

/** When a user is emailed about deals and enquiries: within ten minutes, or never. */
export const newsMails = ['soon', 'never'] as const;

/** What separates the cells of CSV files that a user downloads; with semicolons, numbers have a decimal comma. */
export const csvSeparators = ['comma', 'semicolon'] as const;

/** `default` shows the initials. */
export const avatarTypes = ['default', 'upload', 'gravatar'] as const;

export type UserRow = typeof users.$inferSelect;

export const users = sqliteTable(
    'users',
    {
        id: serial(),
        login: text(others),
        email: text(others),
        displayName: text(others),
        passwordHash: code(),
        role: enumText(...roleNames),
        grants: json<Capability[]>(plain),
        firstName: text(others).default(''),
        lastName: text(others).default(''),
        bio: text(others).default(''),
        phone: text(others).default(''),
        linkedin: text(others).default(''),
        whatsapp: text(others).default(''),
        candidateMessage: text(others).default(''), // shown to those who are invited to a sage of this user
        avatarType: enumText(...avatarTypes).default('default'),
        reviewMails: enumText(...reviewMails).default('daily'),
        workMails: enumText(...newsMails).default('soon'), // about work for the user
        outcomeMails: enumText(...newsMails).default('soon'), // about what became of the user's work
        csvSeparator: enumText(...csvSeparators).default('comma'),
        reviewMailAt: nullable.time(), // when the next is due
        lastSplashSeenId: nullable.integer(), // ss_last_splash_seen_id
        tourDoneAt: nullable.time(), // when the tour of the console was ended
        checklist: json<string[]>(plain).default([]), // the first steps that the user has ticked off
        disabledAt: nullable.time(),
        createdAt: time()
    },
    (t) => [
        uniqueIndex('users_login').on(sql`lower(${t.login})`),
        uniqueIndex('users_email').on(sql`lower(${t.email})`)
    ]
);

/** When the first user was created, from when a store has something to lose; undefined where there is none yet. */
export async function firstUserAt(on: Reader) {
    const [first] = await on
        .select({ at: users.createdAt })
        .from(users)
        .orderBy(asc(users.createdAt))
        .limit(1);
    return first?.at;
}

export interface NewUser {
    login: string;
    email: string;
    displayName?: string;
    passwordHash: string;
    role: Role;
    grants?: Capability[];
}

/** Creates a user. Refuses: wrong_state when another user has the login or the address. */
export async function createUser(tx: Tx, user: NewUser, at: number) {
    assertPlain(user);
    // A login that equals another user's address would identify two users.
    if (await findUser(tx, user.login)) throw taken('login');
    if (await findUser(tx, user.email)) throw taken('email');
    const [made] = await tx
        .insert(users)
        .values({
            ...user,
            displayName: user.displayName ?? user.login,
            grants: user.grants ?? [],
            createdAt: at
        })
        .onConflictDoNothing()
        .returning();
    if (!made) throw taken();
    return made;
}

/** The same, with the user who is responsible for it. */
export async function addUser(tx: Tx, user: NewUser, { by, at }: Done) {
    const made = await createUser(tx, user, at);
    await record(tx, { by, act: 'user.add', target: targetOf(made), after: accessIn(made), at });
    return made;
}

/** As the audit log names them. */
export const targetOf = ({ id }: Pick<UserRow, 'id'>) => `user:${id}`;

/** The id in such a name; 0 in any other. */
export const userIn = (target: string | null) => Number(/^user:(\d+)$/.exec(target ?? '')?.[1] ?? 0);

/** A user's permissions, as the audit log writes them. */
export const accessIn = ({ role, grants }: Pick<UserRow, 'role' | 'grants'>) => [role, ...grants].join(' ');

/** The store ignores case only in ASCII letters: with others two users could share an address. */
const printable = /^[ -~]+$/;

function assertPlain({ login, email }: Pick<NewUser, 'login' | 'email'>) {
    if (!printable.test(login) || !printable.test(email))
        throw new Refusal(
            'invalid_field',
            'Use only plain letters, digits and symbols in the login and email address.'
        );
}

const taken = (field = '') =>
    new Refusal('wrong_state', 'This login or email address is already taken.', { field });

/**
 * Creates the first administrator. Refuses: wrong_state once there is any user, so that two
 * visitors of the setup page cannot both become one.
 */
export async function createFirstAdministrator(tx: Tx, user: Omit<NewUser, 'role'>, done: Done) {
    if (await hasUsers(tx))
        throw new Refusal('wrong_state', 'This server is already set up. Sign in instead.');
    return addUser(tx, { ...user, role: 'administrator' }, done);
}

const byLogin = query((on) =>
    on
        .select()
        .from(users)
        .where(
            sql`lower(${users.login}) = ${sql.placeholder('login')} or lower(${users.email}) = ${sql.placeholder('login')}`
        )
);

/** Finds a user by login or email address, ignoring case and what is not seen. */
export function findUser(on: Reader, login: string) {
    return byLogin.first(on, { login: canonical(login) });
}

/** Returns a user by login or email address. Refuses: not_found, also for a disabled user. */
export async function getActiveUser(on: Reader, login: string) {
    const user = await findUser(on, login);
    if (!user || user.disabledAt !== null) throw new Refusal('not_found', 'User not found.');
    return user;
}

export const findUserById = findBy(users, users.id);

/** These users, in the order of their ids. */
export async function findUsersById(on: Reader, ids: readonly number[]): Promise<UserRow[]> {
    if (ids.length === 0) return [];
    return on
        .select()
        .from(users)
        .where(inArray(users.id, [...ids]))
        .orderBy(asc(users.id));
}

/** The names of these users, by their ids. */
export async function namesById(on: Reader, ids: readonly number[]) {
    const known = await findUsersById(
        on,
        Array.from(new Set(ids)).filter((id) => id > 0)
    );
    return new Map(known.map(({ id, displayName }) => [id, displayName]));
}

const active = query((on) =>
    on
        .select({ id: users.id, role: users.role, grants: users.grants })
        .from(users)
        .where(and(eq(users.id, sql.placeholder('id')), isNull(users.disabledAt)))
);

/** Returns an active user with their current capabilities, or undefined. */
export async function findHolder(on: Reader, id: number) {
    const user = await active.first(on, { id });
    return user && { id: user.id, capabilities: capabilitiesOf(user) };
}

/** Refuses: not_found. */
export async function getUserById(on: Reader, id: number) {
    const user = await findUserById(on, id);
    if (!user) throw new Refusal('not_found', 'User not found.');
    return user;
}

export async function hasUsers(on: Reader) {
    return (await on.select({ id: users.id }).from(users).limit(1)).length > 0;
}

/** Returns the public fields of a user, with their capabilities. */
export function describeUser(user: UserRow) {
    const { id, login, email, role } = user;
    return { id, login, email, role, capabilities: capabilitiesOf(user), disabled: user.disabledAt !== null };
}

export function listUsers(on: Reader) {
    return on.select().from(users).orderBy(asc(users.id));
}

/** Returns the active users with any one of these capabilities. */
export async function activeHolders(on: Reader, ...any: readonly Capability[]) {
    const all = await listUsers(on);
    return all.filter((user) => user.disabledAt === null && holdsAny(capabilitiesOf(user), any));
}

/** Refuses: not_found; wrong_state when it would remove the last active administrator. */
export async function changeUser(tx: Tx, login: string, changes: Partial<Omit<UserRow, 'id'>>) {
    const user = await findUser(tx, login);
    if (!user) throw new Refusal('not_found', 'User not found.');
    const changed = { ...user, ...changes };
    const steppedDown = isAdministrator(user) && !isAdministrator(changed);
    if (steppedDown && (await listUsers(tx)).filter(isAdministrator).length === 1)
        throw new Refusal('wrong_state', 'The last active administrator cannot be removed.');
    await tx.update(users).set(changes).where(eq(users.id, user.id));
    return changed;
}

const isAdministrator = (user: UserRow) =>
    user.disabledAt === null && capabilitiesOf(user).includes('ss_admin_all');
