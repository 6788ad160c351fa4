// What programs ask: the backend API with a user's JWT, the tools with a service token.
import { putPage } from '../../../db/agents/pages.ts';
import { createContext } from '../../../db/sages/contexts.ts';
import { createSage } from '../../../db/council/edits.ts';
import { engineerFields } from '../../support/fixtures/sages.ts';
import type { About, Table } from '../calls.ts';
import type { Fixtures } from '../fixtures.ts';

const results = '/pl/results/{result_id}';

export const backend: Table = {
    [`get ${results}`]: { about: template() },
    [`patch ${results}`]: { about: template({ json: { intro: 'Judge with care.' } }) },
    [`get ${results}/versions`]: { about: template() },
    [`get ${results}/versions/{version}`]: { about: template() },
    'post /pl/context': { sent: { json: { name: 'How we work', context: 'Calmly.' } } },
    'get /pl/context/{id}': { about: context },
    'get /pl/context/{id}/history': { about: context },
    'get /pl/council-sage/{council_sage_id}/prompt/results': { about: template() }
};

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

export const tools: Table = {
    '* /tools/{name*}': { sent: { params: { name: 'no_such_tool' } } },
    'post /tools/write_storage_object': {
        sent: { json: { name: 'a.txt', content_base64: 'YQ==' } }
    },
    'post /tools/emit_trace': {
        sent: {
            json: { run_id: 'r', actor: 'a', routine: 'daily', cadence: 'day', status: 'ok' }
        }
    },
    'post /tools/task_get': { sent: { json: { crm_id: 'c-1' } } },
    'post /tools/cms_get_page': { about: page },
    'post /mcp': { sent: { json: message } }
};

function template(more: About = {}) {
    return async ({ testApp: { store, now } }: Fixtures, by: number): Promise<About> => {
        const sage = await store.write((tx) => createSage(tx, engineerFields, { by, at: now() }));
        const params = { result_id: sage.resultsId ?? '', version: 1, council_sage_id: sage.uuid };
        return { params, ...more };
    };
}

async function page({ testApp: { store, now } }: Fixtures): Promise<About> {
    const fields = { slug: 'about', status: 'publish', title: 'About', content: '', excerpt: '' } as const;
    await store.write((tx) => putPage(tx, 1, fields, now()));
    return { json: { page_id: 1 } };
}

/** A context that a sage of this owner uses. */
async function context({ testApp: { store, now } }: Fixtures, by: number): Promise<About> {
    const body = { name: 'How we work', context: 'Calmly.', summary: '' };
    const id = await store.write(async (tx) => {
        const { id } = await createContext(tx, body, now());
        await createSage(tx, { ...engineerFields, contextIds: [id] }, { by, at: now() });
        return id;
    });
    return { params: { id } };
}
