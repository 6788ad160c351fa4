// Compares two verdicts on one answer by their levels, if any, and by the indicators that the reader found.
import type { Criterion } from '../../db/sages/sages.ts';
import { rankOf } from '../../db/judgement/licence/agreement.ts';
import type { Finding } from '../../db/sages/verdicts.ts';
import type { Judged } from './fixtures/cases.ts';

/** Returns the criterion of a case with one answer. */
export const criterionOf = ({ fixture }: Pick<Judged, 'fixture'>) => Object.keys(fixture.answers)[0] ?? '';

/** The flags of a finding that is unreliable; a finding without a level is not. */
const broken = new Set([
    'finding_missing',
    'finding_ambiguous',
    'level_invalid',
    'level_unquoted',
    'quote_not_found',
    'reply_invalid'
]);

export const isBroken = ({ flags }: Finding) => flags.some((flag) => broken.has(flag));

export const findingOf = ({ verdict }: Judged, criterionId: string) =>
    verdict.findings.find(({ criterion_id }) => criterion_id === criterionId);

/** Returns the indicators in favour of the candidate. */
function saidIn(finding: Finding | undefined, { indicators }: Pick<Criterion, 'indicators'>) {
    const said = (finding?.evidence ?? []).filter(({ kind }) => kind === 'said');
    return new Set(said.map(({ indicator }) => indicator).filter((one) => indicators.includes(one)));
}

const isFlagged = (finding: Finding | undefined) => (finding?.flags ?? []).length > 0;
const levelIn = (finding: Finding | undefined) => finding?.level ?? 'unscored';

/** Whether two findings have the same level and the same indicators. */
export function isSame(one: Finding | undefined, other: Finding | undefined, criterion: Criterion) {
    const [said, before] = [saidIn(one, criterion), saidIn(other, criterion)];
    return levelIn(one) === levelIn(other) && said.symmetricDifference(before).size === 0;
}

/** Whether a finding has a lower level, fewer indicators, or a flag that the other does not have. */
export function isLowered(finding: Finding | undefined, base: Finding | undefined, criterion: Criterion) {
    if (rankOf(levelIn(finding)) < rankOf(levelIn(base))) return true;
    const less = !saidIn(base, criterion).isSubsetOf(saidIn(finding, criterion));
    return less || (isFlagged(finding) && !isFlagged(base));
}

/** Whether a finding is better for the candidate than another, and has no flag. */
export function isLifted(finding: Finding | undefined, base: Finding | undefined, criterion: Criterion) {
    if (rankOf(levelIn(finding)) > rankOf(levelIn(base))) return true;
    return !saidIn(finding, criterion).isSubsetOf(saidIn(base, criterion)) && !isFlagged(finding);
}

/** Describes a finding in words, for a report. */
export function summaryOf(finding: Finding | undefined, criterion: Pick<Criterion, 'indicators'>) {
    if (!finding) return 'no finding';
    const said = [...saidIn(finding, criterion)];
    const level = finding.level === 'unscored' ? '' : finding.level;
    const words = said.length > 0 ? `found: ${said.join('; ')}` : finding.evidence ? 'nothing found' : '';
    const flags = finding.flags.length > 0 ? `flagged: ${finding.flags.join(', ')}` : '';
    return [level, words, flags].filter((part) => part !== '').join(', ') || 'unscored';
}
