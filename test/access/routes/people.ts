// The pages and routes about people, credits and settings.
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
    [`post ${rest}/credits`]: {
        rule: administrator,
        done: 201,
        about: () => ({ json: { amount: 1, reason: 'Bought' } })
    }
};

function invited(): About {
    const login = `n${crypto.randomUUID()}`;
    return { json: { login, email: `${login}@example.test`, role: 'reviewer' } };
}
