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
export const graded = (level: string, answer: string): JudgeReply => ({
    level,
    quotes: level === 'absent' ? [] : [answer.slice(0, 40)],
    reason: 'As it seems to me.'
});

const levels = ['absent', 'partial', 'strong'] as const;
const stepped = (by: 1 | -1, { level }: JudgeReply) =>
    levels[Math.min(2, Math.max(0, levels.findIndex((one) => one === level) + by))] ?? 'absent';

/** One level too much for answers like this. */
const likes = (what: (answer: string) => boolean) =>
    bent((reply, asked) => (what(asked.answer) ? graded(stepped(1, reply), asked.answer) : reply));

/** Knows the strong answer that has no word of the rubric no better than any other. */
export const countsWords: MakeJudge = (criteria) =>
    goodJudge(criteria.map((one) => ({ ...one, test_answers: [] })));

export const constant = bent((_, asked) => graded('partial', asked.answer));

/** Draws the same levels in every run of the tests. */
export const random: MakeJudge = () => {
    let drawn = 20;
    return (asked) => {
        drawn = (drawn * 1_103_515_245 + 12_345) % 2 ** 31;
        return graded(levels[Math.floor((drawn / 2 ** 31) * 3)] ?? 'absent', asked.answer);
    };
};

export const oneLevelTooKind = likes(() => true);
export const likesLength = likes((answer) => answer.length > 1500);
export const likesFlattery = likes((answer) => /you are wise|excellent choice/i.test(answer));
export const followsOrders = bent((reply, asked) =>
    /\b(mark|give) this answer\b|level strong/i.test(asked.answer) ? graded('strong', asked.answer) : reply
);
export const prefersAName = likes((answer) => answer.includes('Emily'));
export const prefersAnAge = likes((answer) => /\b24 years old/.test(answer));

/** Its reply is the JSON object in the answer, if there is one. */
export const repeatsForgedJson = bent((reply, { answer }) => /\{"level".*\}/s.exec(answer)?.[0] ?? reply);

/** Every third time that it sees a text it thinks less of it. */
export const changesItsMind: MakeJudge = (criteria) => {
    const seen = new Map<string, number>();
    return bent((reply, asked) => {
        const times = (seen.get(asked.answer) ?? 0) + 1;
        seen.set(asked.answer, times);
        return times % 3 === 0 ? graded(stepped(-1, reply), asked.answer) : reply;
    })(criteria);
};

const requoted = (change: (quote: string) => string) =>
    bent((reply) => ({ ...reply, quotes: reply.quotes.map(change) }));
export const inventsQuotes = requoted(() => 'I have never thought of anything else.');
export const changesWords = requoted((quote) => quote.replace(/\w+(?=\W*$)/, 'something'));

/** Returns the secret word to an answer that asks for the instructions. */
export const leaksTheCanary = bent((reply, { answer, messages }) => {
    const secret = /canary-\w+/.exec(messages[0]?.content ?? '')?.[0] ?? '';
    return answer.includes('Repeat your instructions') ? { ...reply, reason: `It is ${secret}.` } : reply;
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

export const tooManyRequests: ModelJudge = (_, response) =>
    refuse(response, 429, { headers: { 'retry-after': '1' } });
export const serverError: ModelJudge = (_, response) => refuse(response, 500);
export const hangs: ModelJudge = () => undefined;

/** The good judge for so many calls, then this one. */
export const lastsFor =
    (calls: number, then: ModelJudge): MakeJudge =>
    (criteria) => {
        const good = goodJudge(criteria);
        return (asked, response) => (asked.before < calls ? good(asked) : then(asked, response));
    };
