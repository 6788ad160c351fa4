// The labelled answers that an evaluator may be asked about: what a candidate wrote is read by nobody they did not agree to.
import { agreedTo, type Readers } from '../screens/consent.ts';
import { answersOf, screens } from '../screens/screens.ts';
import { and, eq, ne } from '../store/drizzle.ts';
import type { Reader } from '../store.ts';
import { digestOf, type GoldAnswerRow } from './gold.ts';

/** Returns the answers that these readers may read, and the number of those that they may not. */
export async function readableBy<Answer extends GoldAnswerRow>(
    on: Reader,
    { id }: { id: number },
    { answers, readers }: { answers: readonly Answer[]; readers: Readers }
) {
    if (readers.reader === 'nobody') return { readable: [...answers], leftOut: 0 };
    const { agreed, refused } = await writtenBy(on, id, readers);
    const readable = answers.filter(({ criterionId, text, source }) => {
        const digest = digestOf(criterionId, text);
        return !refused.has(digest) && (source !== 'screen' || agreed.has(digest));
    });
    return { readable, leftOut: answers.length - readable.length };
}

/** The digests of what candidates wrote, by whether they agreed. */
async function writtenBy(on: Reader, sageId: number, readers: Readers) {
    const written = { agreed: new Set<string>(), refused: new Set<string>() };
    const { id, kind, consentNotice } = screens;
    const isTheirs = and(eq(screens.sageId, sageId), ne(kind, 'test'));
    for (const screen of await on.select({ id, kind, consentNotice }).from(screens).where(isTheirs)) {
        const digests = agreedTo(screen, readers) ? written.agreed : written.refused;
        for (const { criterionId, answer } of await answersOf(on, screen.id))
            digests.add(digestOf(criterionId, answer));
    }
    return written;
}
