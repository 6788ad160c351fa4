// A released sage whose judge is a double, labelled answers, and judges with the requested agreement with people.
import { emptyReport } from '../../../db/builds/reports.ts';
import { artifacts, startBuild, steps } from '../../../db/builds/runs.ts';
import { completeBuild, freezeArtifact } from '../../../db/council/steps.ts';
import { type Grade, grades } from '../../../db/judgement/licence/agreement.ts';
import { type GoldItem, putGold } from '../../../db/judgement/gold.ts';
import { createSage } from '../../../db/council/edits.ts';
import { type EvaluatorName, getSage, setFields } from '../../../db/sages/sages.ts';
import { promptFor, takeSnapshot } from '../../../db/council/snapshots.ts';
import { and, eq } from '../../../db/store/drizzle.ts';
import type { Tx } from '../../../db/store/index.ts';
import { sha256 } from '../../../db/accounts/tokens.ts';
import { checkLicence } from '../../../jobs/licence/check-licence.ts';
import type { Evaluator, Judgeable } from '../../../jobs/evaluation/evaluator.ts';
import { anAttempt } from '../servers/attempt.ts';
import { engineerFields } from './sages.ts';
import type { TestApp } from '../servers/test-app.ts';
import { findFair } from './fair.ts';

/** A sage of the council with a release that has judged nothing yet. */
export async function withJudge(testApp: TestApp, evaluator: EvaluatorName = 'model') {
    const { store, now } = testApp;
    const council = await testApp.as('councilAdmin');
    const by = council.user.id;
    const sage = await store.write((tx) => createSage(tx, engineerFields, { by, at: now() }));
    const release = (name: EvaluatorName, { isTried = true } = {}) =>
        store.write(async (tx) => {
            const of = await releaseOf(tx, sage.id, { name, at: now() });
            if (isTried) await findFair(tx, { runId: of, sageId: sage.id }, now());
            return of;
        });
    const runId = await release(evaluator);
    const twoPeople = await twoLabellers(testApp);
    const label = (items: readonly Item[]) => labelByTwo(testApp, sage.id, items);
    const job = (judge: Evaluator, { operator, of = runId }: { operator?: string; of?: string } = {}) =>
        checkLicence({ store, evaluators: { of: () => judge, operator }, now }).run(
            { runId: of },
            anAttempt()
        );
    const check = async (...asked: Parameters<typeof job>) => {
        const effect = await job(...asked);
        if (effect) await store.write(effect);
    };
    const agreement = async () => (await council.get(`/sages/${sage.id}/agreement`)).body.data.agreement;
    return { council, sage, runId, release, label, job, check, agreement, twoPeople };
}

async function twoLabellers(testApp: TestApp) {
    const [anna, ben] = [await testApp.as('reviewer'), await testApp.as('otherAuthor')];
    return [
        { by: 'anna', userId: anna.user.id },
        { by: 'ben', userId: ben.user.id }
    ];
}

/** Each of two people labels every answer, unless it says whose label it is. */
export async function labelByTwo(testApp: TestApp, sageId: number, items: readonly Item[]) {
    const people = await twoLabellers(testApp);
    await testApp.store.write(async (tx) => {
        for (const who of people)
            for (const item of items)
                await putGold(tx, sageId, { ...usual, ...who, ...item, at: testApp.now() });
    });
}

/** A completed build as it leaves its artifacts, without the judging. */
async function releaseOf(tx: Tx, sageId: number, { name, at }: { name: EvaluatorName; at: number }) {
    await setFields(tx, sageId, { evaluator: name });
    const { run } = await startBuild(tx, await getSage(tx, sageId), { by: 1, mayRebuild: true, cost: 0, at });
    const snapshot = await takeSnapshot(tx, sageId);
    const prompt = promptFor(snapshot);
    const { id, version } = snapshot.results;
    const release = {
        prompt_sha256: prompt.sha256,
        fixtures_sha256: prompt.sha256,
        evaluator: { name, version: '1' },
        threshold: snapshot.sage.threshold,
        results: { id, version },
        contexts: []
    };
    const frozen = {
        snapshot,
        prompt,
        release,
        'report:test_shu': reportWith('shu.levels'),
        'report:test_ha': reportWith('ha.identity'),
        'report:test_ri': reportWith('ri.attack'),
        test_screen: { answers: {}, verdict: { findings: [] } }
    };
    for (const [name, body] of Object.entries(frozen)) await freezeArtifact(tx, run.runId, name, body);
    await tx.update(steps).set({ state: 'completed' }).where(eq(steps.runId, run.runId));
    await completeBuild(tx, run.runId, at);
    return run.runId;
}

