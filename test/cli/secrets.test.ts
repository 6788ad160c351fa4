// Secrets of the data folder: drawn again, with a time in which the one before is good too.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { issueReset, openReset } from '../../db/accounts/password-resets.ts';
import { createUser } from '../../db/accounts/users.ts';
import { drawSecrets, keysOf, openSecrets, type Secrets } from '../../db/installation/secrets.ts';
import { lockInstance, openStore } from '../../db/store/index.ts';
import { linkToken } from '../../db/accounts/tokens.ts';
import { typed } from '../support/servers/command-line.ts';
import { folderFor } from '../support/runs/folder.ts';

const names = ['CHALLENGE', 'JWT', 'LINKS', 'NONCE', 'POSTGRES'];
/** The data are in the folder, and the secrets in its file. */
const bare = { DATABASE_URL: '', ...Object.fromEntries(names.map((name) => [`${name}_SECRET`, ''])) };

interface Answer {
    rotated?: string;
    former_until?: string | null;
    links_made_again?: number;
    items?: { name: string; former_until: string | null }[];
}

/** When the commands run. */
const at = Date.UTC(2026, 0, 15, 12);

function installation(t: ExecutionContext) {
    const dataDir = folderFor(t);
    drawSecrets(dataDir, {});
    const cli = (args: string, env: Record<string, string> = {}) =>
        typed(dataDir, args.split(' '), { env: { ...bare, ...env }, now: () => at });
    const file = join(dataDir, 'secrets.json');
    return {
        dataDir,
        cli,
        json: async (args: string) => {
            const { code, out, err } = await cli(`${args} --json`);
            t.is(code, 0, err);
            return JSON.parse(out) as Answer;
        },
        kept: () => JSON.parse(readFileSync(file, 'utf8')) as Secrets,
        keep: (secrets: object) => writeFileSync(file, JSON.stringify(secrets))
    };
}

test('a rotated secret is drawn again, and the old one is valid until the period ends', async (t) => {
    const { dataDir, json, kept } = installation(t);
    const before = openSecrets(dataDir, {});
    const { rotated, former_until: until } = await json('secrets rotate jwt --for 2h');
    t.is(rotated, 'jwt');
    const after = openSecrets(dataDir, {});
    t.not(after.jwt, before.jwt);
    t.is(after.nonce, before.nonce);
    const end = Date.parse(until ?? '');
    t.deepEqual(keysOf(after, 'jwt')(end - 1), [after.jwt, before.jwt]);
    t.deepEqual(keysOf(after, 'jwt')(end), [after.jwt]);
    t.deepEqual(keysOf(after, 'nonce')(end - 1), [before.nonce]);
    t.deepEqual(Object.keys(kept().former ?? {}), ['jwt']);
    const { items } = await json('secrets list');
    t.like(items?.[1], { name: 'jwt', source: 'secrets.json', former_until: until });
    t.false(JSON.stringify(items).includes(after.jwt));
});

test('each secret has a usual period, except postgres', async (t) => {
    const { json, kept } = installation(t);
    const hours = async (name: string) => {
        const { former_until: until } = await json(`secrets rotate ${name}`);
        return until === null ? 0 : Math.round((Date.parse(until ?? '') - at) / 3_600_000);
    };
    t.is(await hours('jwt'), 1);
    t.is(await hours('nonce'), 24);
    t.is(await hours('links'), 30 * 24);
    t.is(await hours('postgres'), 0);
    t.deepEqual(Object.keys(kept().former ?? {}), ['jwt', 'nonce', 'links']);
});

test('with --now, and at the end of the period, open links get the new secret', async (t) => {
    const { dataDir, cli, json, kept, keep } = installation(t);
    const before = openSecrets(dataDir, {});
    const inStore = async <T>(work: (store: ReturnType<typeof openStore>) => Promise<T>) => {
        const store = openStore(join(dataDir, 'app.db'));
        try {
            return await work(store);
        } finally {
            await store.close();
        }
    };
    const user = await inStore((store) =>
        store.write(async (tx) => {
            const ada = {
                login: 'ada',
                email: 'ada@example.test',
                passwordHash: '-',
                role: 'reviewer'
            } as const;
            const made = await createUser(tx, ada, at);
            await issueReset(tx, made, { secret: before.links, at });
            return made;
        })
    );
    const opens = (secret: string) => {
        const resetKey = linkToken(secret, 'reset', String(user.id), 1);
        return inStore((store) => openReset(store.read, { resetKey, login: 'ada', at })).then(
            () => true,
            () => false
        );
    };
    t.is((await json('secrets rotate links')).links_made_again, 0);
    t.is((await json('secrets rotate jwt --now')).links_made_again, 0, 'the end of another changes no link');
    const second = kept();
    t.deepEqual([await opens(before.links), await opens(second.links)], [true, false]);
    keep({ ...second, former: { links: { secret: before.links, until: '2026-01-01T00:00:00.000Z' } } });
    t.is((await json('secrets rotate jwt --now')).links_made_again, 1, 'its period was over by then');
    t.deepEqual([await opens(before.links), await opens(second.links)], [false, true]);
    t.is(kept().former, undefined);
    t.is((await json('secrets rotate links --now')).links_made_again, 1);
    t.deepEqual([await opens(second.links), await opens(kept().links)], [false, true]);
    await json('secrets rotate links');
    const mid = await cli('secrets rotate links');
    t.is(mid.code, 1);
    t.regex(mid.err, /^The previous secret is valid until .*\. End it first with `secrets end links`\.\n$/);
    t.is((await json('secrets end links')).links_made_again, 1);
    t.is((await cli('secrets rotate links')).code, 0);
});

test('a secret from the settings is rotated in the settings, with the old one still accepted', async (t) => {
    const { dataDir, cli } = installation(t);
    const [one, other] = ['1'.repeat(40), '2'.repeat(40)];
    const refused = await cli('secrets rotate jwt', { JWT_SECRET: one });
    t.is(refused.code, 1);
    t.regex(refused.err, /^JWT_SECRET comes from the settings\. .* JWT_SECRET_ALSO /);
    t.false(refused.err.includes(one));
    const postgres = await cli('secrets rotate postgres', { POSTGRES_SECRET: one });
    t.is(postgres.err, 'POSTGRES_SECRET comes from the settings. Change it there.\n');
    const secrets = openSecrets(dataDir, { jwt: one, also: { jwt: other } });
    t.deepEqual(keysOf(secrets, 'jwt')(Number.MAX_SAFE_INTEGER), [one, other]);
    t.is((await cli('secrets end jwt', { JWT_SECRET_ALSO: other })).code, 1);
    t.false(readFileSync(join(dataDir, 'secrets.json'), 'utf8').includes(other));
});

test('a rotation that is not possible is refused with a reason, and changes nothing', async (t) => {
    const { dataDir, cli } = installation(t);
    const before = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
    for (const args of [
        'secrets rotate',
        'secrets rotate backup',
        'secrets rotate postgres --for 1h',
        'secrets rotate jwt --for 1h --now',
        'secrets rotate jwt --for soon'
    ])
        t.is((await cli(args)).code, 2, args);
    const lock = lockInstance(join(dataDir, 'instance.lock'));
    t.is((await cli('secrets rotate jwt')).code, 75);
    lock.release();
    t.is(readFileSync(join(dataDir, 'secrets.json'), 'utf8'), before);
    t.false(existsSync(join(dataDir, 'secrets.json.new')));
});
