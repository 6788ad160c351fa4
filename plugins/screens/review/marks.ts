// An answer with the passages marked that an evaluator found in it.
import type { Finding } from '../../../db/sages/verdicts.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';

interface Passage {
    start: number;
    end: number;
    kind: keyof typeof kinds;
}

const kinds = {
    quote: '',
    said: 'said',
    denied: 'denied',
    asked: 'asked',
    supposed: 'would',
    by_others: 'of others',
    quoted: 'quoted'
};

/** The answer as it was written. Passages that overlap an earlier one are not marked again. */
export function markedAnswer(answer: string, finding: Finding | undefined): Html[] {
    const parts: Html[] = [];
    let end = 0;
    for (const passage of passagesOf(answer, finding)) {
        if (passage.start < end) continue;
        parts.push(html`${answer.slice(end, passage.start)}${mark(answer, passage)}`);
        end = passage.end;
    }
    return [...parts, html`${answer.slice(end)}`];
}

function mark(answer: string, { start, end, kind }: Passage) {
    const label = kinds[kind];
    return html`<mark class="${kind}">${answer.slice(start, end)}${label !== '' && html`<small> (${label})</small>`}</mark>`;
}

function passagesOf(answer: string, finding: Finding | undefined): Passage[] {
    const { quotes = [], evidence = [] } = finding ?? {};
    const plain = quotes.flatMap((quote) => {
        const start = answer.indexOf(quote);
        return start === -1 || quote === ''
            ? []
            : [{ start, end: start + quote.length, kind: 'quote' as const }];
    });
    return [...evidence, ...plain].toSorted(
        (a, b) =>
            a.start - b.start || b.end - a.end || Number(a.kind === 'quote') - Number(b.kind === 'quote')
    );
}
