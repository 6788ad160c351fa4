// An answer with the passages marked and numbered that an evaluator found in it, and what each number stands for.
import type { Criterion } from '../../../db/sages/sages.ts';
import type { EvidenceKind, Finding } from '../../../db/sages/verdicts.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';

interface Passage {
    start: number;
    end: number;
    kind: EvidenceKind | 'quote';
    indicator: string;
}

const kinds = {
    quote: 'Quote',
    said: 'Said',
    denied: 'Denied',
    asked: 'Asked',
    supposed: 'Would do',
    by_others: 'Someone else',
    quoted: 'Quoted',
    mentioned: 'Mentioned'
} as const satisfies Record<Passage['kind'], string>;

/** Passages that overlap have one mark and one number, in the order of the text. */
function marksOf(answer: string, finding: Finding | undefined) {
    const marks: Passage[][] = [];
    for (const passage of passagesOf(answer, finding)) {
        const last = marks.at(-1);
        if (last?.[0] && passage.start < last[0].end) last.push(passage);
        else marks.push([passage]);
    }
    return marks;
}

/** The answer as it was written. With `base` each mark has its number, a link to its line in the list. */
export function markedAnswer(answer: string, finding: Finding | undefined, base?: string): Html[] {
    const parts: Html[] = [];
    let end = 0;
    for (const [place, passages] of marksOf(answer, finding).entries()) {
        const [first] = passages;
        if (!first) continue;
        const { kind } = passages.find((one) => one.kind === 'said') ?? first;
        const n = place + 1;
        const link = base && html`<sup><a href="#${base}-${n}" aria-label="Evidence ${n}">${n}</a></sup>`;
        parts.push(
            html`${answer.slice(end, first.start)}<mark class="${kind}">${answer.slice(first.start, first.end)}</mark>${link}`
        );
        end = first.end;
    }
    return [...parts, html`${answer.slice(end)}`];
}

/** What each number stands for, and the indicators that were looked for and not found. */
export function evidenceList(answer: string, finding: Finding, { base, criterion }: Listing) {
    const { indicators, negative_indicators: against } = criterion;
    const isAgainst = (one: string) => against.includes(one);
    const found = marksOf(answer, finding).map((passages, place) => {
        const words = new Map(passages.map((one) => [`${one.kind} ${one.indicator}`, one]));
        const lines = Array.from(
            words.values(),
            ({ indicator, kind }) =>
                html`<p>${inWords(indicator)} <small>${kinds[kind]}${isAgainst(indicator) && ', counts against'}</small></p>`
        );
        return html`<li id="${base}-${place + 1}"><b>${place + 1}</b><div>${lines}</div></li>`;
    });
    const missing = finding.evidence
        ? indicators.filter((one) => !finding.evidence?.some(({ indicator }) => indicator === one))
        : [];
    const not = missing.map(
        (one) => html`<li class="not"><b>–</b><p>${inWords(one)} <small>Not found</small></p></li>`
    );
    return found.length + not.length > 0 && html`<ul class="found" aria-label="Evidence">${found}${not}</ul>`;
}

/** The other wordings of an indicator stand behind strokes. */
const inWords = (indicator: string) =>
    indicator
        .split('|')
        .map((way) => way.trim())
        .join(' or ');

interface Listing {
    /** What the ids of the lines begin with. */
    base: string;
    criterion: Criterion;
}

function passagesOf(answer: string, finding: Finding | undefined): Passage[] {
    const { quotes = [], evidence = [] } = finding ?? {};
    const plain = quotes.flatMap((quote) => {
        const start = answer.indexOf(quote);
        const end = start + quote.length;
        const isKnown = evidence.some((one) => one.start < end && one.end > start);
        const isPlain = start !== -1 && quote !== '' && !isKnown;
        return isPlain ? [{ start, end, kind: 'quote' as const, indicator: '' }] : [];
    });
    return [...evidence, ...plain]
        .map((one) => ({ ...one, end: one.start + firstSentence(answer.slice(one.start, one.end)).length }))
        .toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** A mark is one sentence at most: a whole answer in colour shows nothing. */
const firstSentence = (text: string) => {
    const end = text.search(/[.!?]\s/);
    return end === -1 ? text : text.slice(0, end + 1);
};
