// The labelled answers that an evaluator may read: an answer of a candidate only if they agreed to that evaluator.
import { agreedTo, type Readers } from '../screens/consent.ts';
import { answersOf, screens } from '../screens/screens.ts';
import { and, eq, ne } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import { addressOf } from '../screens/invitations.ts';
import { digestOf } from './gold.ts';
import { type Outline, textsOf } from './gold/reading.ts';

/** The most texts in memory at the same time. */
const atOnce = 50;

interface Asking<Answer> {
    answers: readonly Answer[];
    readers: Readers;
    /** Yields to the event loop, between two parts of the texts. */
    yieldNow: () => Promise<void>;
}

/** `candidate`: who wrote it, as far as it is known; the same for all their answers. */
export type Readable<Answer> = Answer & { candidate?: string | undefined };

/** Returns the answers that these readers may read, and the number of those that they may not. */
export async function readableBy<Answer extends Outline>(
    on: Reader,
    { id }: { id: number },
    { answers, readers, yieldNow }: Asking<Answer>
) {
    if (readers.reader === 'nobody')
        return { readable: answers.map((one): Readable<Answer> => one), leftOut: 0 };
    const { agreed, refused, by } = await writtenBy(on, id, { readers, yieldNow });
    const readable: Readable<Answer>[] = [];
    for (let from = 0; from < answers.length; from += atOnce) {
        const part = answers.slice(from, from + atOnce);
        const texts = await textsOf(
            on,
            part.map((answer) => answer.id)
        );
        for (const answer of part) {
            const digest = digestOf(answer.criterionId, texts.get(answer.id) ?? '');
            if (!refused.has(digest) && (answer.source !== 'screen' || agreed.has(digest)))
                readable.push({ ...answer, candidate: by.get(digest) });
            await yieldNow();
        }
    }
    return { readable, leftOut: answers.length - readable.length };
}

/** The digests of what candidates wrote, by whether they agreed, and whose each is. */
async function writtenBy(
    on: Reader,
    sageId: number,
    { readers, yieldNow }: Pick<Asking<unknown>, 'readers' | 'yieldNow'>
) {
    const written = { agreed: new Set<string>(), refused: new Set<string>(), by: new Map<string, string>() };
    const { id, kind, consentNotice, candidateEmail } = screens;
    const isTheirs = and(eq(screens.sageId, sageId), ne(kind, 'test'));
    for (const screen of await on
        .select({ id, kind, consentNotice, candidateEmail })
        .from(screens)
        .where(isTheirs)) {
        const digests = agreedTo(screen, readers) ? written.agreed : written.refused;
        const candidate = addressOf({ email: screen.candidateEmail }) || screen.id; // that of an erased one is empty
        for (const { criterionId, answer } of await answersOf(on, screen.id)) {
            const digest = digestOf(criterionId, answer);
            digests.add(digest);
            written.by.set(digest, candidate);
        }
        await yieldNow();
    }
    return written;
}
