// Why a sage cannot be built. The editor, the page of the sage, Start and the refusal of a build all show this.
import type { SageRow } from '../sages/sages.ts';
import { missingFields } from '../sages/workflow.ts';
import { Refusal } from '../store/refusal.ts';
import type { Gate } from './reports.ts';

export interface Blocker {
    /** The field of the sage that its author changes. */
    field: string;
    /** What to do, as part of a list; the fault of a criterion starts with its id and a colon. */
    says: string;
    /** The name of a part that is missing; undefined where a part is wrong. */
    missing?: string;
    /** The gate that found it, if one did. */
    gate?: string;
    /** The part of the criterion that is missing. */
    part?: keyof SageRow['criteria'][number]['levels'];
}

type Draft = Pick<SageRow, 'name' | 'evaluatorRole' | 'criteria' | 'resultsId'>;

/** `gates`: what the first steps of a build find in the sage. */
export function blockersOf(draft: Draft, gates: readonly Gate[]): Blocker[] {
    const missing = missingFields({ ...draft, hasTemplate: draft.resultsId !== null });
    const unasked = draft.criteria.filter(({ question }) => question === '');
    const unleveled = draft.criteria.flatMap(({ id, levels }) => {
        const empty = (['strong', 'partial', 'absent'] as const).filter(
            (level) => levels[level].trim() === ''
        );
        const [part] = empty;
        const says = `${id}: describe the ${empty.length === 1 ? 'level' : 'levels'} ${empty.join(', ')}`;
        return part === undefined ? [] : [{ field: 'criteria', part, says }];
    });
    const failed = gates.filter(({ passed, blocking }) => !passed && blocking);
    return [
        ...missing.map(({ field, says, remedy }) => ({ field, says: remedy, missing: says })),
        ...unasked.map(({ id }) => ({ field: 'criteria', says: `${id}: enter the question` })),
        ...unleveled,
        ...failed.flatMap(faultsIn)
    ];
}

/** Of what a gate names in a sentence about the sage: its field. */
const parts = [
    ['name', 'name'],
    ['role', 'evaluator_role'],
    ['contexts', 'context_ids']
] as const;

/** What a gate finds wrong, one by one. */
export function faultsIn({ id: gate, measured, required }: Gate): Blocker[] {
    if (gate === 'starting.template')
        return [{ gate, field: 'results', says: 'The results template is empty. Write it' }];
    if (gate === 'prompt.fits')
        return [
            {
                gate,
                field: 'context_ids',
                says: `The prompt has ${measured}. Shorten or remove contexts, to ${required}`
            }
        ];
    return measured.split('; ').map((says) => ({
        gate,
        field: parts.find(([part]) => says.startsWith(`The ${part} contain`))?.[1] ?? 'criteria',
        says
    }));
}

/** Refuses: wrong_state, naming the field of the first blocker. */
export function assertBuildable(blockers: readonly Blocker[]) {
    const [first] = blockers;
    if (!first) return;
    throw new Refusal('wrong_state', `This sage cannot be built yet. ${inOneSentence(blockers)}.`, {
        field: first.field
    });
}

/** Returns what is missing as one list, and what is wrong after it. */
function inOneSentence(blockers: readonly Blocker[]) {
    const missing = blockers.flatMap((one) => one.missing ?? []);
    const wrong = blockers.filter((one) => one.missing === undefined).map(({ says }) => says);
    return [...(missing.length > 0 ? [`Missing: ${missing.join(', ')}`] : []), ...wrong].join('; ');
}
