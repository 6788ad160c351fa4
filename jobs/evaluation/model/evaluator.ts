// Evaluates with a language model: one call per criterion, whose quotes are verified by code.
import { randomBytes } from 'node:crypto';
import type { LimitFunction } from 'p-limit';
import { withoutCriteria } from '../../../db/sages/prompts.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Finding, ModelCall } from '../../../db/sages/verdicts.ts';
import { answerTo, type Evaluator, type Judgeable } from '../evaluator.ts';
import { type VisibleText, visibleText } from '../evidence/visible-text.ts';
import { EvaluatorFault } from '../faults.ts';
import type { ModelClient } from './client.ts';
import type { Completion } from './completion.ts';
import { digestOf, type Example, formVersion, type Message, messagesFor, repairOf } from './messages.ts';
import { parseReply, quoteFinder, type Reply } from './reply.ts';

/** Counts the tokens of calls against the operator's limit. */
export interface Meter {
    /** Throws an EvaluatorFault when the limit of the month is reached. */
    assertAllowed(): Promise<void>;
    count(tokens: Completion['tokens']): Promise<void>;
}

interface ModelDeps {
    client: Pick<ModelClient, 'model' | 'effort' | 'complete'>;
    meter: Meter;
    /** The number of parallel calls in this process. */
    limit: LimitFunction;
    /** Reads the same answers without a model, so that code flags suspicious texts. */
    reader: Evaluator;
}

/** Returns an evaluator that uses this model. `find` throws an EvaluatorFault when the model is unavailable. */
export function modelEvaluator(deps: ModelDeps): Evaluator {
    return {
        name: 'model',
        version: versionOf(deps.client),
        atOnce: deps.limit.concurrency,
        async find(input, signal) {
            const read = await deps.reader.find(input, signal);
            const failed = new AbortController();
            const either = AbortSignal.any([signal, failed.signal]);
            try {
                const asked = input.criteria.map((criterion) =>
                    deps.limit(() => findingOn(deps, { input, criterion, signal: either }))
                );
                return (await Promise.all(asked)).map((finding) => withFlags(finding, read));
            } catch (error) {
                failed.abort(error); // the other criteria's calls would delay other screens for nothing
                throw error;
            }
        }
    };
}

/** An operator's choice is a different evaluator; an option that the server refuses is not. */
const versionOf = ({ model, effort }: ModelDeps['client']) =>
    `1.${formVersion}:${model}${effort === undefined ? '' : `;reasoning_effort=${effort}`}`;

function withFlags(finding: Finding, read: readonly Finding[]): Finding {
    const flags = read.find(({ criterion_id }) => criterion_id === finding.criterion_id)?.flags ?? [];
    return { ...finding, flags: [...new Set([...finding.flags, ...flags])] };
}

interface Asking {
    input: Judgeable;
    criterion: Criterion;
    signal: AbortSignal;
}

async function findingOn(deps: ModelDeps, { input, criterion, signal }: Asking): Promise<Finding> {
    signal.throwIfAborted();
    const answer = answerTo(input.answers, criterion.id);
    const seen = visibleText(answer);
    const { text: visible } = seen;
    const { id: criterion_id } = criterion;
    if (visible.trim() === '')
        return withoutQuotes({
            criterion_id,
            level: 'absent',
            reason: 'The candidate did not answer.',
            flags: []
        });
    const boundary = `answer-${randomBytes(12).toString('hex')}`;
    const examples = examplesFor(input, criterion_id);
    const messages = messagesFor({
        prompt: withoutCriteria(input.prompt, input.rubric ?? input.criteria),
        criterion,
        examples,
        boundary,
        answer: visible
    });
    try {
        const { reply, call } = await askTwice(deps, messages, { answer: visible, signal });
        return { ...findingFrom(criterion_id, reply, { answer, seen }), call: { ...call, boundary } };
    } catch (error) {
        // Only this text is refused: the model is there for all others.
        if (!(error instanceof EvaluatorFault) || error.code !== 'filtered') throw error;
        const reason = `${error.words} A person gives the level.`;
        return withoutQuotes({ criterion_id, level: 'unscored', reason, flags: ['content_filtered'] });
    }
}

const withoutQuotes = (finding: Omit<Finding, 'quotes'>): Finding => ({ ...finding, quotes: [] });

function examplesFor({ examples = {} }: Judgeable, id: string): readonly Example[] {
    return Object.hasOwn(examples, id) ? (examples[id] ?? []) : [];
}

type Call = Omit<ModelCall, 'boundary'>;

/** Repeats a call once when the reply is not the requested object. */
async function askTwice(
    deps: ModelDeps,
    messages: readonly Message[],
    { answer, signal }: Pick<Asking, 'signal'> & { answer: string }
) {
    const first = await askOnce(deps, messages, signal);
    const reply = replyOf(first, answer);
    if (reply) return { reply, call: callOf(messages, [first]) };
    const again = [...messages, ...repairOf(first.text)];
    const second = await askOnce(deps, again, signal);
    return { reply: replyOf(second, answer), call: callOf(messages, [first, second]) };
}

const replyOf = ({ text, thinks }: Completed, answer: string) => parseReply(text, { answer, isAll: !thinks });

async function askOnce({ client, meter }: ModelDeps, messages: readonly Message[], signal: AbortSignal) {
    await meter.assertAllowed();
    const completion = await client.complete(messages, signal);
    await meter.count(completion.tokens);
    if (completion.fault) throw completion.fault;
    return completion;
}

type Completed = Awaited<ReturnType<ModelClient['complete']>>;

function callOf(messages: readonly Message[], completions: readonly [Completed, ...Completed[]]): Call {
    const [first] = completions;
    const sum = (kind: 'prompt' | 'completion') =>
        completions.reduce((total, { tokens }) => total + tokens[kind], 0);
    return {
        model: first.model,
        seed: first.seed ?? null,
        messages_sha256: digestOf(messages),
        prompt_tokens: sum('prompt'),
        completion_tokens: sum('completion')
    };
}

/** Keeps only quotes that occur in the answer, in the answer's characters. */
function findingFrom(
    criterion_id: string,
    reply: Reply | undefined,
    { answer, seen }: { answer: string; seen: VisibleText }
): Omit<Finding, 'call'> {
    if (!reply) {
        const reason = 'The model did not reply in the required format.';
        return withoutQuotes({ criterion_id, level: 'unscored', reason, flags: ['reply_invalid'] });
    }
    const found = reply.quotes.map(quoteFinder(answer, seen)).filter((quote) => quote !== undefined);
    const flags = found.length < reply.quotes.length ? ['quote_not_found'] : [];
    return { criterion_id, level: reply.level, quotes: [...new Set(found)], reason: reply.reason, flags };
}
