// The pages and routes about people, credits and settings.
import { openSession } from '../../../db/accounts/sessions.ts';
import { issueToken } from '../../../db/accounts/service-tokens.ts';
import type { About, Table } from '../calls.ts';
import { holding, pageHolding } from '../rules.ts';
import type { Fixtures } from '../fixtures.ts';

const rest = '/rest/svc/v1';
const administrator = holding('ss_admin_all');
const page = pageHolding('ss_admin_all');
const stranger = ({ stranger: { id } }: Fixtures): About => ({ params: { id } });

export const people: Table = {
    'get /people': { rule: page },
    'get /people/new': { rule: page },
    'get /people/{id}': { rule: page, about: stranger },
    'get /people/credits': {
        rule: pageHolding('ss_admin_all', 'ss_council_admin', 'ss_council_sage', 'ss_support')
    },
    [`get ${rest}/users`]: { rule: administrator },
    [`post ${rest}/users`]: { rule: administrator, done: 201, about: invited },
    [`patch ${rest}/users/{id}`]: {
        rule: administrator,
        about: (fixtures) => ({ ...stranger(fixtures), json: { grants: [] } })
    },
    [`post ${rest}/users/{id}/link`]: { rule: administrator, about: stranger },
    [`post ${rest}/users/{id}/sessions/end`]: { rule: administrator, about: stranger },
    'get /settings': { rule: page },
    [`get ${rest}/settings`]: { rule: administrator },
    [`post ${rest}/settings/mail-test`]: { rule: administrator },
    [`post ${rest}/settings/evaluator-test`]: { rule: administrator, done: 409 },
    [`post ${rest}/settings/storage-test`]: {
        rule: administrator,
        about: () => ({ json: { alias: 'default' } })
    },
    'get /settings/decision-mails': { rule: page },
    [`get ${rest}/settings/decision-mails`]: { rule: administrator },
    [`patch ${rest}/settings/decision-mails`]: {
        rule: administrator,
        about: () => ({ json: { hired: true } })
    },
    [`post ${rest}/settings/backup`]: { rule: administrator },
    'get /people/tokens': { rule: page },
    'get /people/tokens/new': { rule: page },
    'get /people/tokens/{id}': { rule: page, about: token },
    [`get ${rest}/service-tokens`]: { rule: administrator },
    [`post ${rest}/service-tokens`]: {
        rule: administrator,
        done: 201,
        about: () => ({ json: { name: 'agent', scopes: ['tool:*'] } })
    },
    [`post ${rest}/service-tokens/{id}/revoke`]: { rule: administrator, about: token },
    [`post ${rest}/users/{id}/sessions/{session}/end`]: { rule: administrator, about: session },
    [`post ${rest}/credits`]: {
        rule: administrator,
        done: 201,
        about: () => ({ json: { amount: 1, reason: 'Bought' } })
    }
};

async function session({ testApp: { store, now }, stranger: { id } }: Fixtures): Promise<About> {
    const opened = await store.write((tx) => openSession(tx, id, { at: now(), remember: false }));
    return { params: { id, session: opened.id.slice(0, 16) } };
}

async function token({ testApp: { store, now } }: Fixtures): Promise<About> {
    const made = { name: 'agent', scopes: ['tool:*'], at: now() };
    return { params: { id: (await store.write((tx) => issueToken(tx, made))).id } };
}

function invited(): About {
    const login = `n${crypto.randomUUID()}`;
    return { json: { login, email: `${login}@example.test`, role: 'reviewer' } };
}
