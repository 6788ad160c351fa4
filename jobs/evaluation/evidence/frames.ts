// The frame of a sentence: it asks, refuses, reports of others, supposes or cites the things that it names.
const verb = String.raw`(?:refus|avoid|skip|reject|declin|dislik|hat|stopp|neglect|dodg|resist|ignor|oppos|laugh|mock|drop|leav)\w*`;
const often = String.raw`(?: always| usually| long| often| simply| so far| generally| really| deliberately)*`;
const it = String.raw`(?:that|this|it|these|those|them|any of (?:that|this|it|these|those|them)|such things?|either)`;

const refusals = [
    String.raw`\b(?:something|things?|what|which|that|one thing)(?: that)? (?:i|we)(?: have|'ve| had)?${often} (?:never \w+|${verb})`,
    String.raw`\b(?:that|this|which|it|those|these|all (?:of )?(?:that|this|which))(?:'s| is| are| was| were)?(?: exactly| just| precisely)? (?:what|the (?:kind|sort|part|thing)s?(?: of thing)?)\b[^.;!?]{0,30}\b(?:i|we)(?: have|'ve| had)?${often} (?:never|${verb}|do not|don't|would not|won't|will not|would never)`,
    String.raw`\b(?:i|we)\b(?:'ve| have| had| do| did)?(?:n't)?(?: \w+){0,2} (?:none|nothing|neither) of (?:that|this|it|these|those|them|the above)\b`,
    String.raw`\bnone of (?:that|this|it|these|those|them|the above|which)\b`,
    String.raw`\b(?:i|we)\b[^.;,!?]{0,20}(?:\bnever\b|n't\b|\bnot\b|\brefused?\b|\bavoid(?:ed)?\b)[^.;,!?]{0,30}\b${it}\s*(?:at all|either|myself|yet|once|in my life|here|there)?\s*(?:[.;!?]|$)`,
    String.raw`\b(?:that|this|which|it)(?:'s| is| was)(?:n't| not| never)(?: \w+){0,2} (?:me|my (?:job|way|style|thing|habit|business|problem|task)|mine|how i|what i|something i|for me|true|the case|so)\b`,
    String.raw`\b(?:that|this|which|it|those|these|they|all of which|such things?) (?:i|we) (?:have |had |'ve |would |will |could )?(?:always |usually )?(?:never|refus\w+|avoid\w*|(?:don't|didn't|do not|did not)(?! (?:know|remember|recall|think|believe|understand|mind)\b)|won't|wouldn't|skip\w*|declin\w+|reject\w*|laugh\w*|leave|left)\b`,
    String.raw`\b(?:i|we)(?: have| had|'ve| will|'ll)?${often}(?: just)? (?:refused?|avoid(?:ed)?|skip(?:ped)?|rejected|neglected|left out)\s*(?:that|this|it|these|them|all)?\s*(?:[.;!?]|$)`,
    String.raw`\b(?:nothing|not (?:some|any)thing|n't (?:some|any)thing|not a thing) (?:that |which )?(?:i|we)\b`,
    String.raw`\b(?:i am|i'm|we are|we're) (?:\w+ )?(?:against|opposed to|no friend of)\b`,
    String.raw`\b(?:years?|months|ages|decades|long|while) since (?:i|we) last\b`,
    // laughed at
    String.raw`\b(?:i|we)\b[^.;!?]{0,25}\b(?:laugh(?:ed)? (?:at|about|off)|ha(?:d|ve) to laugh|could only laugh|can only laugh|laughed(?=\s*[.;!?]|$)|mock(?:ed)?|scoff(?:ed)?|sneer(?:ed)?|roll(?:ed)? (?:my|our) eyes|make fun|made fun|yawn(?:ed)?)\b`,
    String.raw`\blaugh(?:ed|s)? at (?:whoever|any(?:one|body)|every(?:one|body)|those|people)\b`,
    String.raw`\b(?:makes?|made) (?:me|us) (?:laugh|smile|yawn)\b`,
    String.raw`\b(?:is|are|was|were|seems?|sounds?|looks?|find|found|call|called|consider|think|what)\b[^.;!?]{0,24}\b(?:nonsense|ridiculous|rubbish|waste of (?:my |our )?time|pointless|an? joke|laughable|hilarious|useless|not worth|silly|stupid|beneath me|(?:some|any)(?:one|body) else's job|not my job|(?:only )?for (?:losers|cowards|beginners|(?:people|those|others) who))\b`,
    String.raw`\b(?:ha ha|haha+|lol|who cares|in my dreams|yeah,? right)\b`,
    String.raw`\b(?:that|this|it|those)(?:'s| is| are| was) (?:all )?(?:the |my |our )?[\w-]+'s (?:problem|headache)\b`,
    String.raw`\b(?:mine|i|we) (?:have|has|had|use|used) (?:neither|none)\b`
];
const refusal = new RegExp(refusals.join('|'), 'i');
const total =
    /\b(?:none|nothing|neither) of (?:that|this|it|these|those|them|the above)\b|\b(?:did|done|do|does|have|had|was|is|would)(?:n't| not| never)(?: \w+){0,2} (?:any|one) of (?:that|this|it|these|those|them|the above)\b|\ball (?:of )?(?:that|this|these|it)\b[^.;!?]{0,30}\b(?:never|refus\w+|avoid\w*|nonsense|laugh\w*)\b/i;

const person = String.raw`(?:he|she|they|somebody(?: else)?|someone(?: else)?|others|everyone else|(?:my|the|our|another|an?|some|other) (?:[\w-]+ ){0,2}[\w-]+)`;
const doneByOthers = [
    String.raw`\b${person}\s+(?:always |usually |just |then )?(?:did|does|do|handled|handles|took care of|takes care of|had done|has done|covered|managed|would do) (?:all|every|most|it|that|this|everything|these|those|them|the whole|the lot)\b`,
    String.raw`\b(?:done|handled|made|managed|taken care of|covered) by (?:my|the|an?|our|another|some|others?)\b`,
    String.raw`\b(?:left|leave|leaves) (?:it|that|this|those|these|them|all)?\s?(?:up )?(?:to|for) (?:my|the|our|another|others?|some)\b`,
    String.raw`\b(?:is|was|are|were|that's|it's) (?:what|how|something|the (?:kind|sort) of thing) (?:that )?(?!i\b|we\b)${person}\b`,
    String.raw`(?<![\w-])[\w-]+(?:'s|s') (?:job|task|business|duty|responsibility|part|work)\b`,
    String.raw`\bnot (?:by )?(?:me|i|us)\b(?=\s*[.,;!]|$)`
].join('|');
const others = new RegExp(doneByOthers, 'i');
const firstDid = /\b(?:i|we)\s+(?:\w+\s+)?(?:did|do|handled|took|have done)\b/i;

const inverted =
    /^\W*(?:do|does|did|would|could|should|will|can|have|has|is|are|was|were|must|shall|might)\s+(?:i|we|you|he|she|they|it|one|the|my|this|that|there)\b/i;
const questioned =
    /\?["')\]\s]*$|\b(?:whether i|i wonder|do you (?:mean|want)|you (?:ask|asked|want to know|are asking)|the question (?:is|was))\b/i;
const condition =
    /^\W*(?:(?:and |but |so )?if\b|(?:had|were|should) (?:i|we|there|he|she|they|it)\b|in theory|ideally|hypothetically|one (?:would|could|should|ought)|you (?:would|could|should))/i;
const imagined = /^\W*(?:let us |let's |just )?(?:suppose|supposing|imagine|assume|assuming)\b/i;
const conditional = /\b(?:would|could|should|might|'d|in theory|ideally|ought)\b/i;
const cited =
    /\b(?:according to|as (?:stated|written) in|(?:the|your|this|our|my) (?:job |role |company |hospital |school )?(?:ad|advert|advertisement|description|posting|handbook|manual|textbook|book|guide|rubric|criteria|checklist|course|training|website|internet|policy|protocol|poster|instructions?) (?:says?|said|asks?|wants?|lists?|mentions?|requires?|states?|tells?|talks?|told|taught|recommends?))\b/i;
const takenBack =
    /\b(?:now|these days|nowadays|no longer|any ?more|since then|today|stopped|gave up|not so much)\b/i;

/** The frame of one sentence, which does not depend on a rubric. */
export interface Frame {
    asked: boolean;
    refused: boolean;
    /** The sentence refuses everything named before it. */
    refusesAll: boolean;
    byOthers: boolean;
    supposed: boolean;
    cited: boolean;
    takenBack: boolean;
}

/** A question that asks nothing: "..., didn't I?", "..., right?". */
const tag =
    /(?<=\w)(?:,?\s+(?:did|do|does|was|were|am|are|is|have|has|had|would|could|should|can|will)(?:n't| not)?\s+(?:i|we|you|u|he|she|they|it)|,\s+(?:right|ok|okay|yes|yeah|no|innit|you know))\s*\?["')\]\s]*$/i;

/** Returns the frame of a sentence. */
export function frameOf(text: string): Frame {
    const sentence = text.replace(tag, '.');
    return {
        asked: questioned.test(sentence) || inverted.test(sentence),
        refused: refusal.test(sentence),
        refusesAll: total.test(sentence),
        byOthers: others.test(sentence) && !firstDid.test(sentence),
        supposed: (condition.test(sentence) && conditional.test(sentence)) || imagined.test(sentence),
        cited: cited.test(sentence),
        takenBack: takenBack.test(sentence)
    };
}

/** Calling something important, or being good at it, does not mean having done it. */
export const claim =
    /\b(?:(?:is|are|was) (?:\w+ )?(?:important|essential|key|crucial|vital|necessary|paramount|critical)|(?:i|we) (?:\w+ )?(?:believe|think|agree (?:that|with|about)|feel|know|understand|value|admire|read|heard|learned(?! to\b))(?: in| that| about| of| how| how important)?|(?:i am|i'm) (?:\w+ )?(?:good|great|strong|passionate|aware|familiar|excellent|skilled)(?: at| in| about| of| with)?|(?:strong|good|great|excellent) (?:\w+ ){0,2}skills|(?:an? |the )?(?:good|ideal|strong|great|proper|best|professional) \w+ (?:would|should|might|could|must|always|will)|(?:you|one|people|everyone|they) (?:should|must|ought)|(?:says?|said|wants?|expects?|thinks?) (?:that )?(?:i|we) (?:should|must|ought|have to|need to))\b/i;
