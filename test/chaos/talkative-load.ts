// A bit of all that is done with a service, well and badly, with texts and secrets that must not be passed on.
import Sqlite from 'better-sqlite3';
import { issueToken } from '../../db/accounts/service-tokens.ts';
import { createUser } from '../../db/accounts/users.ts';
import { hashPassword } from '../../db/accounts/passwords.ts';
import type { Store } from '../../db/store/index.ts';
import { type Ask, fetched, logInBy, paths } from '../support/clients/client.ts';
import type { Canaries } from './canaries.ts';
import { makeActiveSage } from './screen-load.ts';
import { person, personAddress, type Fixtures, ways, waysWithFaults } from './talkative-ways.ts';

/** A user who forgets their password, and a token of an agent. */
export async function preparePeople(store: Store, { canary, remember }: Canaries) {
    const passwordHash = await hashPassword(canary('old-password'));
    const user = { login: person, email: personAddress, role: 'sage_author', passwordHash } as const;
    return store.write(async (tx) => {
        await createUser(tx, user, Date.now());
        const { token } = await issueToken(tx, {
            name: 'agent',
            scopes: ['tool:*', 'metrics:read'],
            at: Date.now()
        });
        remember('a service token', token);
        return token;
    });
}

export type Talk = Awaited<ReturnType<typeof openTalk>>;

/** Logs in, makes a sage that meets people, and then goes on by rounds. */
export async function openTalk(fixtures: Fixtures) {
    const { url, canaries, token, administrator } = fixtures;
    const said: string[] = [];
    let asked = 0;

    /** What is no success, and what a tool answers, is kept with its headers; without the link that was asked by, for its pages are its holder's. */
    async function ask(request: Ask) {
        const answer = await fetched(url, { ...request, redirect: 'manual' });
        asked += 1;
        const [, link] = /^\/screen\/([\w-]{20,})/.exec(request.url) ?? [];
        const body = JSON.stringify(answer.body);
        if (answer.statusCode >= 400 || request.url.startsWith('/tools/'))
            said.push(
                `${answer.statusCode} ${JSON.stringify(answer.headers)} ${link ? body.replaceAll(link, '') : body}`
            );
        return answer;
    }

    const admin = await logInBy(ask, administrator);
    canaries.remember('a session', admin.cookie.split('=')[1] ?? '');
    for (const [name, nonce] of Object.entries(admin.nonces)) canaries.remember(`the nonce ${name}`, nonce);
    const sage = await makeActiveSage(admin);
    return {
        ask,
        admin,
        /** Each way, with its texts. */
        ways: ways.map((way) => ({ name: way.name, act: () => way({ ...fixtures, ask, admin, sage }) })),
        /** The same where a table is gone, so that unexpected errors happen. */
        withFaults: async () => {
            const mend = breakStore(fixtures.file);
            try {
                for (const way of waysWithFaults)
                    await way({ ...fixtures, ask, admin, sage, isBroken: true });
            } finally {
                mend();
            }
        },
        /** What answers without a fault must not show either. */
        shown: async () => {
            const scraper = { authorization: `Bearer ${token}` };
            const { cookie } = admin;
            return Promise.all([
                textOf(`${url}/metrics`, scraper),
                textOf(`${url}/readyz`, {}),
                textOf(`${url}/openapi.json`, {}),
                textOf(`${url}${paths.rest}/settings`, { cookie }),
                textOf(`${url}${paths.rest}/admin/jobs`, { cookie })
            ]);
        },
        /** What was kept of the answers. */
        said: () => said,
        asked: () => asked
    };
}

async function textOf(url: string, headers: Record<string, string>) {
    const response = await fetch(url, { headers });
    return [`${response.status} ${new URL(url).pathname}`, await response.text()] as const;
}

const broken = ['task_links', 'contexts', 'password_resets', 'tool_calls'];

/** Takes tables away. Returns what brings them back. */
function breakStore(file: string) {
    const rename = (suffixes: (name: string) => [string, string]) => {
        const sqlite = new Sqlite(file, { timeout: 5000 });
        for (const [from, to] of broken.map(suffixes)) sqlite.exec(`alter table "${from}" rename to "${to}"`);
        sqlite.close();
    };
    rename((name) => [name, `${name}_gone`]);
    return () => rename((name) => [`${name}_gone`, name]);
}
