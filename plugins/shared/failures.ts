// What failed in a check, in plain words: in which question, what it means, what to do, and where.
import type { CaseFailure, Gate } from '../../db/builds/reports.ts';
import type { Criterion } from '../../db/sages/sages.ts';
import { type Failing, failings, fieldOfWords, type FixName, fixes, fixesOfReader } from './gates.ts';

export interface Failure {
    gateId: string;
    /** Whether it stops the check; otherwise it is worth a look. */
    blocks: boolean;
    /** With the question, such as `A level is vague, in question 2 (teamwork)`. */
    title: string;
    /** What it means; empty where the title says all. */
    means: string;
    /** What to do, as one or two sentences. */
    act: string;
    /** The label of the link to the field; `href` is undefined where the question was removed since. */
    button: string;
    href: string | undefined;
    /** The answers that failed. */
    answers: readonly CaseFailure[];
}

interface Sage {
    id: number;
    /** As they are now: one may have been renamed or removed since the check. */
    criteria: readonly Pick<Criterion, 'id'>[];
}

/** What one gate found in one question, or in the sage as a whole. */
interface Fault {
    criterionId: string | null;
    says: string;
    answers: readonly CaseFailure[];
}

/** One for each gate and question. `gates`: of a run, or of what is found before it; `cases`: those that failed. */
export function failuresInWords(
    sage: Sage,
    gates: readonly Gate[],
    cases: readonly CaseFailure[] = []
): Failure[] {
    const isRead = gates.some(({ id }) => id === 'shu.found');
    return gates.flatMap((gate) => {
        const { id, applies = true, passed, blocking } = gate;
        const answers = cases.filter(({ gate_id }) => gate_id === id);
        if (answers.length === 0 && (passed || !applies)) return [];
        const faults = answers.length > 0 ? byQuestion(answers) : faultsOf(sage, gate);
        return faults.map((fault) => ({
            gateId: id,
            blocks: applies && blocking && !passed,
            ...inWords(sage, gate, fault, isRead)
        }));
    });
}

const byQuestion = (answers: readonly CaseFailure[]): Fault[] =>
    [...Map.groupBy(answers, ({ criterion_id }) => criterion_id)].map(([criterionId, some]) => ({
        criterionId,
        says: '',
        answers: some
    }));

/** The faults of a rubric have the form `name of the question: what`, separated by semicolons. */
function faultsOf({ criteria }: Sage, { id, measured }: Gate): Fault[] {
    const faults = measured
        .split(id === 'generation.complete' ? /(?<=\.) (?=Criterion |")/ : '; ')
        .map((says) => {
            const isNamed = ({ id: name }: Pick<Criterion, 'id'>) =>
                [`${name}: `, `${name} `, `Criterion ${name} `].some((start) => says.startsWith(start)) ||
                says.includes(` of criterion ${name} is`);
            return { says, criterionId: criteria.find(isNamed)?.id ?? null, answers: [] };
        });
    const named = faults.filter(({ criterionId }) => criterionId !== null);
    if (id.startsWith('rubric.')) return faults;
    return named.length > 0 ? named : faults.slice(0, 1);
}

function inWords(sage: Sage, gate: Gate, { criterionId, says, answers }: Fault, isRead: boolean) {
    const at = sage.criteria.findIndex(({ id }) => id === criterionId);
    const known = failings.get(gate.id) ?? (['again', gate.title, gate.measured] as const);
    const { title, means, ...own } = wordsOf(gate.id, says, known);
    const fixName = own.fix ?? (isRead ? (fixesOfReader[gate.id] ?? ofReader(known[0])) : known[0]);
    const [place, button, act] = fixes[fixName];
    const field = fixName === 'words' ? fieldOfWords(says) : place;
    return {
        title: at < 0 ? title : `${title}, in question ${at + 1} (${plain(criterionId ?? '')})`,
        means,
        act: own.act ?? act,
        button,
        href: hrefOf(sage, at, field),
        answers
    };
}

/** There is no other evaluator of this kind to choose. */
const ofReader = (fix: FixName): FixName => (fix === 'evaluator' ? 'again' : fix);

function hrefOf({ id }: Sage, at: number, place: string) {
    if (/^[/#]/.test(place)) return `/sages/${id}${place}`;
    return at < 0 ? undefined : `/sages/${id}/criteria#c${at}_${place}`;
}

interface Words {
    title: string;
    means: string;
    /** What to do where it depends on the fault. */
    act?: string;
    fix?: FixName;
}

/** The faults of a rubric say what is wrong and may say what to do after it; the others have the words of their gate. */
function wordsOf(gateId: string, says: string, [, title, means = '']: Failing): Words {
    if (gateId === 'generation.complete') return ofTestAnswers(says, title);
    if (!gateId.startsWith('rubric.')) return { title, means };
    const [what = '', ...act] = plain(says.replace(/^[^":]*: /, '')).split('. ');
    const alone = { title, means: sentence(what), ...(act.length > 0 && { act: sentence(act.join('. ')) }) };
    if (gateId !== 'rubric.protected') return alone;
    const [, word, about = 'proxy'] =
        /contains? “(.+?)”(?:,? (?:\(|which is about )([^,)]+))?/.exec(what) ?? [];
    const reach = about === 'proxy' ? 'It can exclude a group of people.' : `It is about ${about}.`;
    const ofWord = { ...alone, title: `“${word ?? ''}” could disadvantage people` };
    return says.includes('eason "') ? ofWord : { title: ofWord.title, means: reach };
}

function ofTestAnswers(says: string, title: string): Words {
    const [, common] = /^"(.+)" of criterion .* is too common/.exec(says) ?? [];
    if (common !== undefined) {
        const means = 'Answers without content contain it too.';
        return { title: `“${common}” is too common`, means, fix: 'precise' };
    }
    return says.includes('fewer than two')
        ? {
              title: 'There are too few phrases',
              means: 'A partial and a strong answer look the same.',
              fix: 'more'
          }
        : { title, means: 'No test answer could be written.' };
}

const sentence = (text: string) =>
    text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;

/** Words of a program as people write them: `hidden_text` is hidden text, and quotes are round. */
export const plain = (text: string) => text.replaceAll('_', ' ').replaceAll(/"([^"]*)"/g, '“$1”');
