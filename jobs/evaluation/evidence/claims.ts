// Sentences without an account of a deed: praise ("I am calm and hard-working"), claims and plans.
import { claim } from './frames.ts';
import { type Clause, isFinite } from './sentences.ts';
import type { Token } from './tokens.ts';
import { modals } from './word-lists.ts';

const longest = 20;

/** Whether a word praises the one who writes, or the one who reads. */
export function isPraise(tokens: readonly Token[], at: number) {
    if (!isQuality(tokens, at)) return false;
    for (let place = at - 1; place >= Math.max(0, at - longest); place -= 1) {
        const low = tokens[place]?.low ?? '';
        if (/^(?:am|'m|i'm|you're)$/.test(low)) return true;
        if (/^(?:are|'re)$/.test(low)) return tokens[place - 1]?.low === 'you';
        if (!isQuality(tokens, place) && !isBetween(tokens[place])) return false;
    }
    return false;
}

/** "Calm", "motivated", "hard-working", but not "I am calm and checked the room". */
function isQuality(tokens: readonly Token[], at: number) {
    const { pos, low } = tokens[at] ?? {};
    if (pos === 'ADJ') return true;
    const isParticiple = low?.endsWith('ed') === true || tokens[at - 1]?.text === '-';
    return pos === 'VERB' && isParticiple && !/DET|PRON|NOUN|PROPN|NUM|VERB/.test(tokens[at + 1]?.pos ?? '');
}

const isBetween = (token: Token | undefined) =>
    token !== undefined && token.low !== 'but' && /^(?:ADV|CCONJ|DET|PUNCT)$/.test(token.pos);

export const joined = (tokens: readonly Token[]) => tokens.map(({ low }) => low).join(' ');
const contracted = (text: string) => text.replaceAll(/ (n't|'m|'s|'re)\b/g, '$1');

/** Whether a clause only claims its content: "I believe in", "is important". */
export function isClaim({ from, text }: Clause, tokens: readonly Token[], first: number) {
    const found = claim.exec(contracted(text));
    if (!found) return false;
    const before = contracted(joined(tokens.slice(from, first))).length;
    // A claim that reaches into the indicator is a deed: "I read the tests first", where the indicator is "reads the tests"
    if (
        /^(?:i|we)\b/.test(found[0]) &&
        !/ (?:of|about|that|how)$/.test(found[0]) &&
        found.index + found[0].length > before + 1
    )
        return false;
    return found.index <= before || /^(?:is|are|was)/.test(found[0]);
}

const planned =
    /\b(?:planned|meant|wanted|intended|hoped|hope|plan|intend|want|going|excited|eager|keen|about) to\b|\b(?:maybe|perhaps|hopefully)\b|\bpretend(?:ed)? to (?!be\b)|\bwish(?:ed)? (?:i|we)\b|\b(?:am|are|was|were|been|'m|'re) (?:told|taught|trained|supposed|meant|expected) (?:to|that)\b/;

/** Whether the words before another one turn it into a plan or a supposition. */
export function isSupposed(lead: readonly Token[], { text }: Clause, verb?: Token) {
    if (planned.test(joined(lead))) return true;
    if (/^(?:so|because|that)\b/.test(text)) return false;
    const said = verb ? [...lead, verb] : lead;
    const after = (at: number) => said.slice(at + 1).find(({ pos }) => pos !== 'ADV');
    return lead.some(({ low }, at) => modals.has(low) && !isFact(low, after(at)));
}

/** "I could see", "I'd called": no supposition. */
const isFact = (modal: string, next: Token | undefined) =>
    (modal === 'could' && /^(?:see|hear|tell|feel|not|n't)$/.test(next?.low ?? '')) ||
    (modal === "'d" && next !== undefined && (/ed$|^(?:had|been)$/.test(next.low) || isFinite(next)));
