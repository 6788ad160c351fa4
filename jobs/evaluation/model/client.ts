// The only client of model servers with an OpenAI API. It connects through the guarded outgoing fetch.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outgoing } from '../../../config/outgoing.ts';
import { EvaluatorFault, isTemporary } from '../faults.ts';
import { type Completion, completionIn } from './completion.ts';
import { factsOf } from './facts.ts';
import type { Message } from './messages.ts';
import { faultOf } from './refusals.ts';
import { type Answered, type Place, request } from './server.ts';
import { askedBy, bestWay, otherWay, together, type Wanted } from './ways.ts';

export interface ModelSettings extends Place, Wanted {
    model: string;
    /** The time limit of one call with all its attempts and pauses, in milliseconds. */
    timeout: number;
    /** The number of retries after 429, 5xx and a lost connection. */
    retries?: number;
}

/** Opens no connection before the first call. Options that a server refuses are not requested again. */
export function openModel(settings: ModelSettings, outgoing: Pick<Outgoing, 'fetch'>) {
    const { model, effort, timeout, retries = 4 } = settings;
    const send = request(outgoing, settings);
    let taken = bestWay;
    let latest: (Completion & { form: string; effort: string | undefined }) | undefined;
    return {
        model,
        effort,
        /** Throws an EvaluatorFault; what speaks against the text of a completion is its own `fault`. */
        async complete(messages: readonly Message[], signal: AbortSignal) {
            const ends = performance.now() + timeout;
            for (let way = taken; ;) {
                const { fields, ...asked } = askedBy(settings, way);
                const json = { model, messages, ...fields };
                const once = async () => {
                    const left = ends - performance.now();
                    const answered = await send({ path: 'chat/completions', json, timeout: left, signal });
                    return completionOf(answered, { model, messages });
                };
                const came = await patiently(once, { retries, ends, signal });
                if ('text' in came) {
                    taken = together(taken, way);
                    return (latest = { ...came, ...asked });
                }
                const other = came.answered && otherWay(settings, way, came.answered);
                if (!other || came.fault.code !== 'refused') throw came.fault;
                way = other;
            }
        },
        /** What its latest completion showed, and what the server reports about its model without one. */
        describe: async (signal: AbortSignal) => {
            const { model: name, form, effort: given, thinks, counted } = latest ?? {};
            const facts = await factsOf((path) => send({ path, timeout: 5000, signal }), model);
            return { name, form, effort: given, thinks, counts: counted !== undefined, ...facts };
        }
    };
}

export type ModelClient = ReturnType<typeof openModel>;

/** Why there is no completion, with the server's response, if any. */
interface Failed {
    fault: EvaluatorFault;
    answered?: Answered;
}

function completionOf(answered: Answered, asked: Parameters<typeof completionIn>[1]): Completion | Failed {
    const completion = answered.status < 300 ? completionIn(answered.body, asked) : undefined;
    return completion ?? { fault: faultOf(answered), answered };
}

function unlessFault(fault: unknown): Failed {
    if (fault instanceof EvaluatorFault) return { fault };
    throw fault;
}

/** Asks again after what passes, as often as that is worth it and as long as there is time for the pause. */
async function patiently(
    once: () => Promise<Completion | Failed>,
    { retries, ends, signal }: { retries: number; ends: number; signal: AbortSignal }
) {
    for (let tries = 0; ;) {
        const came = await once().catch(unlessFault);
        if ('text' in came) return came;
        const isLoading = came.fault.code === 'loading';
        const pause = isLoading || tries < retries ? pauseAfter(came, tries) : Infinity;
        if (performance.now() + pause >= ends) return came;
        await sleep(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
        if (!isLoading) tries += 1;
    }
}

/** In milliseconds. A server that loads its model is waited for, whatever was tried before. */
function pauseAfter({ fault, answered }: Failed, tries: number) {
    const retryAfter = answered?.retryAfter;
    if (fault.code === 'loading') return Math.max(retryAfter ?? 1000, 100);
    const isPassing = isTemporary(fault) && (answered?.status ?? 500) >= 400;
    return isPassing ? (retryAfter ?? Math.min(500 * 2 ** tries, 8000)) : Infinity;
}
