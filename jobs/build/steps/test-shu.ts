import { givesLevels } from '../../../db/sages/sages.ts';
import { readsLanguage } from '../../../db/sages/words.ts';
import type { EvidenceKind, Finding } from '../../../db/sages/verdicts.ts';
import { type Check, countCheck, notTried, outcomeOf } from '../checks.ts';
import { criterionOf, findingOf } from '../comparing.ts';
import { casesOf, counted, failure, type Judged, judgeCases } from '../fixtures/cases.ts';
import { isPlain, waysOf } from '../fixtures/remarks.ts';
import { validCheck } from '../gates/levels.ts';
import { shuOfLevels } from '../gates/stages.ts';
import { mostCases, spread } from '../sample.ts';
import type { BuildStep, StepInput } from './step.ts';

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
