// P23: whatever fields come together, an address or a password counts by its link alone and touches no other field.
import { isDeepStrictEqual } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import sharp from 'sharp';
import { avatars } from '../../db/accounts/avatars.ts';
import { and, eq, sql } from '../../db/store/drizzle.ts';
import { query } from '../../db/store/query.ts';
import { linkToken } from '../../db/accounts/tokens.ts';
import { pendingChanges } from '../../db/accounts/pending-changes.ts';
import { type UserRow, users } from '../../db/accounts/users.ts';
import { accountApp, follow, updateProfile } from '../support/people/accounts.ts';
import { type Client, secrets } from '../support/people/roles.ts';
import { casesOr, seeded } from '../support/runs/size.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const cases = casesOr(600);
const taken = 'otherAuthor@example.test';

/** The plain fields, and the columns that they change. */
const columns = {
    first_name: 'firstName',
    last_name: 'lastName',
    display_name: 'displayName',
    bio: 'bio',
    phone: 'phone',
    linkedin: 'linkedin',
    whatsapp: 'whatsapp',
    candidate_message: 'candidateMessage'
} as const;

const maybe = <T>(value: fc.Arbitrary<T>, of = 1) =>
    fc.oneof({ weight: of, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const text = fc.constantFrom('', 'one', 'two', '<b>three</b>');
const number = fc.constantFrom('', '+49 30 123456', '12345');

const forms = fc.record({
    first_name: maybe(text),
    last_name: maybe(text),
    display_name: maybe(fc.constantFrom('Ada', 'Ada L.')),
    bio: maybe(text),
    phone: maybe(number),
    linkedin: maybe(fc.constantFrom('', 'https://www.linkedin.com/in/ada')),
    whatsapp: maybe(number),
    candidate_message: maybe(text),
    email: maybe(fc.constantFrom('a@example.test', 'b@example.test', 'C@example.test', taken)),
    password: maybe(fc.constantFrom('', '', 'one long secret', 'another long secret'), 4),
    reset_tour: maybe(fc.constant('1')),
    picture: maybe(fc.constant(true), 8)
});
type Form = typeof forms extends fc.Arbitrary<infer T> ? T : never;

/** What is done with the links of the mails: nothing, or they are followed. */
const afterwards = fc.constantFrom('ignored', 'followed');

const allUsers = query((on) => on.select().from(users).orderBy(users.login));
const allAvatars = query((on) => on.select().from(avatars).orderBy(avatars.userId));

/** All that could be touched. */
const everything = async ({ store }: TestApp) => ({
    users: await allUsers.all(store.read),
    avatars: await allAvatars.all(store.read)
});
type Everything = Awaited<ReturnType<typeof everything>>;

const given = (form: object) =>
    Object.fromEntries(
        Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    );

const changeUserIn = (all: Everything, id: number, changes: Partial<UserRow>): Everything => ({
    ...all,
    users: all.users.map((user) => (user.id === id ? { ...user, ...changes } : user))
});

/** What the rules say that this form changes at once, where it asks for no link. */
function savedBy({ reset_tour, picture, ...form }: Form): Partial<UserRow> {
    const plain = Object.entries(columns).flatMap(([field, column]) => {
        const value = form[field as keyof typeof columns];
        return value === undefined ? [] : [[column, value] as const];
    });
    return {
        ...Object.fromEntries(plain),
        ...(reset_tour && { tourDoneAt: null }),
        ...(picture && { avatarType: 'upload' })
    };
}

const waiting = query((on) =>
    on
        .select()
        .from(pendingChanges)
        .where(and(eq(pendingChanges.kind, sql.placeholder('kind')), eq(pendingChanges.state, 'waiting')))
);

/** Nothing is compared line by line unless it differs: that takes longer than the whole rest of a case. */
function areSame(t: ExecutionContext, one: unknown, other: unknown) {
    if (!isDeepStrictEqual(one, other)) t.deepEqual(one, other);
}

/** Follows the link that waits, if there is one; answers what it says that it changes. */
async function followed(
    testApp: TestApp,
    client: Client,
    kind: 'email' | 'password'
): Promise<Partial<UserRow>> {
    const change = await waiting.first(testApp.store.read, { kind });
    if (!change) return {};
    const link = new URL(`http://localhost/verify/${linkToken(secrets.links, 'verify', change.id, 1)}`);
    const done = await follow(testApp, link, client).then(
        () => true,
        () => false
    );
    if (!done) return {};
    return kind === 'email' ? { email: change.newEmail ?? '' } : { passwordHash: change.passwordHash ?? '' };
}

test(`in ${cases} forms an address or password changes only by its link [P23]`, async (t) => {
    const testApp = await accountApp(t, { RATE_ACTIONS: '0' });
    const author = await testApp.as('author');
    await testApp.as('otherAuthor');
    const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
    const file = new File([new Uint8Array(png)], 'me.png');
    const counted = { saved: 0, asked: 0, followed: 0 };

    const holds = fc.asyncProperty(forms, afterwards, async (form, then) => {
        const before = await everything(testApp);
        const user = before.users.find(({ id }) => id === author.user.id);
        const { picture, ...fields } = form;
        const sent = {
            ...given({ ...fields, password_confirm: fields.password }),
            ...(picture && { avatar_upload: file })
        };
        const { statusCode, body } = await updateProfile(testApp, author, sent);
        t.is(statusCode, 200);
        const isNewAddress =
            form.email !== undefined && form.email.toLowerCase() !== user?.email.toLowerCase();
        const asks = isNewAddress || Boolean(form.password);
        t.is(body.data.verification_required, asks);

        const after = await everything(testApp);
        const expected = asks ? before : changeUserIn(before, author.user.id, savedBy(form));
        areSame(t, after.users, expected.users);
        if (asks || !picture) areSame(t, after.avatars, before.avatars);
        counted[asks ? 'asked' : 'saved'] += 1;
        if (then === 'ignored') return;
        for (const kind of ['email', 'password'] as const) {
            const settled = await everything(testApp);
            const changes = await followed(testApp, author, kind);
            if ('email' in changes) t.not(changes.email?.toLowerCase(), taken.toLowerCase());
            areSame(t, await everything(testApp), changeUserIn(settled, author.user.id, changes));
            counted.followed += Object.keys(changes).length;
        }
    });
    await fc.assert(holds, { numRuns: cases, endOnFailure: true, ...seeded });
    t.log(`${counted.saved} saved, ${counted.asked} asked for a link, ${counted.followed} links followed`);
    t.true(Math.min(...Object.values(counted)) > cases / 10);
});
