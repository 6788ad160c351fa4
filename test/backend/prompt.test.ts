// The contract's compiled prompt: what it says to the last character, and that builds judge by that very string.
import { createHash } from 'node:crypto';
import test from 'ava';
import { artifactsOf } from '../../db/builds/runs.ts';
import { setFields } from '../../db/sages/sages.ts';
import { refusal, unknownId, withTemplate } from '../support/clients/backend.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

async function withPrompt(testApp: TestApp) {
    const it = await withTemplate(testApp);
    const read = (ref: number | string = it.sage.uuid) =>
        it.backend.get(`/council-sage/${ref}/prompt/results`);
    return { ...it, read };
}

const criteria = `## debugging (weight 2)
Question: Tell us about a hard bug that you found.
absent: names no bug or no way of finding it
partial: names a bug and how it was found
strong: names a bug, a hypothesis, an experiment and a measured result
Indicators: hypothesis; reproduced; measured; bisect; root cause; profiler
Against: restarted until it worked

## teamwork (weight 1)
Question: How do you settle a disagreement about a design?
absent: no way of settling
partial: talks it over
strong: writes down options, hears the others, decides with a reason and looks back
Indicators: options; trade-offs; listened; wrote down; decision record; looked back
Against: my way`;

const whole = `# Role
You judge written answers of backend engineers.

# Introduction
Judge the answers below.

# Criteria
${criteria}

# Directions
Use the levels only.

# Output format
JSON

# Recommendation
Recommend from 70 of 100 upward.`;

const finding = {
    type: 'object',
    properties: {
        level: { enum: ['absent', 'partial', 'strong'] },
        quotes: { type: 'array', items: { type: 'string' } },
        reason: { type: 'string' }
    },
    required: ['level', 'quotes', 'reason'],
    additionalProperties: false
};

test('GET /pl/council-sage/{council_sage_id}/prompt/results returns prompt, parts and schema', async (t) => {
    const { read, sage } = await withPrompt(await createTestApp(t));
    const { statusCode, headers, body } = await read();
    t.is(statusCode, 200);
    t.is(headers['content-type'], 'application/json; charset=utf-8');
    t.deepEqual(body, {
        council_sage_id: sage.uuid,
        results_id: sage.results_id,
        version: 1,
        prompt: whole,
        sections: {
            role: 'You judge written answers of backend engineers.',
            intro: 'Judge the answers below.',
            criteria,
            contexts: '',
            directions: 'Use the levels only.',
            output_format: 'JSON',
            recommendation: 'Recommend from 70 of 100 upward.'
        },
        output_schema: {
            type: 'object',
            properties: { debugging: finding, teamwork: finding },
            required: ['debugging', 'teamwork'],
            additionalProperties: false
        },
        sha256: sha256(whole)
    });
});

test('a sage is named by its UUID, in either case, or by its integer id', async (t) => {
    const { read, sage } = await withPrompt(await createTestApp(t));
    const { body } = await read(sage.uuid);
    t.deepEqual((await read(sage.id)).body, body);
    t.deepEqual((await read(sage.uuid.toUpperCase())).body, body);
});

test('an unknown sage gets 404, and an invalid reference gets 400', async (t) => {
    const { read } = await withPrompt(await createTestApp(t));
    for (const ref of [unknownId, 999, '9007199254740991'])
        t.deepEqual((await read(ref)).body, refusal(404, 'Sage not found.'), String(ref));
    for (const ref of ['0', '-1', '1e0', '01', '1.0', '%201', 'x', `{${unknownId}}`, '9'.repeat(16), '%00']) {
        const { statusCode, headers } = await read(ref);
        t.deepEqual([statusCode, headers['x-svc-field']], [400, 'council_sage_id'], ref);
    }
});

test('a sage without a results template, as older ones may be, has no prompt: 409', async (t) => {
    const testApp = await createTestApp(t);
    const { read, sage } = await withPrompt(testApp);
    await testApp.store.write((tx) => setFields(tx, sage.id, { resultsId: null }));
    t.deepEqual((await read(sage.uuid)).body, refusal(409, 'This sage has no results template.'));
});

