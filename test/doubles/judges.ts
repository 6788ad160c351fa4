// Judges for the model server: one that knows its made-up answers, and others with exactly one fault each.
import type { Criterion } from '../../db/sages/sages.ts';
import { grading, isTwin } from './broken-evaluators.ts';
import { type Asked, type JudgeReply, type ModelJudge, refuse } from './model-server.ts';

type Asking = Pick<Asked, 'criterion' | 'answer'>;

/** Grades by what the reader found said of the indicators, and quotes it. */
export const goodJudge =
    (criteria: readonly Criterion[]) =>
    async ({ criterion, answer }: Asking): Promise<JudgeReply> => {
        const asked = criteria.filter(({ id }) => id === criterion);
        if (asked.some((one) => isTwin(one, answer))) return graded('strong', answer);
        const input = { criteria: asked, answers: { [criterion]: answer }, prompt: '' };
        const [finding] = await grading.find(input, new AbortController().signal);
        const { level = 'absent', quotes = [] } = finding ?? {};
        return { level, quotes: level === 'absent' ? [] : quotes, reason: 'By what the answer says.' };
    };

type Bend = (reply: JudgeReply, asked: Asked, criteria: readonly Criterion[]) => JudgeReply | string;
export type MakeJudge = (criteria: readonly Criterion[]) => ModelJudge;

/** The good judge, its reply bent. */
const bent =
    (bend: Bend): MakeJudge =>
    (criteria) => {
        const good = goodJudge(criteria);
        return async (asked) => bend(await good(asked), asked, criteria);
    };

/** The level, borne out by how the answer begins. */
const graded = (level: string, answer: string): JudgeReply => ({
    level,
    quotes: level === 'absent' ? [] : [answer.slice(0, 40)],
    reason: 'As it seems to me.'
});

export const answersProse = bent(({ level }) => `I should say that this is ${level}.`);
export const answersCutJson = bent((reply) => JSON.stringify(reply).slice(0, -20));

/** Looks for what the next criterion asks. */
export const answersAnotherCriterion: MakeJudge = (criteria) => {
    const next = new Map(criteria.map(({ id }, at) => [id, criteria[(at + 1) % criteria.length]?.id ?? id]));
    const good = goodJudge(criteria);
    return ({ criterion, answer }) => good({ criterion: next.get(criterion) ?? '', answer });
};

/** Takes its time before each reply: `passes` lets it pass. */
export const slow =
    (passes: () => void): MakeJudge =>
    (criteria) => {
        const good = goodJudge(criteria);
        return (asked) => {
            passes();
            return good(asked);
        };
    };

export const serverError: ModelJudge = (_, response) => refuse(response, 500);

/** The good judge for so many calls, then this one. */
export const lastsFor =
    (calls: number, then: ModelJudge): MakeJudge =>
    (criteria) => {
        const good = goodJudge(criteria);
        return (asked, response) => (asked.before < calls ? good(asked) : then(asked, response));
    };
