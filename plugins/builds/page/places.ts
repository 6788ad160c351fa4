// The field of the editor where the cause of a failed gate is fixed.
import type { Criterion } from '../../../db/sages/sages.ts';

/** The last part of the name of a field on a card of the editor. */
const fields: Readonly<Record<string, string>> = {
    'rubric.ids': 'id',
    'rubric.weights': 'weight',
    'rubric.question': 'question',
    'rubric.anchors': 'absent',
    'rubric.overlap': 'absent',
    'shu.criterion': 'absent',
    'shu.order': 'absent', // in builds of earlier versions
    'shu.levels': 'a0_text',
    'shu.negatives': 'absent'
};

/**
 * Failures of an evaluator: no field of a rubric fixes them, except for the built-in evaluator, which looks for the indicators.
 */
const ofJudge = /^(?:shu\.(?:valid|twins|empty)|(?:ha|ri|training)\.)/;

const fieldWords: Readonly<Record<string, string>> = {
    id: 'its short name',
    weight: 'its weight',
    question: 'its question',
    absent: 'its levels',
    a0_text: 'its test answers',
    indicators: 'its indicators'
};

/** Gates about the sage as a whole: where its parts are written. */
const pages: Readonly<Record<string, readonly [path: string, word: string]>> = {
    'starting.criteria': ['/criteria', 'its criteria'],
    'starting.role': ['#evaluator_role', 'its role'],
    'starting.evaluator': ['#evaluator', 'its evaluator'],
    'starting.template': ['/results', 'its results template'],
    'rubric.weights': ['/criteria', 'its weights'],
    'prompt.fits': ['/contexts', 'its contexts']
};

export interface Place {
    href: string;
    /** What is there, such as `its indicators`. */
    word: string;
}

interface Editor {
    sageId: number;
    /** As they are now: one may have been renamed or removed since the build. */
    criteria: readonly Pick<Criterion, 'id'>[];
    /** Whether it was built with the reader. */
    isRead?: boolean;
}

/** Returns the field that fixes a gate for one criterion, or for the sage; undefined where no field does. */
export function placeOf(
    { sageId, criteria, isRead = false }: Editor,
    gateId: string,
    { criterionId, says = '' }: { criterionId: string | null; says?: string }
): Place | undefined {
    const at = criteria.findIndex(({ id }) => id === criterionId);
    if (at < 0) {
        const [path, word] = pages[gateId] ?? [];
        return path === undefined || word === undefined
            ? undefined
            : { href: `/sages/${sageId}${path}`, word };
    }
    if (ofJudge.test(gateId) && !isRead) return undefined;
    const field = fieldOf(gateId, says);
    return { href: `/sages/${sageId}/criteria#c${at}_${field}`, word: fieldWords[field] ?? 'its card' };
}

/** The levels or the indicators may contain a protected word. */
const fieldOf = (gateId: string, says: string) =>
    gateId === 'rubric.protected' && says.includes('its levels')
        ? 'absent'
        : (fields[gateId] ?? 'indicators');

/** The errors of a rubric have the form `name of the criterion: what`, separated by semicolons. */
export const faultsOf = ({ criteria }: Editor, measured: string) =>
    measured.split('; ').map((says) => ({
        says,
        criterionId:
            criteria.find(({ id }) =>
                [`${id}: `, `${id} `, `Criterion ${id} `].some((begin) => says.startsWith(begin))
            )?.id ?? null
    }));
