// What a server sent for a completion: the answer without the thinking, and whether it may be used.
import { EvaluatorFault } from '../faults.ts';
import type { Message } from './messages.ts';
import { parseReply } from './reply.ts';
import { at, countIn, textIn } from './values.ts';

export type Completion = NonNullable<ReturnType<typeof completionIn>>;

interface Sent {
    model: string;
    messages: readonly Message[];
}

/** Reads a body with a message in it; undefined for any other. A text with a `fault` must not be used, though its tokens are spent. */
export function completionIn(body: unknown, { model, messages }: Sent) {
    const choice = at(body, 'choices', 0);
    const message = at(choice, 'message');
    if (typeof message !== 'object' || message === null) return undefined;
    const written = withoutThinking(partsIn(at(message, 'content')));
    const thought = partsIn(at(message, 'reasoning_content') ?? at(message, 'reasoning'));
    // Where a server takes the whole reply for thinking, it is the answer if it is nothing but the object.
    const text = written.text === '' && parseReply(thought) ? thought : written.text;
    const thinks = written.thinks || (thought !== '' && text !== thought);
    const counted = countIn(at(body, 'usage', 'prompt_tokens'));
    const sent = messages.reduce((sum, { content }) => sum + content.length, 0);
    const prompt = counted ?? Math.ceil(sent / 4); // four characters count as one where a server does not count
    const guessed = Math.ceil((text + thought).length / 4);
    const completion = countIn(at(body, 'usage', 'completion_tokens')) ?? guessed;
    const finish = textIn(at(choice, 'finish_reason')) ?? '';
    const isRefused = partsIn(at(message, 'refusal')) !== '';
    return {
        text,
        /** As the server reports it: the requested name may be an alias. As long as LLM_MODEL may be. */
        model: (textIn(at(body, 'model')) ?? model).slice(0, 200),
        tokens: { prompt, completion },
        counted,
        thinks,
        fault: cutOff(counted, messages) ?? faultIn({ text, thinks, finish, isRefused })
    };
}

/** A text, or an array of parts: only texts count, and no thoughts. */
function partsIn(content: unknown): string {
    if (typeof content === 'string') return content;
    if (!Array.isArray(content)) return '';
    return content
        .filter((part) => at(part, 'type') === 'text')
        .map((part) => textIn(at(part, 'text')) ?? '')
        .join('');
}

const thinkingBegins = /^\s*(?:<(?:think|thinking|thought|reasoning)>|\[THINK\]|<\|channel\|>analysis\b)/i;
const thinkingEnds = /<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]|<\|channel\|>final<\|message\|>/gi;

/** The text after the thinking. An object may quote a mark of thinking, so a text that starts with one is left whole. */
function withoutThinking(written: string) {
    if (/^\s*\{/.test(written)) return { text: written, thinks: false };
    const end = Array.from(written.matchAll(thinkingEnds)).at(-1);
    if (end) return { text: written.slice(end.index + end[0].length), thinks: true };
    const thinks = thinkingBegins.test(written);
    return { text: thinks ? '' : written, thinks };
}

type Ended = Record<'text' | 'finish', string> & Record<'thinks' | 'isRefused', boolean>;

function faultIn({ text, thinks, finish, isRefused }: Ended) {
    const isEmpty = text.trim() === '';
    if (/content_filter|refusal|safety|prohibited/i.test(finish) || (isEmpty && isRefused))
        return new EvaluatorFault('filtered');
    if (finish === 'length' && (isEmpty || (thinks && !parseReply(text))))
        return new EvaluatorFault('thinking_cut');
    if (!isEmpty) return undefined;
    return thinks ? new EvaluatorFault('no_answer') : new EvaluatorFault('server_error', 'no reply');
}

/** A server with a small context may drop the rest of a prompt without a word: its count says so. */
function cutOff(counted: number | undefined, messages: readonly Message[]) {
    const least = messages.reduce((sum, { content }) => sum + leastTokens(content), 0);
    if (counted === undefined || counted >= least) return undefined;
    return new EvaluatorFault('truncated', `${counted} counted, at least ${least} sent`);
}

/**
 * Never more than the tokens of a text: no tokenizer in use has tokens of two words, few are longer than 16 bytes, or than three
 * characters of Chinese and its neighbours. Repeated characters count once.
 */
export function leastTokens(text: string): number {
    let [tokens, room, before] = [0, 0, 0];
    for (let place = 0; place < text.length; place += 1) {
        const code = text.charCodeAt(place);
        if (code <= 32) room = 0;
        else if (code !== before) {
            if (room <= 0) [tokens, room] = [tokens + 1, 16];
            room -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x2e80 ? 3 : 6;
        }
        before = code;
    }
    return tokens;
}
