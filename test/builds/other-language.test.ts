// The report card of a sage in a language that the embedded reader does not read.
import test from 'ava';
import type { Gate } from '../../db/builds/reports.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('people review every answer of a sage in another language, and empty checks are not passed', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { id } = (await author.send('POST', '/sages', engineer)).body.data.sage;
    await author.send('PATCH', `/sages/${id}`, { language: 'de' });
    const { run_id } = (await author.action('svc_start_full_sage_build', { sage_id: id })).body;
    await testApp.drain();
    const path = `/sages/${id}/builds/${run_id}`;
    const { steps, gates } = (await author.get(`${path}/report`)).body.data.report;
    const all = steps.flatMap((step: { gates: Gate[] }) => step.gates) as Gate[];
    const idle = all.filter(({ applies }) => applies === false).map((gate) => gate.id);
    for (const gate of ['shu.found', 'shu.kind', 'ha.identity', 'ha.rerun', 'ha.shape', 'ri.attack'])
        t.true(idle.includes(gate), gate);
    t.false(idle.includes('ri.harmless'), 'flags are found in any language');
    t.like(gates, { total: all.length - idle.length, not_applicable: idle.length });
});
