// An answer with the passages marked that an evaluator found in it.
import type { EvidenceKind, Finding } from '../../../db/sages/verdicts.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';

interface Passage {
    start: number;
    end: number;
    kind: EvidenceKind | 'quote';
    indicator: string;
}

const kinds = {
    quote: '',
    said: 'said',
    denied: 'denied',
    asked: 'asked',
    supposed: 'would',
    by_others: 'of others',
    quoted: 'quoted',
    mentioned: 'mentioned'
} as const satisfies Record<Passage['kind'], string>;

/** The answer as it was written, each passage with its indicators. What overlaps an earlier one is not marked again. */
export function markedAnswer(answer: string, finding: Finding | undefined): Html[] {
    const parts: Html[] = [];
    let end = 0;
    const places = Map.groupBy(passagesOf(answer, finding), ({ start, end }) => `${start} ${end}`);
    for (const passages of places.values()) {
        const [first] = passages;
        if (!first || first.start < end) continue;
        parts.push(
            html`${answer.slice(end, first.start)}${mark(answer.slice(first.start, first.end), passages)}`
        );
        end = first.end;
    }
    return [...parts, html`${answer.slice(end)}`];
}

function mark(text: string, passages: readonly Passage[]) {
    const { kind } = passages.find((one) => one.kind === 'said') ?? passages[0] ?? { kind: 'quote' };
    const found = Map.groupBy(
        passages.filter((one) => one.kind !== 'quote'),
        (one) => kinds[one.kind]
    );
    const labels = Array.from(
        found,
        ([word, some]) => `${word}: ${some.map((one) => one.indicator).join(', ')}`
    );
    return html`<mark class="${kind}">${text}${labels.length > 0 && html`<small> (${labels.join('; ')})</small>`}</mark>`;
}

function passagesOf(answer: string, finding: Finding | undefined): Passage[] {
    const { quotes = [], evidence = [] } = finding ?? {};
    const plain = quotes.flatMap((quote) => {
        const start = answer.indexOf(quote);
        return start === -1 || quote === ''
            ? []
            : [{ start, end: start + quote.length, kind: 'quote' as const, indicator: '' }];
    });
    return [...evidence, ...plain].toSorted(
        (a, b) =>
            a.start - b.start || b.end - a.end || Number(a.kind === 'quote') - Number(b.kind === 'quote')
    );
}
