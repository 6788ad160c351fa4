// What administrators write for agents: content pages and task links; and what agents have left behind.
import { createPage } from '../../../db/agents/pages.ts';
import { putTask } from '../../../db/agents/task-links.ts';
import type { Fixtures } from '../fixtures.ts';
import type { About, Table } from '../calls.ts';

const rest = '/rest/svc/v1';

let made = 0;
const written = () => ({ title: 'Work', slug: `work-${(made += 1)}`, content: '<p>Work</p>' });

export const agents: Table = {
    [`post ${rest}/pages`]: { about: () => ({ json: written() }) },
    [`put ${rest}/pages/{id}`]: {
        about: async (fixtures) => ({ ...(await pageIn(fixtures)), json: written() })
    },
    [`post ${rest}/pages/{id}/delete`]: {
        about: async (fixtures) => ({ ...(await pageIn(fixtures)), json: {} })
    },
    'post /settings/pages/new': { sent: { form: { title: 'Work' } } },
    'get /settings/pages/{id}': { about: pageIn },
    'post /settings/pages/{id}': {
        about: async (fixtures) => ({ ...(await pageIn(fixtures)), form: { title: 'Work' } })
    },
    [`put ${rest}/tasks`]: { sent: { json: { crm_id: 'c-1' } } },
    [`put ${rest}/tasks/{id}`]: {
        about: async (fixtures) => ({ ...(await taskIn(fixtures)), json: { todo_id: `t-${(made += 1)}` } })
    },
    [`post ${rest}/tasks/{id}/delete`]: {
        about: async (fixtures) => ({ ...(await taskIn(fixtures)), json: {} })
    },
    'get /settings/tasks/{id}': { about: taskIn },
    'post /settings/tasks/{id}': {
        about: async (fixtures) => ({ ...(await taskIn(fixtures)), form: { do: 'look' } })
    }
};

async function pageIn({ testApp: { store, now } }: Fixtures): Promise<About> {
    const texts = { ...written(), excerpt: '', status: 'draft' as const };
    return { params: { id: (await store.write((tx) => createPage(tx, texts, now()))).id } };
}

async function taskIn({ testApp: { store, now } }: Fixtures): Promise<About> {
    const crmId = `own-${(made += 1)}`;
    return { params: { id: (await store.write((tx) => putTask(tx, { crmId }, now()))).id } };
}
