// Results templates read and changed by a backend: the real server compared with its hand-written twin.
import { login } from '../support/clients/client.ts';
import type { Asked } from './load.ts';
import { twinRow } from './baselines/row.ts';

const twin = new URL('./baselines/results.ts', import.meta.url);

export const results = twinRow(
    { name: 'results', row: 'GET /pl/results/{result_id}', goal: 0.8 },
    {
        twin,
        async prepare(url) {
            const { path, authorization } = await templateOf(url);
            return { method: 'GET', url: path, headers: { authorization } };
        }
    }
);

export const resultsPatch = twinRow(
    { name: 'results-patch', row: 'PATCH /pl/results/{result_id}', goal: 0.7 },
    {
        twin,
        async prepare(url): Promise<Asked> {
            const { path, authorization } = await templateOf(url);
            const headers = { authorization, 'content-type': 'application/json' };
            return { method: 'PATCH', url: path, headers, body: JSON.stringify(change) };
        }
    }
);

const change = {
    evaluator_role: 'You judge written answers of backend engineers, fairly and by what they say.',
    directions: 'Use the levels only. Quote what decided it. Say so where an answer says nothing.',
    meta_data: { cut_offs: { partial: 0.2, strong: 0.6 }, owner: 'hiring' }
};

/** The first demo sage's template, and a token to ask for it with. */
async function templateOf(url: string) {
    const user = await login(url);
    const { body: one } = await user.get('/sages/1');
    const { body: issued } = await user.send('POST', '/auth/token');
    const { results_id } = (one as { data: { sage: { results_id: string } } }).data.sage;
    const { token } = (issued as { data: { token: string } }).data;
    return { path: `/pl/results/${results_id}`, authorization: `Bearer ${token}` };
}
