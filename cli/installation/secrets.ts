// The secrets of the installation: what there is, and how one is exchanged for another.
import type { Config } from '../../config/index.ts';
import { forgetSecrets } from '../../db/installation/installation.ts';
import { endFormer, rotateSecret } from '../../db/installation/rotation.ts';
import { openSecrets, type SecretName, secretNames } from '../../db/installation/secrets.ts';
import { day, hour, iso, minute } from '../../db/store/time.ts';
import type { Store } from '../../db/store/index.ts';
import { atRest, configOf, placeOf, withStore } from '../opening.ts';
import { type Command, command, oneOf, type Shell, UsageError } from '../options.ts';

export const secretCommands: Record<string, Command> = {
    'secrets rotate': command({
        about: 'Replaces a secret with a new one. Stop the service first. The old secret stays valid for a period (--for 30m, 24h, 30d) or ends now (--now).',
        needs: ['name'],
        takes: ['for', 'now'],
        operand: 'name',
        alone: async ({ name, for: period, now }, shell) =>
            rotate(secretNamed(name), { period, now: now !== undefined }, shell)
    }),
    'secrets end': command({
        about: 'Ends the previous secret. Stop the service first. Open links are created again with the new secret.',
        needs: ['name'],
        operand: 'name',
        alone: async ({ name }, shell) =>
            whileStopped(configOf(shell), shell, async (rotating) => ({
                ended: name,
                links_made_again: await endFormer(secretNamed(name), rotating)
            }))
    }),
    'secrets list': command({
        about: 'Lists where each secret comes from and when its predecessor expires. Does not show the secrets.',
        columns: ['name', 'source', 'former_until'],
        run: async ({ config, shell }) => ({ items: listed(config, shell) })
    }),
    'secrets forget': {
        about: 'Use after changing secrets, with all nodes stopped. The next node that starts sets the secrets all nodes must share.',
        async run({ store, shell }) {
            const done = { by: { name: 'cli' }, at: shell.now() };
            await store.write((tx) => forgetSecrets(tx, done));
            return { forgotten: true };
        }
    }
};

const secretNamed = (given: string) => oneOf('name', secretNames, given);

interface Wish {
    period: string | undefined;
    now: boolean;
}

async function rotate(name: SecretName, { period, now }: Wish, shell: Shell) {
    if (period !== undefined && now) throw new UsageError('use either --for or --now, not both');
    if (name === 'postgres' && period !== undefined)
        throw new UsageError('the secret postgres does not support --for');
    const config = configOf(shell);
    const at = shell.now();
    const isAtOnce = now || name === 'postgres';
    const until = isAtOnce ? at : at + (period === undefined ? usual(name, config) : lengthOf(period));
    return whileStopped(config, shell, async (rotating) => {
        const again = await rotateSecret(name, until, { ...rotating, at });
        return {
            rotated: name,
            former_until: isAtOnce ? null : iso(until),
            links_made_again: again,
            next: 'Start the service.'
        };
    });
}

/** As long as tokens signed with the secret are valid; longer for links, because offers do not expire by themselves. */
const usual = (name: SecretName, { screens: { days } }: Config) =>
    ({ challenge: 10 * minute, jwt: hour, nonce: day, links: Math.max(30, days + 1) * day, postgres: 0 })[
        name
    ];

function lengthOf(period: string) {
    const [, count, unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(period) ?? [];
    if (count === undefined)
        throw new UsageError('--for must be minutes, hours or days, such as 30m, 24h or 30d');
    return Number(count) * ({ m: minute, h: hour, d: day }[unit] ?? 0);
}

interface Rotating {
    store: Store;
    dataDir: string;
    secrets: Config['secrets'];
    at: number;
    progress: (done: number) => void;
}

async function whileStopped<T>(config: Config, shell: Shell, work: (rotating: Rotating) => Promise<T>) {
    const { dataDir, secrets } = config;
    await placeOf(config);
    return atRest(dataDir, shell, (bar) =>
        withStore(config, (store) => {
            const progress = (done: number) => bar.show('links', done, done);
            return work({ store, dataDir, secrets, at: shell.now(), progress });
        })
    );
}

function listed({ dataDir, secrets: given }: Config, { now }: Shell) {
    const { former = {} } = openSecrets(dataDir, given);
    return secretNames.map((name) => ({
        name,
        source: given[name] === undefined ? 'secrets.json' : 'settings',
        former_until: untilOf(former[name]?.until, now())
    }));
}

function untilOf(until: number | undefined, now: number) {
    if (until === undefined || until <= now) return null;
    return Number.isFinite(until) ? iso(until) : 'as long as it is set';
}
