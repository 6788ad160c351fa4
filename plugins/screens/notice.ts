// What candidates read before they agree: who reads their answers, and what is sent to whom.
import { findRelease } from '../../db/builds/releases.ts';
import { type ConsentNotice, type Readers, readersOf } from '../../db/screens/consent.ts';
import type { App } from '../app.ts';
import type { Visit } from './access.ts';

/** The notice in its parts; its text is all of them, as it is kept with the consent. */
export interface Notice extends ConsentNotice {
    points: readonly string[];
    agreement: string;
}

/** The notice of a visit tells of the evaluator that its release has frozen. Refuses: not_found. */
export async function noticeOf({ store, config }: App, { screen, sage }: Visit): Promise<Notice> {
    const runId = screen?.kind === 'real' ? screen.releaseRunId : sage.releaseRunId;
    const { snapshot } = await findRelease(store.read, runId ?? '');
    return noticeFor(readersOf(snapshot.sage.evaluator, config.llm?.operator));
}

export function noticeFor(readers: Readers): Notice {
    const { points, agreement } = wordsOf(readers);
    return { ...readers, points, agreement, text: [...points, agreement].join('\n') };
}

type Words = Pick<Notice, 'points' | 'agreement'>;

const wordsOf = ({ reader, operator }: Readers): Words =>
    reader === 'model' ? wordsOfModel(operator) : words[reader];

const words: Record<Exclude<Readers['reader'], 'model'>, Words> = {
    evidence: {
        points: [
            'Software on this server marks passages of your answers. It gives no grades: a person reads and grades your answers, and decides.',
            'Only the people who asked you read your answers.'
        ],
        agreement:
            'I agree that software on this server marks passages of my answers and a person grades them.'
    },
    nobody: {
        points: [
            'A person reads and grades your answers, and decides.',
            'Only the people who asked you read your answers.'
        ],
        agreement: 'I agree that the people who asked me read and grade my answers.'
    }
};

const wordsOfModel = (operator: Readers['operator']): Words => ({
    points: [
        `A language model reads your answers, and software on this server may mark passages of them. A person decides. The model is run by: ${operator}.`,
        'The question and your answer are sent to the model, never your name or your address, unless you write them into an answer. As far as whoever runs it promises, they are not kept there.',
        'Apart from that, only the people who asked you read your answers.'
    ],
    agreement: `I agree that a language model reads my answers. It is run by: ${operator}.`
});
