/** Protected attributes and proxies for them. A word may also be about the work, which its author can declare. */
const attributes: Readonly<Record<string, RegExp>> = {
    age: /\b(?<!max-)age\b|\baged\b|\byears? old\b|\byoung(?:er|est|ster)?\b|\belderly\b|\bdigital native|\brecent graduate/gi,
    gender: /\bgenders?\b|\bmales?\b|\bfemales?\b|\bwom[ae]n\b|\bmanly\b|\bfeminine\b|\bmasculine\b|\btransgender\b/gi,
    'origin or race':
        /\brace\b(?! condition)|\bracial\b|\bethnic\w*|\bnationalit\w+|\bcitizenship\b|\bimmigrants?\b|\bnative[ -](?:speaker|english|german)|\baccent\b|\bskin colou?r\b|\bforeign name/gi,
    religion:
        /\breligio\w+|\bchristian\w*|\bmuslim\w*|\bislam\w*|\bjewish\b|\bhindu\w*|\bbuddhis\w+|\bchurch\b|\bmosque\b/gi,
    disability:
        /\bdisabilit\w+|\bdisabled (?:people|person|candidate|applicant)|\bhandicap\w*|\bwheelchair\b|\bable-bodied\b/gi,
    family: /\bpregnan\w+|\bmaternity\b|\bpaternity\b|\bparental leave\b|\bmarried\b|\bmarital\b|\bchildless\b|\bhas children\b|\bcareer gap|\bgaps? in (?:the|their|employment)/gi,
    'sexual orientation': /\bsexual\w*|\bhomosexual\w*|\bheterosexual\w*|\bgay\b|\blesbian\b/gi,
    proxy: /\bcultur(?:e|al) fit\b|\bgood (?:school|family|neighbou?rhood)\b|\bpolitical (?:view|party)\w*|\btrade union member/gi
};

interface ProtectedWord {
    /** The word as it was written, in lower case. */
    word: string;
    attribute: string;
}

/** Returns the words of a text that may name a protected attribute, each once. */
export function protectedWords(text: string): ProtectedWord[] {
    const found = Object.entries(attributes).flatMap(([attribute, pattern]) =>
        Array.from(text.matchAll(pattern), ([word]) => ({ word: word.toLowerCase(), attribute }))
    );
    return [...new Map(found.map((one) => [one.word, one])).values()];
}