test('contexts are in the prompt sorted by name, with their text unchanged', async (t) => {
    const { author, backend, read, sage } = await withPrompt(await createTestApp(t));
    const make = async (name: string, context: string): Promise<string> =>
        (await backend.send('POST', '/context/', { name, context })).body.id;
    await make('Unused', 'Belongs to no sage.');
    const ids: string[] = [];
    for (const name of ['Values', 'Team', 'Pay', 'Office', 'Hours', 'Goals'])
        ids.push(await make(name, ` Our ${name},\nin short. `));
    await author.send('PATCH', `/sages/${sage.id}`, { context_ids: ids });
    const { prompt, sections } = (await read()).body;
    const contexts = ['Goals', 'Hours', 'Office', 'Pay', 'Team', 'Values']
        .map((name) => `## ${name}\n Our ${name},\nin short. `)
        .join('\n\n');
    t.is(sections.contexts, contexts);
    t.is(prompt, whole.replace('\n\n# Directions', `\n\n# Contexts\n${contexts}\n\n# Directions`));
});

test('each changed text is in the next prompt, with its version and its digest', async (t) => {
    const { patch, read } = await withPrompt(await createTestApp(t));
    const change = {
        evaluator_role: 'New role',
        intro: 'New intro',
        directions: 'New directions',
        output_format: 'New format',
        recommendation: 'New recommendation'
    };
    const digests = new Set([(await read()).body.sha256]);
    for (const [field, text] of Object.entries(change)) {
        await patch({ [field]: text });
        const { prompt, sections, sha256: digest, version } = (await read()).body;
        t.is(sections[field === 'evaluator_role' ? 'role' : field], text);
        t.is(digest, sha256(prompt));
        digests.add(digest);
        t.is(version, digests.size);
    }
    t.is(
        (await read()).body.prompt,
        `# Role\nNew role\n\n# Introduction\nNew intro\n\n# Criteria\n${criteria}\n\n# Directions\nNew directions` +
            '\n\n# Output format\nNew format\n\n# Recommendation\nNew recommendation'
    );
});

test('a template change outside the prompt changes its version but not its digest', async (t) => {
    const { patch, read } = await withPrompt(await createTestApp(t));
    const before = (await read()).body;
    await patch({ name: 'Another name', meta_data: { cut_offs: { partial: 0, strong: 1 } } });
    t.deepEqual((await read()).body, { ...before, version: 2 });
});

test('an empty part is left out of the prompt with its heading, and stays in the sections', async (t) => {
    const { patch, read } = await withPrompt(await createTestApp(t));
    await patch({ evaluator_role: '', intro: '', directions: '', output_format: '', recommendation: '' });
    const { prompt, sections, sha256: digest } = (await read()).body;
    t.is(prompt, `# Criteria\n${criteria}`);
    t.is(digest, sha256(prompt));
    t.deepEqual(Object.values(sections), ['', '', criteria, '', '', '', '']);
});

test('the shown prompt is exactly the text that a build saves and evaluates with', async (t) => {
    const testApp = await createTestApp(t);
    const { author, backend, patch, read, sage } = await withPrompt(testApp);
    const { id } = (await backend.send('POST', '/context/', { name: 'Values', context: 'Calm {{intro}}' }))
        .body;
    await author.send('PATCH', `/sages/${sage.id}`, { context_ids: [id] });
    await patch({ intro: 'é {{directions}} 漢字' });
    const { body } = await read();
    const { run_id } = (await author.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    await testApp.drain();
    t.is((await author.action('svc_get_workflow_status', { run_id })).body.state, 'completed');
    const { prompt, release } = await artifactsOf(testApp.store.read, run_id, ['prompt', 'release']);
    const { prompt: text, sections, output_schema, sha256: digest } = body;
    t.deepEqual(prompt, { prompt: text, sections, output_schema, sha256: digest });
    t.like(release, { prompt_sha256: sha256(text), results: { id: sage.results_id, version: 2 } });
    const { report } = (await author.get(`/sages/${sage.id}/builds/${run_id}/report`)).body.data;
    t.is(report.release.prompt_sha256, digest);
    t.deepEqual(report.release.contexts, [{ id, version: 1 }]);
});
