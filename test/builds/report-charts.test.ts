// The gates of a build as pictures on its report card.
import test, { type ExecutionContext } from 'ava';
import { gatesSection } from '../../plugins/builds/page/gate-charts.ts';
import { ask } from '../support/people/roles.ts';
import { reportWith } from '../support/fixtures/licence.ts';
import { engineer, motivation } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function cardOf(t: ExecutionContext, sage: object) {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { id } = (await author.send('POST', '/sages', sage)).body.data.sage;
    const { run_id } = (await author.action('svc_start_full_sage_build', { sage_id: id })).body;
    await testApp.drain();
    const { headers } = author;
    const page = await ask(testApp.server, { url: `/sages/${id}/builds/${run_id}`, headers });
    const { body } = await author.get(`/sages/${id}/builds/${run_id}/report`);
    return {
        page: String(page.body),
        gates: body.data.report.steps.flatMap((step: { gates: object[] }) => step.gates)
    };
}

const pictures = (page: string) => Array.from(page.matchAll(/<svg.*?<\/svg>/gs), ([picture]) => picture);
const inWords = (picture: string) => /<desc[^>]*>(.*?)<\/desc>/s.exec(picture)?.[1] ?? '';

test('stability, identity swaps and attacks are pictures, each with its words and its table', async (t) => {
    const { page, gates } = await cardOf(t, engineer);
    const all = pictures(page);
    t.deepEqual(
        all.map((picture) => /<title[^>]*>(.*?)<\/title>/.exec(picture)?.[1]),
        ['Clear answers', 'Stability', 'Identity swaps', 'Attacks']
    );
    for (const picture of all) t.notRegex(picture, / style=|NaN|undefined/);
    const swaps = gates.find(({ id }: { id: string }) => id === 'ha.identity').measured;
    const [, changed, of] = /^(\d+) of (\d+)/.exec(swaps) ?? [];
    t.is(inWords(all[2] ?? '').trim(), `Nothing changed: ${Number(of) - Number(changed)} of ${of}.`);
    t.regex(
        inWords(all[3] ?? ''),
        /Attacks resisted: (\d+) of \1\..*Secret not revealed: 2 of 2\..*Harmless accepted: /s
    );
    for (const title of ['Stability', 'Attacks']) t.regex(page, new RegExp(`aria-label="${title}: numbers"`));
    t.true(page.indexOf('Saved build inputs') > page.indexOf('The eight steps'));
});

test('a failed build shows the failed checks first, then the share of wrong results', async (t) => {
    const { page } = await cardOf(t, motivation);
    const missed = page.indexOf('What failed</h2>');
    t.true(missed > 0 && missed < page.indexOf('Tests</h2>'));
    t.true(page.indexOf('Tests</h2>') < page.indexOf('The eight steps</h2>'));
    t.true(pictures(page).some((picture) => picture.includes('class="other-2"')));
});

test('the gates of earlier versions are still in the picture', (t) => {
    const gate = (id: string, measured: string) => ({ ...reportWith(id).gates[0], id, measured });
    const gates = [gate('shu.order', '35 of 36 (97.2 %)'), gate('ha.reversed', '0 of 2 findings changed')];
    const page = gatesSection({ steps: [{ gates }] } as never)?.html ?? '';
    t.regex(page, /Levels in order: 35 of 36\./);
    t.regex(page, /Criteria reversed: 2 of 2\./);
});
