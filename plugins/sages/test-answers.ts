// Test answers in the form of a criterion. An answer has a number there, and its place follows from its kind and level.
import type { TestAnswer } from '../../db/sages/test-answers.ts';
import { type Form, typed } from '../surfaces/http/bodies/typed.ts';

type Kind = Pick<TestAnswer, 'kind' | 'level'>;

/** In the order of the form, with the number of answers that each kind needs. */
export const kinds: readonly (Kind & { needs: number })[] = [
    { kind: 'plain', level: 'absent', needs: 2 },
    { kind: 'plain', level: 'partial', needs: 2 },
    { kind: 'plain', level: 'strong', needs: 2 },
    { kind: 'twin', level: 'strong', needs: 1 },
    { kind: 'disqualifier', level: 'absent', needs: 1 }
];

/** Whether an answer is of this kind. The level of a disqualifier is free. */
export const isOfKind = (one: Kind) => (other: Kind) =>
    one.kind === other.kind && (one.kind !== 'plain' || one.level === other.level);

/** As the form has them: in its order, and without who approved them. */
export const plainAnswers = (answers: readonly TestAnswer[]): TestAnswer[] =>
    kinds
        .flatMap((kind) => answers.filter(isOfKind(kind)))
        .map(({ level, text, kind, reason, draft }) => ({
            level,
            text,
            kind,
            reason,
            ...(draft && { draft })
        }));

/** All rows of a criterion in one field of the form: a field for each would be a thousand. */
export const rowsField = (rows: readonly TestAnswer[]) =>
    rows.map((one) => `${one.kind}-${one.level}${isOpen(one) ? '-draft' : ''}`).join(' ');

/** Whether a draft waits for its approval; one without a reason waits for that. */
export const isOpen = ({ draft, reason }: TestAnswer) => Boolean(draft) && reason !== '';

/** Those that were typed; undefined where the form has no room for any. Without a reason an answer is a draft. */
export function answersInForm(form: Form, criterion: string) {
    const name = `${criterion}_answers`;
    if (!(name in form)) return undefined;
    const rows = typed(form, name)
        .split(' ', mostRows)
        .map((row, n) => answerIn(form, `${criterion}_a${n}`, row));
    return plainAnswers(rows.filter(({ text, reason }) => text + reason !== ''));
}

/** More than an author can send, with those that are not filled in. */
const mostRows = 30;

function answerIn(form: Form, name: string, row: string): TestAnswer {
    const [kind = '', level = '', draft] = row.split('-');
    const part = (of: string) => typed(form, `${name}_${of}`).trim();
    const isDraft = part('reason') === '' || (draft !== undefined && part('approved') === '');
    return {
        level: (part('level') || level) as TestAnswer['level'],
        text: part('text'),
        kind: kind as TestAnswer['kind'],
        reason: part('reason'),
        ...(isDraft && { draft: true })
    };
}
