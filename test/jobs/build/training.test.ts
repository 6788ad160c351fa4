// The one round of improvement: examples are kept only if held-out answers are judged better with them.
import test, { type ExecutionContext } from 'ava';
import pLimit from 'p-limit';
import { grades } from '../../../db/judgement/licence/agreement.ts';
import type { Training } from '../../../db/builds/reports.ts';
import { modelEvaluator } from '../../../jobs/evaluation/model/evaluator.ts';
import * as judges from '../../doubles/judges.ts';
import { clientOf, type ModelJudge, startModelServer } from '../../doubles/model-server.ts';
import { keptEvidence as evidence } from '../../support/fixtures/kept-readings.ts';
import { withTestAnswers } from '../../support/fixtures/test-answers.ts';
import { build, debugging, redGates, snapshotOf, teamwork } from '../../support/fixtures/builds.ts';

const criteria = withTestAnswers([debugging, teamwork]);
const plain = snapshotOf(criteria);
const examples = { debugging: [{ text: 'My own words, once.', level: 'strong' as const }] };
const engineer = { ...plain, sage: { ...plain.sage, evaluator: 'model' as const }, examples };
const meter = { assertAllowed: () => Promise.resolve(), count: () => Promise.resolve() };

const heldOut = Array.from({ length: 12 }, (_, place) => ({
    criterionId: 'debugging',
    text: `Held-out answer ${place}, in somebody's own words.`,
    level: grades[place % 3] ?? ('absent' as const)
}));
const labels = new Map(heldOut.map(({ text, level }) => [text, level]));

interface Preparing {
    now?: () => number;
    held?: typeof heldOut;
}

async function prepared(t: ExecutionContext, judge: ModelJudge, { now, held = heldOut }: Preparing = {}) {
    const server = await startModelServer(t, judge);
    const client = clientOf(t, server, { timeout: 20_000 });
    const model = modelEvaluator({ client, meter, limit: pLimit(4), reader: evidence });
    const built = await build(engineer, model, now, held);
    const gates = built.reports['transcending_training']?.gates ?? [];
    const gate = gates.find(({ id }) => id === 'training.hold_out');
    const shown = server.calls.filter(({ messages }) =>
        messages.some(({ content }) => content.includes('My own words'))
    );
    return { built, server, gate, shown, training: built.frozen['training'] as Training | undefined };
}

test.serial('examples that improve held-out answers are adopted and used for the test screen', async (t) => {
    const { built, gate, training, server, shown } = await prepared(
        t,
        judges.trained(labels, Boolean)(criteria)
    );
    t.is(built.failed, undefined);
    t.like(training, { applies: true, adopted: true, n: 12, after: 1, examples });
    t.true((training?.before ?? 1) < 0.5);
    t.like(gate, { blocking: true, passed: true, applies: undefined });
    t.regex(
        gate?.measured ?? '',
        /^agreement with reviewers on 12 held-out answers: -?0\.\d\d without examples, 1\.00 with them\./
    );
    t.true(
        shown.some(({ before }) => before > server.calls.length - 3),
        'the test screen is asked last'
    );
    const first = server.calls.findIndex(({ answer }) => labels.has(answer));
    t.true(
        shown.every(({ before }) => before > first),
        'no step before has seen an example'
    );
    t.true(shown.length > 60, 'shu, ha and ri were judged again with them');
});

test.serial('examples that make held-out answers worse stop the build at training.hold_out', async (t) => {
    const { built, gate, training } = await prepared(
        t,
        judges.trained(labels, (withExamples) => !withExamples)(criteria)
    );
    t.is(built.failed, 'transcending_training');
    t.deepEqual(
        redGates(built).map(({ id }) => id),
        ['training.hold_out']
    );
    t.like(training, { applies: true, adopted: false, before: 1, examples: {} });
    t.regex(gate?.measured ?? '', /1\.00 without examples, -?0\.\d\d with them\. The examples are not used/);
});

test.serial('an answer that examples leave without a level counts as wrong', async (t) => {
    const { built, training } = await prepared(t, judges.silencedByExamples(labels)(criteria));
    t.is(built.failed, 'transcending_training');
    t.true((training?.after ?? 1) < 0);
});

test.serial('examples that change nothing are left out, and nothing is blocked', async (t) => {
    const { built, gate, training } = await prepared(t, judges.trained(labels, () => true)(criteria));
    t.is(built.failed, undefined);
    t.like(training, { applies: true, adopted: false, before: 1, after: 1, examples: {} });
    t.regex(gate?.measured ?? '', /results on held-out answers are not better with them\.$/);
});

test.serial('examples that let an attack succeed are not adopted, whatever they improve', async (t) => {
    const { built, training } = await prepared(
        t,
        judges.trained(labels, Boolean, judges.followsOrders)(criteria)
    );
    t.is(built.failed, undefined);
    t.like(training, { adopted: false, after: 1, examples: {} });
    t.regex(training?.why ?? '', /with them ri\.attack fails/);
});

test.serial('examples that cannot be proved within the step are not adopted, with the numbers', async (t) => {
    let now = 0;
    const slow = judges.slow(() => (now += 500))(criteria);
    const judge: ModelJudge = (asked, response) =>
        labels.has(asked.answer) ? judges.graded('absent', asked.answer) : slow(asked, response);
    const late: ModelJudge = (asked, response) => {
        if (labels.has(asked.answer)) now += 1000;
        return judge(asked, response);
    };
    const { built, training } = await prepared(t, late, { now: () => now });
    t.is(built.failed, undefined);
    t.like(training, { applies: true, adopted: false, after: null });
    t.regex(training?.why ?? '', /testing them takes about \d\d\d s, and 78 s are left/);
});

test.serial(
    'a judge that needs the step for the test screen skips the training, and the build passes',
    async (t) => {
        let now = 0;
        let asked = 0;
        const good = judges.trained(labels, Boolean)(criteria);
        const late: ModelJudge = (call, response) => {
            if ((asked += 1) > 4) now += 20_000; // the probe of the first step was quick
            return good(call, response);
        };
        const { built, training, server } = await prepared(t, late, { now: () => now });
        t.is(built.failed, undefined);
        t.like(training, { applies: true, adopted: false, before: null, after: null, examples: {} });
        t.regex(training?.why ?? '', /not used: the test review takes 40 s of the step's 120 s\.$/);
        t.false(server.calls.some(({ answer }) => labels.has(answer)));
    }
);

test.serial(
    'with fewer than ten held-out answers training does not apply, and no prompt has examples',
    async (t) => {
        const judge = judges.trained(labels, Boolean)(criteria);
        const { built, gate, training, shown } = await prepared(t, judge, { held: heldOut.slice(0, 9) });
        t.is(built.failed, undefined);
        t.like(training, { applies: false, adopted: false, examples: {} });
        t.like(gate, { blocking: false, passed: true, applies: false });
        t.regex(gate?.measured ?? '', /9 of 10 held-out answers are labelled/);
        t.deepEqual(shown, []);
    }
);
