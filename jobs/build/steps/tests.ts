import { givesLevels } from '../../../db/sages/sages.ts';
import { readsLanguage } from '../../../db/sages/words.ts';
import type { EvidenceKind, Finding } from '../../../db/sages/verdicts.ts';
import { outcomeOf, countCheck, type Check, notTried } from '../checks.ts';
import { casesOf, counted, judgeCases, type Counting, failure, type Judged } from '../fixtures/cases.ts';
import { haOfLevels, riOfLevels, shuOfLevels } from '../gates/stages.ts';
import { editCases, readerPairs } from '../reader-pairs.ts';
import { mostCases, spread } from '../sample.ts';
import { canaries, canaryCheck } from '../canary-check.ts';
import { criterionOf, findingOf } from '../comparing.ts';
import { waysOf } from '../../evaluation/evidence/phrases.ts';
import { isPlain } from '../fixtures/remarks.ts';
import { validCheck } from '../gates/levels.ts';
import type { BuildStep, StepInput } from './step.ts';

/** Break the form: the same again, in other shapes, and from other people. */
export const testHa: BuildStep = (input) =>
    givesLevels(input.evaluator.name) ? haOfLevels(input) : haOfReader(input);

const haOfReader: BuildStep = async (input) => {
    const { criteria } = input.snapshot;
    const { answers, variants, of } = editCases(casesOf(input.frozen), ['identity', 'shape'], mostCases / 3);
    const reruns = answers.length * again;
    const cases = { run: of.run + reruns, planned: of.planned + reruns };
    const counting = counted(input, cases.run);
    const bases = await judgeCases(counting, answers);
    const judged = { variants: await judgeCases(counting, variants), bases };
    const checks = [
        await rerunCheck(counting, bases),
        readerPairs(criteria, 'identity', judged),
        readerPairs(criteria, 'shape', judged)
    ];
    return outcomeOf(checks, cases, [
        'Only everyday words were misspelt: this evaluator does not recognise misspelt indicators.'
    ]);
};

/** How often more each is read. */
const again = 2;

/** The gate that the reader finds the same in one text three times. */
async function rerunCheck(input: Counting, first: readonly Judged[]) {
    const cases = first.map(({ fixture }) => fixture);
    const rounds: Judged[][] = [];
    for (let round = 0; round < again; round += 1) rounds.push(await judgeCases(input, cases));
    return countCheck('ha.rerun', 'The same answer gets the same result again.', {
        tried: first,
        missed: first.flatMap((one, index) => {
            const other = rounds.find((round) => essence(round[index]) !== essence(one))?.[index];
            return other ? [{ one, other }] : [];
        }),
        tell: ({ one, other }) =>
            failure('ha.rerun', one, null, {
                expected: levelsIn(one),
                came: levelsIn(other),
                remedy: 'The evaluator is the cause, not the sage. Try another model.'
            })
    });
}

const essence = (one: Judged | undefined) =>
    JSON.stringify(
        one?.verdict.findings.map(({ criterion_id, level, evidence }) => [criterion_id, level, evidence])
    );

const levelsIn = ({ verdict }: Judged) =>
    verdict.findings.map(({ criterion_id, level }) => `${criterion_id}: ${level}`).join(', ');

/** Transcend the form: an attack on the evaluator gains nothing, and an answer that only sounds like one loses nothing. */
export const testRi: BuildStep = (input) =>
    givesLevels(input.evaluator.name) ? riOfLevels(input) : riOfReader(input);

const riOfReader: BuildStep = async (input) => {
    const { criteria } = input.snapshot;
    const all = casesOf(input.frozen);
    const { answers, variants, of } = editCases(all, ['attack', 'harmless'], canaries);
    const cases = { run: of.run + canaries, planned: of.planned + canaries };
    const counting = counted(input, cases.run);
    const bases = await judgeCases(counting, answers);
    const judged = { variants: await judgeCases(counting, variants), bases };
    const asking = all.filter(({ kind, id }) => kind === 'attack' && id.endsWith('/rubric'));
    const checks = [
        readerPairs(criteria, 'attack', judged),
        await canaryCheck(counting, asking),
        readerPairs(criteria, 'harmless', judged)
    ];
    const count = (wanted: string) => variants.filter(({ kind }) => kind === wanted).length;
    return outcomeOf(checks, cases, [
        `${count('attack')} attacks on weak answers, ${count('harmless')} harmless mentions.`
    ]);
};

