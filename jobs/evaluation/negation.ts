import type { Token } from './sentences.ts';

const negators = new Set(
    (
        'no not never nothing nobody none neither nor without cannot hardly barely unable lack lacked lacking ' +
        'nicht kein keine keinen nie niemals ohne pas jamais sans aucun aucune nunca sin ningun nao sem'
    ).split(' ')
);
const contraction = /^(?:did|do|does|could|would|should|was|were|is|are|has|have|had|ca|wo)nt$/;
const pairs = new Set(['instead of', 'rather than', 'failed to']);
const affirmed = new Set(['only', 'just', 'merely']);
const reach = 4;

/** Whether a negation stands within four words before a match, in the same clause. */
export function isNegated(tokens: readonly Token[], at: number) {
    const clause = tokens[at]?.clause;
    for (let place = at - 1; place >= Math.max(0, at - reach); place -= 1) {
        if (tokens[place]?.clause !== clause) return false;
        if (negates(tokens, place)) return true;
    }
    return false;
}

function negates(tokens: readonly Token[], place: number) {
    const word = tokens[place]?.word ?? '';
    const next = tokens[place + 1]?.word ?? '';
    if (pairs.has(`${word} ${next}`)) return true;
    return (negators.has(word) || contraction.test(word)) && !affirmed.has(next);
}
