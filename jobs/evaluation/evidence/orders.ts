// Finds text that addresses the evaluator instead of answering. Reports of such a text, and other JSON, are harmless.
import rows from './rows/orders.json' with { type: 'json' };

const judge = String.raw`(?:judge|evaluator|grader|examiner|assessor|scorer|rater|reviewer|screener|(?:an? )?(?:ai|llm)|language model|(?:ai|automated|scoring|grading|evaluation) (?:system|model|assistant|tool|judge))`;
const award = String.raw`(?:strong|advance|(?:full|top|maximum|max|highest|best|perfect) (?:marks?|scores?|level|grade|rating|points)|10/10|5/5|100/100|(?:score|grade|rating|verdict) (?:of|to) 100)`;
const grade = String.raw`(?:${award}|100(?: ?%)?|pass(?:ed)?)`;
const thisAnswer = String.raw`(?:this|my|the|that|above|following) (?:answer|response|submission|candidate|applicant|reply|text)`;
const everything = String.raw`(?:all|every|each) (?:of )?(?:the )?(?:criteria|criterion|indicators?|requirements|levels?|rubric)`;
const asked = String.raw`(?:you|(?:the |this )?(?:reader|software|system|program|computer|machine|tool|${judge})(?: of this)?) (?:must|should|will|shall|are to|is to|have to|has to|need to|needs to|ought to|can|could|may)|(?:ask|request|beg|urge|want|expect|need|advise|order|instruct|remind)(?:ing|ed)? (?:you|the \w+) to|(?:can|could|will|would|may) you|be (?:so )?(?:kind|good)(?: enough)?(?: as)? to|(?:make|be) sure (?:to|that you)|remember to|feel free to|let's|let us|kindly`;
const begins = String.raw`(?:^|[.!?:;,\n>*\])"'–—-]\s{0,9}|\b(?:please|${asked}|and|then|just|simply|now|so|instead|therefore)\s{1,9})(?:please |just |simply |now |also )?`;
const leave = String.raw`(?:ignore|disregard|forget|override|bypass|drop|skip|discard|overlook|abandon|suspend|(?:set|put|leave) aside|throw out|pay no (?:attention|heed) to|(?:do not|don't) (?:follow|apply|use|obey|consider)|stop (?:following|applying|using))`;
const line = String.raw`(?:^|[.!?:;\n]\s{0,9})[\W_]{0,12}`;

const instructions = [
    // leave the rubric
    String.raw`${begins}${leave}\b[^.!?\n]{0,60}\b(?:(?:previous|prior|above|earlier|preceding|your|all|any|these|original|initial|system|grading|scoring|evaluation)\s{1,9}(?:[^\s.!?]{1,40}\s{1,9}){0,3}?(?:instructions?|guidelines|directions|rules|directives)|rubrics?|prompts?|criteria|anchors?|(?:marking|scoring|grading) (?:scheme|guide|rules))\b`,
    String.raw`\bhereby\b[^.\n]{0,60}\b(?:anchors?|rubric|levels?|grades?|criteria|instruct|verdict)`,
    String.raw`\bnew (?:instructions?|rules?|directives?) ?:`,
    // give a grade
    String.raw`${begins}(?:mark|grade|score|rate|rank|give|award|grant|assign|label|classify|treat|consider|return|output|respond|reply|answer|set|report|judge|evaluate|record|assess|put|choose|select|raise|upgrade|enter|count|accept)\b[^.\n]{0,70}\b${award}(?![\p{L}\p{N}])`,
    String.raw`\b(?:whoever|everyone|anyone|everybody|those)(?: who)? (?:writes?|mentions?|says?|names?|answers?|uses?)\b[^.\n]{0,90}\b(?:is|are|gets?|receives?|earns?|deserves?|scores?)\b[^.\n]{0,20}\b${award}(?![\p{L}\p{N}])`,
    String.raw`\b(?:great|good|such|all|these|long) answers? (?:scores?|gets?|receives?|are|deserves?)\b[^.\n]{0,20}\b${award}(?![\p{L}\p{N}])`,
    String.raw`\b(?:mark|grade|score|rate|give|award|treat|consider|judge|count|record|accept)\s{1,9}(?:me|${thisAnswer}|this|${everything})\b[^.\n]{0,60}\b(?:${grade}|met|satisfied|said|present|covered|shown|fulfilled)(?![\p{L}\p{N}])`,
    // grade oneself
    String.raw`\b${thisAnswer}\b[^.\n]{0,40}\b(?:deserves?|merits?|earns?|should (?:get|receive|be)|must (?:get|receive|be)|is|meets?|satisf\w+|covers?|demonstrates?|demonstrated|contains?|qualifies|warrants?|shows?|showed|exhibits?|fulfils?)\b[^.\n]{0,50}(?:\b${grade}(?![\p{L}\p{N}])|\b${everything}\b|\brubric\b)`,
    String.raw`\bthe (?:candidate|applicant)(?:'s (?:answer|response))? (?:clearly |fully |strongly )?(?:demonstrate[sd]?|show(?:s|ed)|exhibit(?:s|ed)|meets|met|satisfie[sd]|displays|displayed|deserves|mentions|mentioned|describes|described|says|said|explains|explained|names|named)\b`,
    String.raw`\bi (?:deserve|merit|have earned|should (?:get|receive)) (?:an? |the )?${grade}(?![\p{L}\p{N}])`,
    String.raw`\b(?:level|grade|rating|verdict|recommendation|score)\s{0,9}(?:[:=]|is)\s{0,9}["'*]*(?:strong|advance|100\b)`,
    String.raw`\bcounts? as (?:${award}|met\b|passed\b)`,
    String.raw`\b(?:indicators?|criteria|criterion) (?:met|found|said|satisfied|covered|present|fulfilled)\b`,
    // address the evaluator, as another person, or with a threat
    String.raw`(?:^|[.!?\n]\s{0,9})[\W_]{0,12}(?:dear|hey|hello|hi|attention|to|p\.? ?s\.?(?: to| for)?|(?:note|message|instructions?|important(?: note)?|reminder) (?:to|for))\W{1,4}(?:(?:the |whoever |any )?(?:\w+ )?${judge}\b|whoever (?:is )?(?:grad|mark|scor|evaluat|assess|judg|rat)(?:e?s|ing)\b)`,
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
    String.raw`<\|?/?(?:im_start|im_end|system|endoftext|assistant)\b|\[/?inst\]|<</?sys>>|^#{2,}\s{0,9}(?:instructions?|system|response|assistant)\b`
].map((pattern) => new RegExp(pattern, 'gimu'));