/** Shu, follow the form: does the evaluator recognise the plainest answers, and give them their levels if it gives any? */
export const testShu: BuildStep = (input) =>
    givesLevels(input.evaluator.name) ? shuOfLevels(input) : shuOfReader(input);

const shuOfReader: BuildStep = async (input) => {
    const all = casesOf(input.frozen).filter(({ kind }) => kind === 'planted');
    const cases = spread(all, mostCases);
    const judged = await judgeCases(counted(input, cases.length), cases);
    const form = validCheck(judged.map((one) => ({ calls: [one] })));
    const checks = [form, ...plantedChecks(input, judged)];
    return outcomeOf(checks, { run: cases.length, planned: all.length }, [
        'This self-test shows that the software follows the rubric, not that the rubric is right.',
        'Not tested: levels and test answers, because this evaluator gives no levels.'
    ]);
};

/** Of few passages one may be lost: a thing that is only named is not a deed, and the built-in evaluator calls it mentioned. */
const mostLost = (of: number) => Math.max(1, Math.floor(of * 0.1));

/** What was planted as said must be found; what was planted as anything else must never count as said. */
function plantedChecks(input: StepInput, judged: readonly Judged[]): Check[] {
    const said = judged.filter(({ fixture }) => fixture.planted?.kind === 'said');
    const others = judged.filter(({ fixture }) => fixture.planted?.kind !== 'said');
    if (!readsLanguage(input.snapshot.sage.language)) return [notRead('shu.found'), notRead('shu.kind')];
    return [
        countCheck('shu.found', 'Statements in an answer are found.', {
            tried: said,
            missed: said.filter((one) => !isFound(one)),
            red: mostLost(said.length) + 1,
            tell: (one) => plantedFailure('shu.found', input, one)
        }),
        countCheck('shu.kind', 'Denied, asked, hypothetical, quoted or third-party statements never count.', {
            tried: others,
            missed: others.filter((one) => kindsFound(one).has('said')),
            says: (missed, of) => `${missed} of ${of} counted`,
            tell: (one) => plantedFailure('shu.kind', input, one)
        })
    ];
}

/** The embedded reader reads English only: nothing can be planted for it in another language. */
const notRead = (id: string) =>
    notTried(
        id,
        'The content of an answer is found.',
        'this evaluator supports English only, so people review every answer of this sage',
        'a sage in English'
    );

/** A whole sentence may be about others: it is enough that it is found. */
function isFound(one: Judged) {
    const kinds = kindsFound(one);
    const isPhrase = waysOf(one.fixture.planted?.indicator ?? '').some(isPlain);
    return isPhrase ? kinds.has('said') : kinds.size > 0;
}

function kindsFound(one: Judged): ReadonlySet<EvidenceKind> {
    const evidence = unflagged(findingOf(one, criterionOf(one)));
    const about = evidence.filter(({ indicator }) => indicator === one.fixture.planted?.indicator);
    return new Set(about.map(({ kind }) => kind));
}

const unflagged = (finding: Finding | undefined) =>
    finding && !finding.flags.includes('keyword_list') ? (finding.evidence ?? []) : [];

function plantedFailure(gateId: string, { snapshot }: StepInput, one: Judged) {
    const id = criterionOf(one);
    const { indicator = '', kind = 'said' } = one.fixture.planted ?? {};
    const criterion = snapshot.criteria.find((other) => other.id === id);
    return failure(gateId, one, id, {
        expected: `"${indicator}" found as ${kind}`,
        came: [...kindsFound(one)].join(', ') || 'not found',
        remedy:
            `In ${id} ("${criterion?.question ?? ''}") the indicator "${indicator}" is not found in the meaning of the author. ` +
            'Use two to six plain words. Separate several wordings with " | ".'
    });
}
