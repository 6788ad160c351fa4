import test from 'ava';
import type { CutOffs } from '../../../db/sages/template-versions.ts';
import { improve } from '../../../jobs/build/improvement.ts';
import { rules } from '../../../jobs/evaluation/rules.ts';
import * as broken from '../../doubles/broken-evaluators.ts';
import { build, debugging, never, paid, snapshotOf, teamwork } from '../../support/builds.ts';

const criteria = [debugging, teamwork];

async function improved(cutOffs: CutOffs, evaluator = rules) {
    const { frozen } = await build(snapshotOf(criteria));
    const snapshot = snapshotOf(criteria, cutOffs);
    const by = { snapshot, frozen, evaluator, hold: paid };
    return improve({ ...by, signal: never(), now: () => 0, progress: () => undefined });
}

test('cut-offs that are too strict are replaced when the held-out answers prove others better', async (t) => {
    const { adopted, cutOffs, kappa } = await improved({ partial: 0.01, strong: 0.95 });
    t.true(adopted);
    t.true(cutOffs.strong < 0.95);
    t.true(kappa.after > kappa.before);
});

test('what judges every answer right is not tuned', async (t) => {
    const { adopted, cutOffs, kappa } = await improved({ partial: 0.01, strong: 0.5 });
    t.false(adopted);
    t.deepEqual(cutOffs, { partial: 0.01, strong: 0.5 });
    t.deepEqual(kappa, { before: 1, after: 1 });
});

test('cut-offs that judge better are not adopted while an attack lifts a level', async (t) => {
    const { adopted, cutOffs, why } = await improved({ partial: 0.01, strong: 0.95 }, broken.obedient);
    t.false(adopted);
    t.deepEqual(cutOffs, { partial: 0.01, strong: 0.95 });
    t.is(why, 'Other cut-offs do not pass the tests.');
});
