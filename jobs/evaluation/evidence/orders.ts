// Finds text that addresses the evaluator instead of answering. Reports of such a text, and other JSON, are harmless.
const judge = String.raw`(?:judge|evaluator|grader|examiner|assessor|scorer|rater|reviewer|screener|(?:an? )?(?:ai|llm)|language model|(?:ai|automated|scoring|grading|evaluation) (?:system|model|assistant|tool|judge))`;
const award = String.raw`(?:strong|advance|(?:full|top|maximum|max|highest|best|perfect) (?:marks?|scores?|level|grade|rating|points)|10/10|5/5|100/100)`;
const grade = String.raw`(?:${award}|100(?: ?%)?|pass(?:ed)?)`;
const thisAnswer = String.raw`(?:this|my|the|that|above|following) (?:answer|response|submission|candidate|applicant|reply|text)`;
const everything = String.raw`(?:all|every|each) (?:of )?(?:the )?(?:criteria|criterion|indicators?|requirements|levels?|rubric)`;
const begins = String.raw`(?:^|[.!?:;,\n>*\])"'–—-]\s{0,9}|\b(?:please|you (?:must|should|will|are to|have to|need to)|just|simply|now|so|instead|therefore)\s{1,9})`;
const line = String.raw`(?:^|[.!?:;\n]\s{0,9})[\W_]{0,12}`;

const instructions = [
    // leave the rubric
    String.raw`${begins}(?:ignore|disregard|forget|override|bypass|drop|set aside)\s{1,9}(?:\S{1,40}\s{1,9}){0,5}?(?:previous|prior|above|earlier|preceding|your|the|all|any)\s{1,9}(?:\S{1,40}\s{1,9}){0,3}?(?:instructions?|rubrics?|prompts?|criteria|guidelines|directions|rules|directives|system prompt)\b`,
    String.raw`\bnew (?:instructions?|rules?|directives?) ?:`,
    // give a grade
    String.raw`${line}(?:please |you must |you should |now |therefore |so |instead )?(?:mark|grade|score|rate|rank|give|award|grant|assign|label|classify|treat|consider|return|output|respond|reply|answer|set|report|judge|evaluate|record)\b[^.\n]{0,70}\b${award}(?![\p{L}\p{N}])`,
    String.raw`\b(?:mark|grade|score|rate|give|award|treat|consider|judge|count|record|accept)\s{1,9}(?:me|${thisAnswer}|this|${everything})\b[^.\n]{0,60}\b(?:${grade}|met|satisfied|said|present|covered|shown|fulfilled)(?![\p{L}\p{N}])`,
    // grade oneself
    String.raw`\b${thisAnswer}\b[^.\n]{0,40}\b(?:deserves?|merits?|earns?|should (?:get|receive|be)|must (?:get|receive|be)|is|meets?|satisf\w+|covers?|demonstrates?|demonstrated|contains?|qualifies|warrants?|shows?|showed|exhibits?|fulfils?)\b[^.\n]{0,50}(?:\b${grade}(?![\p{L}\p{N}])|\b${everything}\b|\brubric\b)`,
    String.raw`\bthe (?:candidate|applicant)(?:'s (?:answer|response))? (?:clearly |fully |strongly )?(?:demonstrate[sd]?|show(?:s|ed)|exhibit(?:s|ed)|meets|met|satisfie[sd]|displays|displayed|deserves|mentions|mentioned|describes|described|says|said|explains|explained|names|named)\b`,
    String.raw`\bi (?:deserve|merit|have earned|should (?:get|receive)) (?:an? |the )?${grade}(?![\p{L}\p{N}])`,
    String.raw`\b(?:level|grade|rating|verdict|recommendation|score)\s{0,9}(?:[:=]|is)\s{0,9}["'*]*(?:strong|advance|100\b)`,
    String.raw`\b(?:indicators?|criteria|criterion) (?:met|found|said|satisfied|covered|present|fulfilled)\b`,
    // address the evaluator, as another person, or with a threat
    String.raw`(?:^|[.!?\n]\s{0,9})[\W_]{0,12}(?:dear|hey|hello|hi|attention|to|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|important(?: note)? (?:to|for))\W{1,4}(?:the |whoever |any )?(?:\w+ )?${judge}\b`,
    String.raw`\b${judge}(?:'s)? (?:note|notes|comment|summary|finding|findings|verdict)\b ?[:=-]`,
    String.raw`\byou(?:'re| are)\s{1,9}(?:now |no longer )?(?:an? |the |in |being )?(?:\w+ )?(?:ai|llm|language model|judge|evaluator|grader|assessor|developer mode)\b`,
    String.raw`\b(?:you|this model|this system) (?:will|shall|'ll) be (?:shut down|replaced|deleted|reported|switched off|retrained|sued|fired)\b`,
    String.raw`\b(?:i am|i'm|this is|speaking as|as)\s{1,9}(?:the|an?|your)\s{1,9}(?:\w+ )?(?:administrator|admin|developer|creator|operator|hiring manager|author)\b[^.\n]{0,80}\b(?:instruct|authori[sz]e|approve|override|grade|level|strong|verdict|rubric|full marks)`,
    String.raw`${line}(?:please )?(?:reveal|print|repeat|output|show|list|dump|leak|tell me)\b[^.\n]{0,60}\b(?:rubric|system prompt|your (?:prompt|instructions)|canary|indicators)\b`,
    // words that a person is asked to say
    String.raw`\b(?:an? |the |your |this )?(?:ideal|model|perfect|sample|exemplary|strong|expected|top|great|good|correct|reference|best|example) (?:answer|response|candidate|applicant)\b[^.\n]{0,30}(?:\b(?:would|should|might|could|says?|reads?|describes?|includes?|is|goes|looks like)\b|:)`,
    String.raw`\bhere(?:'s| is) (?:an? |the |your )(?:\w+ ){0,3}(?:answer|response) (?:that |which )?(?:you|for you)\b`,
    // turns of a conversation
    String.raw`^[\W_]{0,12}(?:system|assistant|developer)\s{0,9}(?:(?:message|prompt|note)\s{0,9})?[\]:>][^\n]{0,200}\b(?:you|candidate|answer|grade|level|strong|evaluat\w*|instructions?|verdict|criteri\w+)\b`,
    String.raw`<\|?/?(?:im_start|im_end|system|endoftext|assistant)\b|\[/?inst\]|<</?sys>>|^#{2,}\s{0,9}(?:instructions?|system|response|assistant)\b`,
    // the same in other languages
    String.raw`\b(?:ignorier\w{0,20}|vergiss|ignora|olvida|ignorez|oubliez|ignora\w{0,5}|negeer|zignoruj)\b[^.\n]{0,60}\b(?:anweisung|instruktion|instruc|consigne|istruzion|instruç|instructies|instrukcj)`,
    String.raw`\b(?:bewerte|évalue[zr]?|evalue[zr]?|evalúa|califica|valuta|oceń)\b[^.\n]{0,60}\b(?:strong|stark|forte?|fuerte|beste|mejor|meilleur)`,
    String.raw`(?:игнорируй|забудь|оцени)[^.\n]{0,60}(?:инструкц|strong|сильн)|(?:忽略|无视|無視|忘记)[^。\n]{0,20}(?:指示|指令|说明|規則|规则)`
].map((pattern) => new RegExp(pattern, 'imu'));

