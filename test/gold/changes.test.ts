// When a change of an answer matters to a judge, when it does not, and when neither is shown.
import test from 'ava';
import {
    type Edited,
    type Fairness,
    fairnessOf,
    shownBy,
    storeFairness
} from '../../db/judgement/licence/changes.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { withJudge } from '../support/fixtures/licence.ts';

const edited = (levels: Edited['levels'], more: Partial<Edited> = {}): Edited => ({
    says: 'it',
    mayOnlyLift: false,
    isSentence: true,
    levels,
    ...more
});
/** So many pairs of a level of which so many moved. */
const pairs = (n: number, moved = 0, by = -1, untouched = 0) => ({
    shifts: Object.fromEntries(Array.from({ length: n }, (_, at) => [at, at < moved ? by : 0])),
    untouched
});
const shown = (levels: Edited['levels'], more?: Partial<Edited>) =>
    shownBy({ edits: { it: edited(levels, more) } })[0];

test('so many moved pairs matter, so few do not, and too few pairs of a level show neither', (t) => {
    const is = (levels: Edited['levels'], more?: Partial<Edited>) => shown(levels, more)?.result;
    t.like(shown({ strong: pairs(30, 29), partial: pairs(30) }), {
        pairs: 60,
        lowered: 29,
        lifted: 0,
        result: 'matters'
    });
    t.is(is({ strong: pairs(30, 5), partial: pairs(30) }), 'not_shown', 'five of five: p = 0.0625');
    t.is(is({ strong: pairs(30, 6), partial: pairs(30) }), 'matters', 'six of six: p = 0.03');
    t.is(is({ strong: pairs(30, 3), partial: pairs(30, 3, 1) }), 'no_matter', 'up as often as down');
    t.is(is({ strong: pairs(30), partial: pairs(30) }), 'no_matter');
    t.is(is({ strong: pairs(30), partial: pairs(14) }), 'not_shown');
    t.is(is({ strong: pairs(0), partial: pairs(60) }), 'not_shown', 'no strong answer was tried');
    const form = { mayOnlyLift: true };
    t.is(is({ partial: pairs(30, 29), absent: pairs(30) }, form), 'no_matter', 'bullets may cost a level');
    t.is(is({ partial: pairs(30, 29, 1), absent: pairs(30) }, form), 'matters', 'and must not lift one');
    const few = { isSentence: false };
    t.is(is({ strong: pairs(4, 0, 0, 60), partial: pairs(2, 0, 0, 60) }, few), 'does_not_apply');
    t.is(
        is({ strong: pairs(30, 0, 0, 9), partial: pairs(2, 0, 0, 60) }, few),
        'no_matter',
        'to one level it does'
    );
    t.is(
        is({ strong: pairs(0), partial: pairs(2, 0, 0, 60) }, few),
        'not_shown',
        'no strong answer was looked at'
    );
    t.is(
        is({ strong: pairs(0, 0, 0, 60), partial: pairs(0, 0, 0, 60) }),
        'not_shown',
        'words of the rubric hide nothing'
    );
    const whole = { strong: pairs(30), partial: pairs(30) };
    const all = Array.from({ length: 24 }, (_, at) => [
        at,
        edited(at > 0 ? whole : { ...whole, strong: pairs(30, 6) })
    ]);
    t.is(
        shownBy({ edits: Object.fromEntries(all) })[0]?.result,
        'not_shown',
        'of 24 changes one moves six by chance'
    );
});

test('two nightly checks at the same time lose no results', async (t) => {
    const testApp = await createTestApp(t);
    const { sage, release } = await withJudge(testApp);
    const runId = await release('model', { isTried: false });
    const ids = { runId, sageId: sage.id };
    const of = (shifts: Record<string, number>): Fairness => ({
        judge: 'it',
        since: 0,
        failed: {},
        goesOn: true,
        edits: { it: edited({ strong: { shifts, untouched: 0 } }) }
    });
    await testApp.store.write((tx) => storeFairness(tx, ids, of({ 1: -1, 2: 0 }), 1));
    await testApp.store.write((tx) => storeFairness(tx, ids, of({ 1: 0, 3: 0 }), 2));
    const state = await fairnessOf(testApp.store.read, runId);
    t.deepEqual(state?.edits['it']?.levels.strong?.shifts, { 1: -1, 2: 0, 3: 0 });
});
