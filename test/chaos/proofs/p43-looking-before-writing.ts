// P43: rules that look before they write, by two stores on one database at once.
import { changeUser, createUser, listUsers } from '../../../db/accounts/users.ts';
import { createSplash, splashes } from '../../../db/sales/splashes.ts';
import { auditCredits, credits, grantCredits, holdCredits } from '../../../db/accounts/credits.ts';
import { ensureInstallation } from '../../../db/installation/installation.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { eq } from '../../../db/store/drizzle.ts';
import { openStoreAt, type Store, type Tx } from '../../../db/store/index.ts';
import { openDatabase } from '../databases.ts';
import { none, type Proof, without } from '../proof.ts';

type Stores = readonly [Store, Store];

const covered = 20;

export const proof: Proof = {
    name: 'P43',
    promise: 'What a rule has looked at is still so when it has written, whichever node writes beside it.',
    rounds: { short: 6, long: 200 },
    async run({ rounds, report }) {
        const database = await openDatabase();
        const open = () => openStoreAt({ file: '', database: { url: database.url, named: true } });
        const stores = [await open(), await open()] as const;
        const wrong = { holds: 0, administrators: 0, names: 0, banners: 0 };
        try {
            await stores[0].write(ensureInstallation);
            for (let round = 0; round < rounds; round += 1) {
                wrong.holds += await holdsTooMany(stores, round);
                wrong.administrators += await leavesNone(stores, round);
                wrong.names += await sharesName(stores, round);
                wrong.banners += await showsSeveral(stores, round);
                report(round + 1, rounds);
            }
            const books = (await auditCredits(stores[0].read)).length;
            return [
                { count: rounds, of: 'rounds' },
                none('credits held beyond those there were', wrong.holds),
                none('faults in the books', books),
                none('rounds without an administrator', wrong.administrators),
                none('names of two people', wrong.names),
                none('rounds with other than one banner', wrong.banners)
            ];
        } finally {
            for (const store of stores) await store.close();
            await database.remove();
        }
    },
    sabotages: [
        without('SERIALIZABLE', {
            file: 'db/store/postgres/transaction.ts',
            find: '"begin isolation level serializable; set local idle',
            replace: '"begin isolation level repeatable read; set local idle'
        })
    ]
};

/** Writes by both stores in turn, at once. A rule may refuse; anything else fails the proof. */
async function atOnce(stores: Stores, works: readonly ((tx: Tx) => Promise<unknown>)[]) {
    const ended = await Promise.allSettled(works.map((work, i) => stores[i % 2 === 0 ? 0 : 1].write(work)));
    for (const one of ended)
        if (one.status === 'rejected' && !(one.reason instanceof Refusal)) throw one.reason;
    return ended.filter(({ status }) => status === 'fulfilled').length;
}

/** Twice as many holds as there are credits for. */
async function holdsTooMany(stores: Stores, round: number) {
    const grant = { reference: `grant:${round}`, amount: covered, reason: 'For the proof', at: round };
    await stores[0].write((tx) => grantCredits(tx, grant));
    const holds = Array.from(
        { length: 2 * covered },
        (_, i) => (tx: Tx) => holdCredits(tx, `hold:${round}:${i}`, 1, { by: null, at: round })
    );
    await atOnce(stores, holds);
    const entries = await stores[0].read.select().from(credits).where(eq(credits.kind, 'hold'));
    return Math.max(0, entries.length - covered * (round + 1));
}

const person = (login: string, email: string, role: 'administrator' | 'support') => (tx: Tx) =>
    createUser(tx, { login, email, passwordHash: '-', role }, 1);

/** The two administrators step down at once: one must stay. */
async function leavesNone(stores: Stores, round: number) {
    const pair = [`a${round}`, `b${round}`];
    for (const login of pair) await stores[0].write(person(login, `${login}@example.test`, 'administrator'));
    const isOne = ({ role, disabledAt }: { role: string; disabledAt: number | null }) =>
        role === 'administrator' && disabledAt === null;
    const stepDown = (login: string) => (tx: Tx) => changeUser(tx, login, { role: 'support' });
    for (const { login } of (await listUsers(stores[0].read)).filter(isOne))
        if (!pair.includes(login)) await stores[0].write(stepDown(login));
    await atOnce(stores, pair.map(stepDown));
    return (await listUsers(stores[0].read)).some(isOne) ? 0 : 1;
}

/** One takes as a login what the other takes as an address. */
async function sharesName(stores: Stores, round: number) {
    const name = `n${round}@example.test`;
    const made = await atOnce(stores, [
        person(`m${round}`, name, 'support'),
        person(name, `k${round}@example.test`, 'support')
    ]);
    return made > 1 ? 1 : 0;
}

async function showsSeveral(stores: Stores, round: number) {
    const texts = { title: 't', subtitle: '', content: '', ctaText: '', ctaLink: '', imageUrl: '' };
    const publish = (tx: Tx) =>
        createSplash(tx, { ...texts, published: true }, { by: { name: 'proof' }, at: round });
    await atOnce(
        stores,
        Array.from({ length: 6 }, () => publish)
    );
    const shown = await stores[0].read.select().from(splashes).where(eq(splashes.published, true));
    return shown.length === 1 ? 0 : 1;
}
