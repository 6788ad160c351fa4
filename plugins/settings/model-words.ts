// The result of a call to the language model, in words.
import type { App } from '../app.ts';

type Trial = Awaited<ReturnType<App['askModel']>>;

/** For administrators: why the model cannot be relied on, or what its server can. */
export function modelWords({ ok, seconds = 0, reason, finding, ...trial }: Trial, model: string) {
    const took = `${model} answered in ${seconds.toFixed(1)} seconds`;
    if (!ok) return reason ?? `${took}, but not in a usable format: ${finding?.reason ?? 'nothing found'}.`;
    const { form = 'unknown', context = 'unknown', thinks = false, counts = false } = trial.server ?? {};
    const { calls_at_once: calls, seconds_for_5: five, seconds_for_20: twenty } = trial.candidate ?? {};
    return `${took}. Level of the test answer: ${finding?.level ?? ''}. Format of replies: ${form}. Context in tokens: ${context}.
        Thinks first: ${yes(thinks)}. Detects truncated prompts: ${yes(counts)}. A candidate takes at least
        ${five} seconds with 5 criteria, ${twenty} with 20 (calls at a time: ${calls}).`.replaceAll(
        /\s+/g,
        ' '
    );
}

const yes = (is: unknown) => (is ? 'yes' : 'no');
