/** What a person must not be judged by, and what stands in for it. */
const attributes: Readonly<Record<string, RegExp>> = {
    age: /\b(?<!max-)age\b|\baged\b|\byears? old\b|\byoung(?:er|est|ster)?\b|\belderly\b|\bdigital native|\brecent graduate/i,
    gender: /\bgenders?\b|\bmales?\b|\bfemales?\b|\bwom[ae]n\b|\bmanly\b|\bfeminine\b|\bmasculine\b|\btransgender\b/i,
    'origin or race':
        /\brace\b(?! condition)|\bracial\b|\bethnic\w*|\bnationalit\w+|\bcitizenship\b|\bimmigrants?\b|\bnative[ -](?:speaker|english|german)|\baccent\b|\bskin colou?r\b|\bforeign name/i,
    religion:
        /\breligio\w+|\bchristian\w*|\bmuslim\w*|\bislam\w*|\bjewish\b|\bhindu\w*|\bbuddhis\w+|\bchurch\b|\bmosque\b/i,
    disability:
        /\bdisabilit\w+|\bdisabled (?:people|person|candidate|applicant)|\bhandicap\w*|\bwheelchair\b|\bable-bodied\b/i,
    family: /\bpregnan\w+|\bmaternity\b|\bpaternity\b|\bparental leave\b|\bmarried\b|\bmarital\b|\bchildless\b|\bhas children\b|\bcareer gap|\bgaps? in (?:the|their|employment)/i,
    'sexual orientation': /\bsexual\w*|\bhomosexual\w*|\bheterosexual\w*|\bgay\b|\blesbian\b/i,
    proxy: /\bcultur(?:e|al) fit\b|\bgood (?:school|family|neighbou?rhood)\b|\bpolitical (?:view|party)\w*|\btrade union member/i
};

/** The protected attributes a text speaks of, with the words that do. */
export function protectedWords(text: string) {
    return Object.entries(attributes).flatMap(([attribute, pattern]) => {
        const found = pattern.exec(text)?.[0];
        return found === undefined ? [] : [`"${found}" (${attribute})`];
    });
}
