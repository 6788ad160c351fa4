// What programs ask: the backend API with a user's JWT, the tools with a service token.
import { putPage } from '../../../db/agents/pages.ts';
import { createContext } from '../../../db/sages/contexts.ts';
import { createSage } from '../../../db/council/edits.ts';
import { engineerFields } from '../../support/things/sages.ts';
import type { About, Table } from '../calls.ts';
import { anyTool, metrics, permitted, toolOf } from '../rules.ts';
import type { Fixtures } from '../fixtures.ts';

const screens = permitted('council_screen');
const sages = permitted('council_sage');
const results = '/pl/results/{result_id}';

export const backend: Table = {
    [`get ${results}`]: { rule: screens, about: template() },
    [`patch ${results}`]: { rule: screens, about: template({ json: { intro: 'Judge with care.' } }) },
    [`get ${results}/versions`]: { rule: screens, about: template() },
    [`get ${results}/versions/{version}`]: { rule: screens, about: template() },
    'post /pl/context': {
        rule: sages,
        done: 201,
        about: () => ({ json: { name: 'How we work', context: 'Calmly.' } })
    },
    'get /pl/context/{id}': { rule: sages, about: context },
    'get /pl/context/{id}/history': { rule: sages, about: context },
    'get /pl/council-sage/{council_sage_id}/prompt/results': { rule: sages, about: template() }
};

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

export const tools: Table = {
    'get /tools/list': { rule: anyTool },
    '* /tools/{name*}': { rule: anyTool, done: 404, about: () => ({ params: { name: 'no_such_tool' } }) },
    'post /tools/write_storage_object': {
        rule: toolOf('write_storage_object'),
        about: () => ({ json: { name: 'a.txt', content_base64: 'YQ==' } })
    },
    'post /tools/emit_trace': {
        rule: toolOf('emit_trace'),
        about: () => ({
            json: { run_id: 'r', actor: 'a', routine: 'daily', cadence: 'day', status: 'ok' }
        })
    },
    'post /tools/task_get': { rule: toolOf('task_get'), about: () => ({ json: { crm_id: 'c-1' } }) },
    'post /tools/cms_get_page': { rule: toolOf('cms_get_page'), about: page },
    'get /metrics': { rule: metrics },
    'post /mcp': { rule: anyTool, about: () => ({ json: message }) },
    '* /mcp': { rule: anyTool, done: 405 }
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

async function context({ testApp: { store, now } }: Fixtures): Promise<About> {
    const body = { name: 'How we work', context: 'Calmly.', summary: '' };
    return { params: { id: (await store.write((tx) => createContext(tx, body, now()))).id } };
}
