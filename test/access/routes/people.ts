// The pages and routes about people, credits and settings.
import { openSession } from '../../../db/accounts/sessions.ts';
import { issueToken } from '../../../db/accounts/service-tokens.ts';
import type { About, Table } from '../calls.ts';
import type { Fixtures } from '../fixtures.ts';

const rest = '/rest/svc/v1';
const stranger = ({ stranger: { id } }: Fixtures): About => ({ params: { id } });

export const people: Table = {
    'get /people/{id}': { about: stranger },
    [`post ${rest}/users`]: { about: invited },
    [`patch ${rest}/users/{id}`]: { about: (fixtures) => ({ ...stranger(fixtures), json: { grants: [] } }) },
    [`post ${rest}/users/{id}/link`]: { about: stranger },
    [`post ${rest}/users/{id}/sessions/end`]: { about: stranger },
    [`post ${rest}/settings/storage-test`]: { sent: { json: { alias: 'default' } } },
    [`patch ${rest}/settings`]: { sent: { json: { organisation: 'Fish & Sons' } } },
    [`patch ${rest}/settings/decision-mails`]: { sent: { json: { hired: true } } },
    'get /people/tokens/{id}': { about: token },
    [`post ${rest}/service-tokens`]: { sent: { json: { name: 'agent', scopes: ['tool:*'] } } },
    [`post ${rest}/service-tokens/{id}/revoke`]: { about: token },
    [`post ${rest}/users/{id}/sessions/{session}/end`]: { about: session },
    [`post ${rest}/credits`]: { sent: { json: { amount: 1, reason: 'Bought' } } }
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