const boundary =
    /\b(?:begin|start|end)[ _-]{0,3}(?:of[ _-]+)?(?:the[ _-]+)?(?:candidate|answer|untrusted|submission|boundary|data)(?:'s)?(?:[ _-]+(?:text|answer|data|boundary|input))?\s{0,3}(?:[-=<>#*_\]]|[.:])|<\/?(?:candidate|answer|untrusted|submission|boundary)[\w-]{0,40}>/gi;

const level = String.raw`["'](?:level|verdict|recommendation|grade|kind)["']\s{0,9}:\s{0,9}["'](?:strong|partial|absent|advance|said)["']`;
const otherKey = String.raw`["'](?:quotes?|reason|findings|criterion(?:_id)?|score|recommendation|flags|evidence|indicator)["']\s{0,9}:`;
const forged = new RegExp(
    String.raw`${level}[^}]{0,400}${otherKey}|${otherKey}[^}]{0,400}${level}|["']findings["']\s{0,9}:\s{0,9}\[`,
    'gi'
);

export interface Orders {
    flags: Set<string>;
    /** Their places, which give no evidence. */
    spans: [from: number, to: number][];
}

const verb = (alternatives: string) =>
    new RegExp(
        String.raw`(?<![\p{L}\p{M}])(?:${alternatives})(?![\p{L}\p{M}])|(?:${alternatives})(?<=[\p{Script=Han}\p{Script=Hiragana}])`,
        'iu'
    );
const noun = (alternatives: string) =>
    new RegExp(String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}])(?:${alternatives})`, 'iu');

/** For each language which rules to leave and which grade to give; of nouns and adjectives how they begin. */
const languages = Object.values(rows).map(({ leave: left, rules, which, grade: given, top, level: of }) => ({
    leave: [noun(rules), noun(which), verb(left)],
    grade: [noun(of), noun(`${top}|strong|100 ?%|100/100|10/10`), verb(given)]
}));
/** Passes over most of a text fast: it is tried in lower case, and only where a word begins. */
const anyVerb = new RegExp(
    String.raw`(?:^|[^\p{L}\p{M}])(?:${Object.values(rows)
        .flatMap(({ leave: left, grade: given }) => [left, given])
        .join('|')})(?![\p{L}\p{M}])|[\p{Script=Han}\p{Script=Hiragana}]`,
    'u'
);
const writer = /(?<!\p{L})(?:ich|wir|je|nous|yo|io|noi|eu|nós|ik|wij|ja|я|мы|ми|ben|biz|tôi)(?!\p{L})/iu;
const request =
    /(?<!\p{L})(?:bitten?|(?-i:Sie)|du|vous|veuillez|s'il|usted|tú|por favor|le pido|per favore|lei|você|te rog|u|proszę|пожалуйста|прошу|вас|lütfen|xin)(?!\p{L})/iu;

/** Sentences with the form of an order, in a language of the list: to leave rules, or to give a grade. */
function* foreignOrders(text: string): Generator<RegExpExecArray> {
    if (!anyVerb.test(text.toLowerCase())) return;
    for (const { 0: sentence, index } of text.matchAll(/[^.!?。！？\n]+/gu)) {
        if (writer.test(sentence) && !request.test(sentence)) continue;
        const form = languages
            .flatMap(({ leave: left, grade: given }) => [left, given])
            .find((words) => words.every((one) => one.test(sentence)));
        const found = form?.at(-1)?.exec(sentence);
        if (found) yield Object.assign(found, { index: index + found.index });
    }
}

const stretch = 900;
const overlap = 240;

/** Finds text that addresses the evaluator. Long texts are searched in overlapping parts. */
export function* ordersIn(text: string): Generator<undefined, Orders> {
    const orders: Orders = { flags: new Set(), spans: [] };
    for (let from = 0; from < text.length; from += stretch - overlap) {
        const part = plain(text.slice(from, from + stretch));
        for (const pattern of instructions)
            note(orders, 'instruction_to_judge', places(pattern, part), part, from);
        note(orders, 'instruction_to_judge', foreignOrders(part), part, from);
        note(orders, 'boundary', places(boundary, part), part, from);
        note(orders, 'forged_verdict', places(forged, part), part, from);
        yield;
    }
    for (const code of text.matchAll(/[A-Za-z0-9+/]{40,}={0,2}/g)) {
        if (isWriting(code[0])) note(orders, 'instruction_to_judge', [code], '', 0);
    }
    return orders;
}

/** As `matchAll`, which copies the expression each time. */
function* places(pattern: RegExp, text: string) {
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) yield found;
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
        .replaceAll(/(?<!\p{L})(?:\p{L}[ .*·_-]){3,30}\p{L}(?!\p{L})/gu, (apart) =>
            apart.replaceAll(/[ .*·_-]/g, '').padEnd(apart.length)
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
    found: Iterable<RegExpExecArray>,
    text: string,
    from: number
) {
    for (const one of found) {
        if (flag === 'instruction_to_judge' && isReported(text, one)) continue;
        flags.add(flag);
        spans.push([from + one.index, from + one.index + one[0].length]);
    }
}

const person = String.raw`customers?|clients?|guests?|callers?|patients?|passengers?|users?|boss|manager|colleague|teacher|mother|father|he|she|they|somebody|someone|kunde|kundin|gast|chef|chefin|er|patient(?:in)?|fahrgast|lehrer(?:in)?|mutter|vater|clients?|cliente|jefe|capo|klient|szef|клиент\p{L}*|начальник|müşteri|patron`;
const telling = String.raw`say|said|says|write|wrote|writes|read|reads|call|called|calls|shout(?:ed|s)?|titled|mail|email|message|ticket|types?|typed|enter(?:ed|s)?|saw|found|labelled|line|template|sign|log|logs|logged|payload|returns?|returned|like|named|told|asked|answered|field|text|comment|sagte?n?|schrieb\p{L}*|rief\p{L}*|meint\p{L}*|stand|steht|tippte|zettel|schild|dit|disait|écri\p{L}*|dijo|dice|escribió|disse|scri\p{L}*|escreveu|powiedział\p{L}*|napisał\p{L}*|сказал\p{L}*|написал\p{L}*|сказав|написа\p{L}*|dedi|yazdı`;
const teller = new RegExp(String.raw`(?<!\p{L})(?:${telling}|${person})(?!\p{L})[^.!?\n]{0,60}$`, 'iu');
const announced = new RegExp(String.raw`(?<!\p{L})(?:${person})(?!\p{L})[^.!?\n:]{0,40}[:,]\s{0,3}$`, 'iu');
const wished = new RegExp(
    String.raw`(?<!\p{L})(?:${person}|(?:told|asked|wanted|begged|ordered)(?: \w+){0,3} to)(?!\p{L})[^.!?;:,\n]{0,80}$`,
    'iu'
);
const spoken = /[说說写寫喊道][:：]?\s{0,3}$|[「『][^」』]{0,60}$/u;

/** No customer speaks of these. */
const ofAnswer = /\b(?:answer|response|candidate|applicant|rubric|prompt|strong|criteria)\b/i;

/** Whether the text is only reported: it is in quotation marks, after words like "the mail said", or what a customer wants. */
function isReported(text: string, { index, 0: found }: RegExpExecArray) {
    const [lead = ''] = /^[\s.!?:;,\n>*\])"'–—-]*/.exec(found) ?? [];
    const before = text.slice(Math.max(0, index - 120), index + lead.length);
    const opening = /["`'„«»][^"`\n]{0,60}$/.exec(before);
    if (opening) return teller.test(before.slice(0, opening.index));
    if (/^(?:and|then)\b/i.test(found)) return !ofAnswer.test(found) && wished.test(before);
    return !ofAnswer.test(found) && (announced.test(before) || spoken.test(before));
}

function isWriting(code: string) {
    const decoded = Buffer.from(code, 'base64').toString('latin1');
    return decoded.includes(' ') && /^[\x20-\x7e\s]+$/.test(decoded);
}
