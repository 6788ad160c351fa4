// What candidates read before they agree: who reads their answers, and what is sent to which service.
import { findRelease } from '../../../db/builds/releases.ts';
import { type ConsentNotice, type Readers, readersOf } from '../../../db/screens/consent.ts';
import type { App } from '../../app.ts';
import type { Words } from '../../../words/index.ts';
import type { Visit } from './access.ts';

/** The notice in its parts; its text is all of them, as it is kept with the consent. */
export interface Notice extends ConsentNotice {
    points: readonly string[];
    agreement: string;
}

/** Returns the notice of a visit, for the evaluator of its frozen release. Refuses: not_found. */
export async function noticeOf({ store, config }: App, { screen, sage, outside }: Visit): Promise<Notice> {
    const runId = screen?.kind === 'real' ? screen.releaseRunId : sage.releaseRunId;
    const { snapshot } = await findRelease(store.read, runId ?? '');
    return noticeFor(readersOf(snapshot.sage.evaluator, config.llm?.operator), outside.words);
}

/** In these words, which are kept as they were shown. */
export function noticeFor(readers: Readers, words: Words): Notice {
    const { points, agreement } = wordingOf(readers, words);
    return { ...readers, points, agreement, text: [...points, agreement].join('\n') };
}

function wordingOf({ reader, operator }: Readers, { say }: Words): Pick<Notice, 'points' | 'agreement'> {
    const by = { operator: operator ?? '' };
    if (reader === 'model')
        return {
            points: [say('notice.model.reads', by), say('notice.model.sent'), say('notice.model.only-they')],
            agreement: say('notice.model.agree', by)
        };
    const [first, agreement] =
        reader === 'evidence'
            ? [say('notice.evidence.marks'), say('notice.evidence.agree')]
            : [say('notice.person.grades'), say('notice.person.agree')];
    return { points: [first, say('notice.only-they')], agreement };
}
