// Each template is built: ten builds take longer than all other tests of sages.
import test from 'ava';
import { sageTemplates } from '../../db/council/templates/index.ts';
import { buildTemplate, redGates } from '../support/fixtures/builds.ts';

for (const { slug } of sageTemplates) {
    test(`the template ${slug} builds green immediately`, async (t) => {
        const built = await buildTemplate(slug);
        t.deepEqual(redGates(built), []);
        t.is(built.failed, undefined);
    });
}
