// Users as those who run the installation see them: who there is, since when they are logged in, and inviting more.
import { audit, type Done, record } from '../record/audit.ts';
import type { Capability, Role } from './capabilities.ts';
import { issueInvitation } from './password-resets.ts';
import { nobodysHash } from './passwords.ts';
import { sessions } from './sessions.ts';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from '../store/drizzle.ts';
import { folded, holdsText, listRows, type Rows } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';
import { accessIn, createUser, targetOf, type UserRow, users } from './users.ts';

export interface PeopleFilter {
    q?: string | undefined;
    role?: Role | undefined;
    state?: 'active' | 'disabled' | undefined;
    sort?: PeopleOrder | undefined;
}

const orders = { name: users.displayName, role: users.role, added: users.createdAt };
type OrderName = keyof typeof orders;
export type PeopleOrder = OrderName | `-${OrderName}`;
const names = Object.keys(orders) as OrderName[];
export const peopleOrders: readonly PeopleOrder[] = [...names, ...names.map((name) => `-${name}` as const)];

/** One page of the users, and how many there are. */
export function listPeople(on: Reader, { q = '', role, state, sort = 'name', ...rows }: PeopleFilter & Rows) {
    const { displayName, login, email, disabledAt } = users;
    const named = or(holdsText(displayName, q), holdsText(login, q), holdsText(email, q));
    const where = and(
        q === '' ? undefined : named,
        role === undefined ? undefined : eq(users.role, role),
        state && (state === 'disabled' ? isNotNull(disabledAt) : isNull(disabledAt))
    );
    return listRows(on, users, { where, order: [orderOf(sort), asc(users.id)], ...rows });
}

function orderOf(sort: PeopleOrder): SQL {
    const name = sort.replace('-', '') as OrderName;
    const column = name === 'added' ? orders[name] : folded(orders[name]);
    return sort.startsWith('-') ? desc(column) : asc(column);
}

/** When these users opened the newest of their sessions that are open still, by their ids. */
export async function loginsOf(on: Reader, ids: readonly number[], at: number) {
    if (ids.length === 0) return new Map<number, number>();
    const rows = await on
        .select({ id: sessions.userId, since: sql<number>`max(${sessions.createdAt})` })
        .from(sessions)
        .where(and(inArray(sessions.userId, [...ids]), gt(sessions.expiresAt, at)))
        .groupBy(sessions.userId);
    return new Map(rows.map(({ id, since }) => [id, since]));
}

interface Invitation {
    login: string;
    email: string;
    displayName?: string | undefined;
    role: Role;
    grants?: Capability[] | undefined;
}

interface Inviting extends Done {
    /** The key that links are derived with. */
    secret: string;
    /** The name of the inviting user, for the email. */
    inviter: string;
}

/** Creates a user without a password, and emails them a link to choose one. Refuses: wrong_state when the name is taken. */
export async function inviteUser(tx: Tx, { displayName, grants, ...invited }: Invitation, link: Inviting) {
    const { by, at } = link;
    const known = { ...(displayName && { displayName }), ...(grants && { grants }) };
    const user = await createUser(tx, { ...invited, ...known, passwordHash: nobodysHash() }, at);
    await record(tx, { by, act: 'user.invite', target: targetOf(user), after: accessIn(user), at });
    await issueInvitation(tx, user, link);
    return user;
}

/** Whether an email reaches this user: the address of an invited one is unconfirmed until they use the link to choose a password. */
export async function isAddressConfirmed(on: Reader, user: Pick<UserRow, 'id'>) {
    const [last] = await on
        .select({ act: audit.act })
        .from(audit)
        .where(and(eq(audit.target, targetOf(user)), inArray(audit.act, ['user.invite', 'user.password'])))
        .orderBy(desc(audit.id))
        .limit(1);
    return last?.act !== 'user.invite';
}

/** Emails another link to choose a password and voids the earlier ones. Refuses: wrong_state for a disabled account. */
export async function inviteAgain(tx: Tx, user: UserRow, link: Inviting) {
    if (user.disabledAt !== null)
        throw new Refusal('wrong_state', 'This account is disabled. Enable it before you send a link.');
    const { by, at } = link;
    await record(tx, { by, act: 'user.link', target: targetOf(user), at });
    await issueInvitation(tx, user, link);
}
