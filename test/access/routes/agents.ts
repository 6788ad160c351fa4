// What administrators write for agents: content pages and task links; and what agents have left behind.
import { createPage } from '../../../db/agents/pages.ts';
import { putTask } from '../../../db/agents/task-links.ts';
import type { Fixtures } from '../fixtures.ts';
import type { About, Table } from '../calls.ts';
import { holding, pageHolding } from '../rules.ts';

const administrator = holding('ss_admin_all');
const page = pageHolding('ss_admin_all');
const rest = '/rest/svc/v1';

let made = 0;
const written = () => ({ title: 'Work', slug: `work-${(made += 1)}`, content: '<p>Work</p>' });

export const agents: Table = {
    [`post ${rest}/pages`]: { rule: administrator, done: 201, about: () => ({ json: written() }) },
    [`put ${rest}/pages/{id}`]: {
        rule: administrator,
        about: async (fixtures) => ({ ...(await pageIn(fixtures)), json: written() })
    },
    [`post ${rest}/pages/{id}/delete`]: {
        rule: administrator,
        about: async (fixtures) => ({ ...(await pageIn(fixtures)), json: {} })
    },
    'get /settings/pages': { rule: page },
    'get /settings/pages/new': { rule: page },
    'post /settings/pages/new': { rule: page, about: () => ({ form: { title: 'Work' } }) },
    'get /settings/pages/{id}': { rule: page, about: pageIn },
    'post /settings/pages/{id}': {
        rule: page,
        about: async (fixtures) => ({ ...(await pageIn(fixtures)), form: { title: 'Work' } })
    },
    [`put ${rest}/tasks`]: { rule: administrator, about: () => ({ json: { crm_id: 'c-1' } }) },
    [`put ${rest}/tasks/{id}`]: {
        rule: administrator,
        about: async (fixtures) => ({ ...(await taskIn(fixtures)), json: { todo_id: `t-${(made += 1)}` } })
    },
    [`post ${rest}/tasks/{id}/delete`]: {
        rule: administrator,
        about: async (fixtures) => ({ ...(await taskIn(fixtures)), json: {} })
    },
    'get /settings/tasks': { rule: page },
    'get /settings/tasks/new': { rule: page },
    'get /settings/tasks/{id}': { rule: page, about: taskIn },
    'get /settings/traces': { rule: pageHolding('ss_admin_all', 'ss_support') }
};

async function pageIn({ testApp: { store, now } }: Fixtures): Promise<About> {
    const texts = { ...written(), excerpt: '', status: 'draft' as const };
    return { params: { id: (await store.write((tx) => createPage(tx, texts, now()))).id } };
}

async function taskIn({ testApp: { store, now } }: Fixtures): Promise<About> {
    const crmId = `own-${(made += 1)}`;
    return { params: { id: (await store.write((tx) => putTask(tx, { crmId }, now()))).id } };
}
