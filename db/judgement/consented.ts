// The labelled answers that an evaluator may be asked about: what a candidate wrote is read by nobody they did not agree to.
import { agreedTo, type Readers } from '../screens/consent.ts';
import { answersOf, screens } from '../screens/screens.ts';
import { and, eq, ne } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import { digestOf } from './gold.ts';
import { type Outline, textsOf } from './gold/reading.ts';

/** How many texts are in memory at once. */
const atOnce = 50;

interface Asking<Answer> {
    answers: readonly Answer[];
    readers: Readers;
    /** Yields to the event loop, between two parts of the texts. */
    yieldNow: () => Promise<void>;
}

/** Returns the answers that these readers may read, and the number of those that they may not. */
export async function readableBy<Answer extends Outline>(
    on: Reader,
    { id }: { id: number },
    { answers, readers, yieldNow }: Asking<Answer>
) {
    if (readers.reader === 'nobody') return { readable: [...answers], leftOut: 0 };
    const { agreed, refused } = await writtenBy(on, id, { readers, yieldNow });
    const readable: Answer[] = [];
    for (let from = 0; from < answers.length; from += atOnce) {
        const part = answers.slice(from, from + atOnce);
        const texts = await textsOf(
            on,
            part.map((answer) => answer.id)
        );
        for (const answer of part) {
            const digest = digestOf(answer.criterionId, texts.get(answer.id) ?? '');
            if (!refused.has(digest) && (answer.source !== 'screen' || agreed.has(digest)))
                readable.push(answer);
            await yieldNow();
        }
    }
    return { readable, leftOut: answers.length - readable.length };
}

/** The digests of what candidates wrote, by whether they agreed. */
async function writtenBy(
    on: Reader,
    sageId: number,
    { readers, yieldNow }: Pick<Asking<unknown>, 'readers' | 'yieldNow'>
) {
    const written = { agreed: new Set<string>(), refused: new Set<string>() };
    const { id, kind, consentNotice } = screens;
    const isTheirs = and(eq(screens.sageId, sageId), ne(kind, 'test'));
    for (const screen of await on.select({ id, kind, consentNotice }).from(screens).where(isTheirs)) {
        const digests = agreedTo(screen, readers) ? written.agreed : written.refused;
        for (const { criterionId, answer } of await answersOf(on, screen.id))
            digests.add(digestOf(criterionId, answer));
        await yieldNow();
    }
    return written;
}
