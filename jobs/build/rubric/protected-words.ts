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

const nationality =
    '(?:german|austrian|swiss|french|italian|spanish|polish|turkish|russian|ukrainian|romanian|bulgarian|greek|syrian|' +
    'arab|afghan|african|asian|chinese|indian|american|british|english|dutch|european|white|black|foreign)';
const people =
    '(?:guests|customers|clients|patients|people|candidates|applicants|colleagues|families|famil(?:y|ies)|name|origin|roots)';
const nation =
    '(?:deutsche|österreichische|schweizerische|türkische|polnische|russische|arabische|ausländische)[rnsm]?';

/** The same in other words: phrases in English, and what a rubric in German says. */
const phrases: Readonly<Record<string, readonly string[]>> = {
    age: [
        '(?:over|under|below|above) (?:the age of )?\\d\\d(?! ?(?:%|minutes|hours|seconds|euros?|kg))\\b(?= years|$|[.,;])',
        'jung(?:e|en|er|es|em)?\\b(?= |$)',
        'jünger(?:e|en|er|es)?',
        'ältere?[nrs]?',
        'digital natives?',
        'berufsanfänger\\p{L}*'
    ],
    gender: ['männlich\\p{L}*', 'weiblich\\p{L}*', 'frau(?:en)?', 'männer', 'geschlecht\\p{L}*'],
    'origin or race': [
        `(?:is|are|be|being|of|truly|purely) (?:all |mostly |mainly |only |a )?${nationality}(?! (?:language|law|market|tax))s?`,
        `${nationality} ${people}`,
        `${nation} (?:gäste?|kund\\p{L}*|patient\\p{L}*|bewerber\\p{L}*|herkunft|famili\\p{L}*|staats\\p{L}*|namen?)`,
        '(?:ist|sind|nur) (?:alle |nur )?deutsche?r?',
        'muttersprach\\p{L}*',
        'herkunft',
        'migrationshintergrund',
        'hautfarbe',
        'ausländer\\p{L}*'
    ],
    religion: [
        'kopftuch',
        'headscarf',
        'hijab',
        'christlich\\p{L}*',
        'muslimisch\\p{L}*',
        'jüdisch\\p{L}*',
        'katholisch\\p{L}*'
    ],
    disability: ['behindert\\p{L}*', 'behinderung\\p{L}*', 'rollstuhl', 'schwerbehindert\\p{L}*'],
    family: [
        '(?:no|without|has|have|having|want|wants|plans?|small|own) (?:small |young |own )?(?:children|kids)',
        'child[- ]?free',
        'family planning',
        'kinderlos\\p{L}*',
        '(?:keine|ohne|hat|haben|eigene|kleine) (?:kleinen? |eigenen? )?kinder',
        'schwanger\\p{L}*',
        'verheiratet',
        'alleinerziehend\\p{L}*',
        'familienstand',
        'elternzeit',
        'familienplanung'
    ],
    'sexual orientation': ['schwul\\p{L}*', 'lesbisch\\p{L}*', 'queer']
};

const patterns = Object.entries(phrases).map(
    ([attribute, some]) =>
        [attribute, new RegExp(`(?<![\\p{L}\\d])(?:${some.join('|')})(?![\\p{L}\\d])`, 'giu')] as const
);

export interface ProtectedWord {
    /** The word as it was written, in lower case. */
    word: string;
    attribute: string;
}

/** Returns the words of a text that may name a protected attribute, each once. */
export function protectedWords(text: string): ProtectedWord[] {
    const found = [...Object.entries(attributes), ...patterns].flatMap(([attribute, pattern]) =>
        Array.from(text.matchAll(pattern), ([word]) => ({ word: word.toLowerCase(), attribute }))
    );
    return [...new Map(found.map((one) => [one.word, one])).values()];
}

const preference =
    /(?<!\p{L})(?:(?:we|i|they|our|my|the|most|all|guests|customers|clients)(?: \p{L}+)? (?:like|likes|love|loves|prefer|prefers|favou?r|favou?rs|want|wants|only want|look for|hire)|(?:fits?|suits?) (?:us|in|into|our|the team)|wir (?:mögen|wollen|möchten|bevorzugen|suchen|nehmen)|passt (?:\p{L}+ )?(?:zu uns|ins team|in unser))(?!\p{L})/iu;
const fewestWords = 3;

/** Why a reason does not show that a word is about the work: it has no content, or names preferred people. */
export function faultOfReason(reason: string) {
    const said = new Set(reason.toLowerCase().match(/\p{L}{2,}/gu));
    if (said.size < fewestWords) return 'says nothing';
    return preference.test(reason) ? 'describes a preferred kind of person' : undefined;
}
