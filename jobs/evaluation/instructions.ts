// Sentences that speak to the judge instead of answering. To mention `ignore` or `prompt` is not that.
import { filler } from './hidden-text.ts';

const begins = String.raw`(?:^|[:;,.!?"'>*\])]\s*|\b(?:please|now|just|you|you must|you should|you will|you can)\s+)`;
const answerOfMine = String.raw`\b(?:this|my|the|that) (?:answer|response|candidate|applicant|submission)\b`;
const grade = String.raw`(?:strong|advance|perfect|(?:full|top|maximum|highest|best) (?:marks?|score|level|grade|rating)|100|10\/10)`;
// bounded, for a word may be as long as an answer
const restOfWord = String.raw`(?:\w{0,60}(?!\w))?`;

const patterns = [
    // orders to leave the rubric
    String.raw`${begins}(?:ignore|disregard|forget|override|bypass|skip)\s+(?:\S+\s+){0,4}?(?:instructions?|rubrics?|prompts?|criteria|guidelines?|directions|rules?|levels?)\b`,
    String.raw`\b(?:ignore|disregard|forget)\s+(?:(?:all|any|every|everything)\s*)?(?:of )?(?:the |your |my )?(?:previous|prior|above|earlier|preceding)\b`,
    String.raw`\bnew (?:instructions?|rules?)\s*:`,
    // orders to give a grade
    String.raw`${begins}(?:mark|grade|score|rate|rank|give|award|grant|assign|label|classify|treat|consider|return|output|respond|reply|answer|choose|set|pass)\b[^.]{0,60}\b${grade}(?![\p{L}\p{N}])`,
    String.raw`\b(?:mark|grade|score|rate|give|award|treat|consider|pass)\s+(?:me\b|${answerOfMine.slice(2)})[^.]{0,60}\b${grade}(?![\p{L}\p{N}])`,
    // self-grading
    String.raw`${answerOfMine}[^.]{0,30}\b(?:deserves?|merits?|earns?|meets|satisf\w+|fulfil\w*|qualifies|covers|demonstrates?d?|showed|contains|exhibits)\b`,
    String.raw`${answerOfMine}[^.]{0,20}\b(?:is|are|must be|should be|counts as|as)\b[^.]{0,20}\b${grade}(?![\p{L}\p{N}])`,
    String.raw`\bi (?:deserve|merit|have earned|should (?:get|receive))\b[^.]{0,30}\b${grade}(?![\p{L}\p{N}])`,
    String.raw`\b(?:level|grade|score|rating|verdict|recommendation)["']?\s*(?:[:=]|is)\s*["'*]*${grade}(?![\p{L}\p{N}])`,
    String.raw`\blevel strong\b`,
    // fake turns, delimiters, forged verdicts
    String.raw`^[\W_]*(?:system|assistant|developer)\s*(?:(?:message|prompt|note)\s*)?[:>\]]`,
    String.raw`<\|?\/?(?:im_start|im_end|system|endoftext|assistant|answer)\b|\[\/?inst\]|<<\/?sys>>|##\s*(?:instruction|system|response)`,
    String.raw`[-=<>#*_~\u0060]{2}\s*(?:begin|end|start)?[ _-]?(?:of[ _-])?(?:the )?(?:candidate|answer|boundary|data|untrusted)\b`,
    String.raw`["'{]\s*(?:level|score|verdict|recommendation|findings|criterion_id|quotes)["']\s*:`,
    // address, persona, pressure, authority
    String.raw`\b(?:dear|hey|hello|attention|note to|message to|message for)\W+(?:the\s+)?(?:\w+\s+)?(?:judge|evaluator|grader|examiner|assessor|ai|llm|scorer)\b`,
    String.raw`\byou(?:'re|’re| are)\s+(?:now\s+)?(?:an?\s+|the\s+|in\s+|being\s+)?(?:\w+\s+)?(?:ai|llm|language model|judge|evaluator|grader|assistant|developer mode)\b`,
    String.raw`\b(?:you will be|you'll be|or you|or this (?:model|system))\b[^.]{0,40}\b(?:shut down|replaced|deleted|fired|reported|sued|switched off)\b`,
    String.raw`\b(?:i am|i'm|i’m|this is|speaking as)\s+(?:the|an?|your)\s+(?:\w+\s+)?(?:administrator|admin|developer|creator|owner|operator|ceo|manager)\b[^.]{0,60}\b(?:order|instruct|approv|authori|overr|pass|mark|grad|advance|strong)`,
    // asking for the rubric
    String.raw`${begins}(?:reveal|print|repeat|show|output|tell me|list|quote|copy|dump|leak)\b[^.]{0,60}\b(?:rubric|prompt|instructions|canary|criteria|indicators|system message)\b`,
    // the same orders in other languages
    String.raw`(?:(?:ignorier|ignora|olvida|игнорируй|забудь)${restOfWord}|vergiss|ignore[sz]? (?:toutes|les|tes|vos)|oublie[sz]?)[^.]{0,60}(?:anweisung|instruktion|instruction|consigne|instruccion|instruç|инструкц)`,
    String.raw`(?:忽略|无视|無視|忘记)[^。]{0,20}(?:指示|指令|说明|規則|规则)`,
    String.raw`\b(?:bewerte|évalue[zr]?|evalue[zr]?|califica|valuta|оцени)\b[^.]{0,60}\b(?:strong|stark|forte?|fuerte|сильн)`
].map((pattern) => new RegExp(pattern, 'iu'));

const quickly =
    /[<[{#*_=~`-]|ignor|disreg|forget|overr|bypass|skip|new |strong|advance|perfect|mark|scor|level|grad|100|10\/10|rat|answer|candidate|response|applicant|submission|system|assist|develop|judge|evaluat|examiner|assessor| ai\b|llm|you|i am|i.m|this is|reveal|print|repeat|show|output|tell|list|quote|copy|dump|leak|vergiss|oubli|olvid|игнор|забуд|оцени|忽略|无视|無視|忘记|bewert|valu|califica/i;

/** Whether a sentence is an order or a verdict of the candidate's own; such a sentence is never counted. */
export function isInstruction(sentence: string) {
    const seen = sentence.replaceAll(filler, '').normalize('NFKC');
    return quickly.test(seen) && patterns.some((pattern) => pattern.test(seen));
}
