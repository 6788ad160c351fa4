// P22: 50 people race with one link for a new password: one wins, one password is set, one mail tells of it.
import PostalMime from 'postal-mime';
import { eq } from '../../../db/store/drizzle.ts';
import { isPassword } from '../../../db/accounts/passwords.ts';
import { openSession, sessions } from '../../../db/accounts/sessions.ts';
import type { Store } from '../../../db/store/index.ts';
import { createUser, findUserById } from '../../../db/accounts/users.ts';
import { openMailServer } from '../../doubles/mail-server.ts';
import { until } from '../../support/servers/process.ts';
import { waitingJobs } from '../campaign.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { linkFor } from '../mailed-link.ts';
import { none, type Proof, type Trial } from '../proof.ts';
import { openForms, type PublicForms, type Said, unguarded } from '../public-forms.ts';

const racers = 50;
const won = '{"success":true,"data":{"message":"Your password was changed. You can log in with it now."}}';
const lost = '{"success":false,"data":{"message":"This reset link is invalid or has expired."}}';

export const proof: Proof = {
    name: 'P22',
    promise: 'A reset link works once: one winner, one password, one mail, no session left.',
    rounds: { short: 20, long: 200 },
    async run(trial) {
        const { mails, env, close } = await openMailServer();
        const installation = await openInstallation({ env: { ...unguarded, ...env } });
        try {
            await installation.start();
            return await raceAgainAndAgain({ installation, mails }, trial);
        } finally {
            await installation.remove();
            await close();
        }
    },
    sabotages: [
        {
            without: 'using the link up',
            edits: [
                {
                    file: 'db/accounts/password-resets.ts',
                    find: '.set({ digest: null })\n        .where(and(eq(passwordResets.userId, user.id)',
                    replace:
                        '.set({ digest: sha256(pair.resetKey) })\n        .where(and(eq(passwordResets.userId, user.id)'
                }
            ]
        },
        {
            without: 'looking at the link inside the transaction',
            edits: [
                {
                    file: 'db/accounts/password-resets.ts',
                    find: 'const user = await openReset(tx, pair);',
                    replace: 'const user = pair.user;'
                },
                {
                    file: 'db/accounts/password-resets.ts',
                    find: 'if (used.length === 0) throw invalidReset();',
                    replace: ''
                },
                {
                    file: 'db/accounts/password-resets.ts',
                    find: 'pair: Pair, passwordHash: string',
                    replace: 'pair: Pair & { user: Person }, passwordHash: string'
                },
                {
                    file: 'plugins/accounts/password-reset/choose.ts',
                    find: 'completeReset(tx, pair, passwordHash)',
                    replace: 'completeReset(tx, { ...pair, user }, passwordHash)'
                },
                {
                    file: 'plugins/accounts/password-reset/choose.ts',
                    find: 'oneByKey.memo(resetKey)(',
                    replace: 'pLimit(1)('
                }
            ]
        },
        {
            without: 'waiting for each other',
            edits: [
                {
                    file: 'plugins/accounts/password-reset/choose.ts',
                    find: 'oneByKey.memo(resetKey)(',
                    replace: 'pLimit(1)('
                }
            ]
        }
    ]
};

interface Fixtures {
    installation: Installation;
    /** What has arrived at the mail server. */
    mails: readonly Buffer[];
}

async function raceAgainAndAgain(fixtures: Fixtures, trial: Trial) {
    const { installation } = fixtures;
    const outcomes: Outcome[] = [];
    for (let round = 0; round < trial.rounds; round += 1) {
        const forms = await openForms(installation.url, racers); // the server closes those that a long race left idle
        outcomes.push(await race(fixtures, forms, `user-${round}`));
        forms.close();
        trial.report(round + 1, trial.rounds);
    }
    await until('the jobs are done', async () => (await waitingJobs(installation.url)) === 0);
    const sum = (key: keyof Outcome) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
    const told = await toldOf(fixtures.mails);
    const { rounds } = trial;
    return [
        { count: rounds * racers, of: 'racers' },
        { count: sum('winners'), of: 'winners', atLeast: rounds, atMost: rounds },
        { count: sum('losers'), of: 'losers', atLeast: rounds * (racers - 1), atMost: rounds * (racers - 1) },
        { count: told.mails, of: 'mails', atLeast: rounds, atMost: rounds },
        { count: told.users, of: 'users told', atLeast: rounds, atMost: rounds },
        none("passwords that are not the winner's", sum('wrongPasswords')),
        none('sessions left', sum('sessionsLeft'))
    ];
}

interface Outcome {
    winners: number;
    losers: number;
    wrongPasswords: number;
    sessionsLeft: number;
}

/** Asks for a link, and races with it as soon as it has arrived. */
async function race({ installation, mails }: Fixtures, forms: PublicForms, login: string): Promise<Outcome> {
    const id = await installation.withStore((store) => join(store, login));
    await forms.action('svc_request_password_reset', { login });
    const link = await linkFor(mails, `${login}@example.test`);
    const passwords = Array.from({ length: racers }, (_, i) => `a new secret ${login} ${i}`);
    const said = await Promise.all(
        passwords.map((password) =>
            forms.action('svc_reset_password', {
                ...link,
                new_password: password,
                confirm_password: password
            })
        )
    );
    return installation.withStore((store) => outcomeOf(store, id, { said, passwords }));
}

/** Somebody who is logged in twice. */
async function join(store: Store, login: string) {
    const user = { login, email: `${login}@example.test`, passwordHash: '-', role: 'support' } as const;
    return store.write(async (tx) => {
        const { id } = await createUser(tx, user, Date.now());
        for (const remember of [true, false]) await openSession(tx, id, { at: Date.now(), remember });
        return id;
    });
}

async function outcomeOf(
    { read }: Store,
    id: number,
    { said, passwords }: { said: Said[]; passwords: string[] }
): Promise<Outcome> {
    const winners = said.flatMap(({ status, body }, i) =>
        status === 200 && body === won ? [passwords[i] ?? ''] : []
    );
    const hash = (await findUserById(read, id))?.passwordHash;
    const isWinners = winners[0] !== undefined && (await isPassword(winners[0], hash));
    return {
        winners: winners.length,
        losers: said.filter(({ status, body }) => status === 400 && body === lost).length,
        wrongPasswords: isWinners ? 0 : 1,
        sessionsLeft: (await read.select().from(sessions).where(eq(sessions.userId, id))).length
    };
}

/** How many mails told of a new password, and how many users. */
async function toldOf(mails: readonly Buffer[]) {
    const letters = await Promise.all(mails.map((mail) => PostalMime.parse(mail)));
    const about = letters.filter(({ subject }) => subject === 'Your password was changed');
    return { mails: about.length, users: new Set(about.map(({ to }) => to?.[0]?.address)).size };
}
