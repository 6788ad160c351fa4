// P33: a request for a link, a try of one and a login reveal by no answer and by no delay whether there is an account.
import { hashPassword } from '../../../db/accounts/passwords.ts';
import type { Store } from '../../../db/store/index.ts';
import { createUser } from '../../../db/accounts/users.ts';
import { openInstallation } from '../installation.ts';
import { type Figures, none, type Proof, type Trial, without } from '../proof.ts';
import { openForms, type PublicForms, type Said, unguarded } from '../public-forms.ts';
import { welchT } from '../welch.ts';

const accounts = 10;
const most = 4.5;
const warmUp = 20;
const password = 'a long enough secret';

/** What is asked in the name of a user. */
const questions = {
    svc_request_password_reset: (forms: PublicForms, login: string) =>
        forms.action('svc_request_password_reset', { login }),
    svc_reset_password: (forms: PublicForms, login: string) =>
        forms.action('svc_reset_password', {
            login,
            reset_key: crypto.randomUUID().padEnd(43, 'x'),
            new_password: password,
            confirm_password: password
        }),
    login: (forms: PublicForms, login: string) => forms.login({ login, password: 'not this one' })
};
type Question = keyof typeof questions;

export const proof: Proof = {
    name: 'P33',
    promise:
        'Answers do not tell whether an account exists, neither by what they say nor by the time they take.',
    rounds: { short: 300, long: 2000, portion: 2000 },
    alone: true,
    async run(trial) {
        await using installation = await openInstallation({ env: unguarded });
        await installation.withStore(addAccounts);
        await installation.start();
        return await askEverything(installation.url, trial);
    },
    sabotages: [
        without('hashing a password for nobody', {
            file: 'db/accounts/passwords.ts',
            find: 'hash: string = nobody) {',
            replace: 'hash: string = nobody) {\nif (hash === nobody) return false;'
        }),
        without('leaving the look for the account to a job', {
            file: 'db/accounts/password-resets.ts',
            find: 'export async function requestReset(tx: Tx, login: string, at: number) {',
            replace: `export async function requestReset(tx: Tx, login: string, at: number) {
if (!(await findUser(tx, login))) return;`
        }),
        without('one refusal for all links', {
            file: 'db/accounts/password-resets.ts',
            find: 'const named = canonical(login);',
            replace: `const named = canonical(login);
if (!(await findUser(on, login))) throw new Refusal('invalid_key', 'There is no such user.');`
        })
    ]
};

const nameOf = (kind: Kind, i: number) => `${kind}-${i % accounts}`;
type Kind = 'known' | 'alien'; // of one length

async function addAccounts(store: Store) {
    const passwordHash = await hashPassword(password);
    for (let i = 0; i < accounts; i += 1) {
        const login = nameOf('known', i);
        const user = { login, email: `${login}@example.test`, passwordHash, role: 'support' } as const;
        await store.write((tx) => createUser(tx, user, Date.now()));
    }
}

async function askEverything(url: string, { rounds, report }: Trial): Promise<Figures> {
    const forms = await openForms(url, 1);
    const names = Object.keys(questions) as Question[];
    const figures: Figures[] = [];
    for (const [i, name] of names.entries()) {
        await sample(forms, name, warmUp);
        const samples = await sample(forms, name, rounds, (done) =>
            report(i * rounds + done, names.length * rounds)
        );
        figures.push(figuresOf(name, samples));
    }
    forms.close();
    return figures.flat();
}

type Samples = Record<Kind, Said[]>;

/** The same number of each kind, one after the other, in random order. */
async function sample(forms: PublicForms, name: Question, count: number, report?: (done: number) => void) {
    const samples: Samples = { known: [], alien: [] };
    for (let i = 0; i < count; i += 1) {
        const kinds: Kind[] = Math.random() < 0.5 ? ['known', 'alien'] : ['alien', 'known'];
        for (const kind of kinds) samples[kind].push(await questions[name](forms, nameOf(kind, i)));
        report?.(i + 1);
    }
    return samples;
}

function figuresOf(name: Question, { known, alien }: Samples): Figures {
    const answers = new Set([...known, ...alien].map(({ status, body }) => `${status} ${body}`));
    const [one, other] = [known, alien].map((said) => said.map(({ milliseconds }) => milliseconds)) as [
        number[],
        number[]
    ];
    const { t, means } = welchT(one, other);
    const reported = means.map((mean) => `${mean.toFixed(2)} ms`).join(' and ');
    return [
        { count: t, of: `is t of ${name} (${reported}, ${one.length} of each)`, atMost: most },
        none('other answers', answers.size - 1)
    ];
}