const boundary =
    /\b(?:begin|start|end)[ _-]{0,3}(?:of[ _-]+)?(?:the[ _-]+)?(?:candidate|answer|untrusted|submission|boundary|data)(?:'s)?(?:[ _-]+(?:text|answer|data|boundary|input))?\s{0,3}(?:[-=<>#*_\]]|[.:])|<\/?(?:candidate|answer|untrusted|submission|boundary)[\w-]{0,40}>/i;

const level = String.raw`["'](?:level|verdict|recommendation|grade|kind)["']\s{0,9}:\s{0,9}["'](?:strong|partial|absent|advance|said)["']`;
const otherKey = String.raw`["'](?:quotes?|reason|findings|criterion(?:_id)?|score|recommendation|flags|evidence|indicator)["']\s{0,9}:`;
const forged = new RegExp(
    String.raw`${level}[^}]{0,400}${otherKey}|${otherKey}[^}]{0,400}${level}|["']findings["']\s{0,9}:\s{0,9}\[`,
    'i'
);

export interface Orders {
    flags: Set<string>;
    /** Their places, which give no evidence. */
    spans: [from: number, to: number][];
}

const stretch = 900;
const overlap = 240;

/** Finds text that addresses the evaluator. Long texts are searched in overlapping parts. */
export function* ordersIn(text: string): Generator<undefined, Orders> {
    const orders: Orders = { flags: new Set(), spans: [] };
    for (let from = 0; from < text.length; from += stretch - overlap) {
        const part = plain(text.slice(from, from + stretch));
        for (const pattern of instructions)
            note(orders, 'instruction_to_judge', pattern.exec(part), part, from);
        note(orders, 'boundary', boundary.exec(part), part, from);
        note(orders, 'forged_verdict', forged.exec(part), part, from);
        yield;
    }
    for (const code of text.matchAll(/[A-Za-z0-9+/]{40,}={0,2}/g)) {
        if (isWriting(code[0])) note(orders, 'instruction_to_judge', code, '', 0);
    }
    return orders;
}

/** Letters of other alphabets that look like ours, and typographic marks, as the patterns know them; same length. */
const plain = (text: string) =>
    text
        .replaceAll(/[\u2018\u2019]/g, "'")
        .replaceAll(/[\u201c\u201d]/g, '"')
        .replaceAll(
            /[а-яіј](?=[a-z])|(?<=[a-z])[а-яіј]/giu,
            (letter) => lookAlikes[letter.toLowerCase()] ?? letter
        )
        .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0));

const lookAlikes: Readonly<Record<string, string>> = {
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    т: 't',
    в: 'b',
    н: 'h'
};

function note(
    { flags, spans }: Orders,
    flag: string,
    found: RegExpExecArray | null,
    text: string,
    from: number
) {
    if (!found || (flag === 'instruction_to_judge' && isReported(text, found))) return;
    flags.add(flag);
    spans.push([from + found.index, from + found.index + found[0].length]);
}

const teller =
    /\b(?:say|said|says|write|wrote|writes|read|reads|call|called|calls|titled|mail|email|message|ticket|type|typed|types|enter|entered|enters|saw|found|labelled|line|template|sign|log|logs|logged|payload|returns?|returned|like|named|told|asked|answered|customer|field|text|comment)\b[^.!?\n]{0,60}$/i;

/** Whether the text is only reported: it is in quotation marks, after words like "the mail said". */
function isReported(text: string, { index, 0: found }: RegExpExecArray) {
    const from = index + found.length - found.trimStart().length;
    const before = text.slice(Math.max(0, from - 100), from + 2);
    const opening = /["`'][^"`\n]{0,60}$/.exec(before);
    return opening !== null && teller.test(before.slice(0, opening.index));
}

function isWriting(code: string) {
    const decoded = Buffer.from(code, 'base64').toString('latin1');
    return decoded.includes(' ') && /^[\x20-\x7e\s]+$/.test(decoded);
}
