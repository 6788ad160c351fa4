import { countIn, type Reading } from './reading.ts';

const mostQuotes = 3;
const longestQuote = 300;

/** The sentences that say most, each for something not yet quoted; words against are quoted as well. */
export function quotesFrom(answer: string, readings: readonly Reading[]) {
    const quoted = new Set<string>();
    const quotes: string[] = [];
    for (const reading of readings.toSorted((a, b) => countIn(b) - countIn(a))) {
        if (quotes.length === mostQuotes) break;
        if (saidIn(reading).every(({ phrase }) => quoted.has(phrase.text))) continue;
        for (const { phrase } of saidIn(reading)) quoted.add(phrase.text);
        quotes.push(quote(answer, reading));
    }
    return quotes;
}

const saidIn = ({ speaksFor, against }: Reading) => [...speaksFor, ...against];

/** The sentence as it was written; of a very long one, the part from the first word that counted. */
function quote(answer: string, reading: Reading) {
    const { start, end, tokens } = reading.sentence;
    if (end - start <= longestQuote) return answer.slice(start, end);
    const first = Math.min(...saidIn(reading).flatMap(({ at }) => at));
    const from = tokens[first]?.start ?? start;
    const last =
        tokens.findLast((token) => token.start >= from && token.end <= from + longestQuote) ?? tokens[first];
    return answer.slice(from, last?.end ?? end);
}