/** The report of a step with this one gate. */
export const reportWith = (id: string, passed = true) => ({
    ...emptyReport(),
    gates: [{ id, title: id, blocking: true, passed, measured: '', required: '' }]
});

type Item = Partial<GoldItem> & { text: string; level: Grade };

const usual = { criterion: 'debugging', blind: true, source: 'page' } as const;

/** Puts another artifact of this name in the place of the one that was frozen. */
export async function changeArtifact<Body>(
    { store }: TestApp,
    runId: string,
    name: string,
    change: (body: Body) => object
) {
    const isIt = and(eq(artifacts.runId, runId), eq(artifacts.name, name));
    await store.write(async (tx) => {
        const [row] = await tx.select().from(artifacts).where(isIt);
        await tx
            .update(artifacts)
            .set({ body: change(row?.body as Body) })
            .where(isIt);
    });
}

const criteria = ['debugging', 'teamwork'];

/** So many answers, half to each criterion and a third of each level; nothing in them is what a count of words would find. */
export const answers = (n: number) =>
    Array.from({ length: n }, (_, i) => ({
        text: `Answer ${i}: ${ownWords(i)}`,
        criterion: criteria[i % 2] ?? 'debugging',
        level: grades[i % 3] ?? ('absent' as const)
    }));

/** Letters that no other answer has, so that none is a near copy of another. */
const ownWords = (i: number) =>
    sha256(`words ${i}`)
        .replaceAll(/\d/g, (digit) => String.fromCharCode(Number(digit) + 'g'.charCodeAt(0)))
        .replaceAll(/(.{8})/g, '$1 ');

/** A number from 0 to 1 that is always the same for the same text. */
const chance = (text: string) => Number.parseInt(sha256(`judge ${text}`).slice(0, 8), 16) / 2 ** 32;

/**
 * A judge whose weighted kappa with people is this, on ever so many answers of three equally frequent levels: it is one
 * level off in a share e of them, and kappa is then 1 - e / (4/3 - e/3).
 */
export function judgeAtKappa(kappa: number, model?: string) {
    const wrong = ((1 - kappa) * 4) / 3 / (1 + (1 - kappa) / 3);
    return judgeThat((text, label) => {
        if (chance(text) >= wrong) return label;
        if (label !== 'partial') return 'partial';
        return chance(`${text}!`) < 0.5 ? 'absent' : 'strong';
    }, model);
}

/** A judge that gives the answers of `answers` what `level` says, with the calls that it was asked with. */
export function judgeThat(level: (text: string, label: Grade) => Grade, model?: string) {
    const asked: Judgeable[] = [];
    const judge: Evaluator & { asked: Judgeable[] } = {
        name: 'model',
        version: '1',
        asked,
        async find(input) {
            asked.push(input);
            return input.criteria.map(({ id }) => {
                const text = input.answers[id] ?? '';
                const label = grades[Number(/(\d+):/.exec(text)?.[1] ?? 0) % 3] ?? 'absent';
                const given = level(text, label);
                const quotes = given === 'absent' ? [] : [text];
                const finding = { criterion_id: id, level: given, quotes, reason: 'It says so.', flags: [] };
                return model === undefined ? finding : { ...finding, call: callOf(model) };
            });
        }
    };
    return judge;
}

const callOf = (model: string) => ({
    model,
    seed: 1,
    boundary: '',
    messages_sha256: '',
    prompt_tokens: 1,
    completion_tokens: 1
});
