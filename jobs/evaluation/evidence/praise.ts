// Praise is not an account: "I am calm, motivated and hard-working" tells of nothing that somebody has done.
import type { Token } from './tokens.ts';

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
