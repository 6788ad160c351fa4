// Removes text that a person does not see but an evaluator would read, and keeps the original positions.
export interface VisibleText {
    text: string;
    /** Place in the visible text -> place in the answer as it was written; one more than there are characters. */
    places: readonly number[];
    /** What was hidden, as far as it is text. */
    hidden: string;
    /** Hidden on purpose, whatever it says: letters of a word held apart, text drawn backwards, tags that spell. */
    suspicious: boolean;
}

const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
const hiddenHtml =
    /<!--[\s\S]*?(?:-->|$)|<(\w{1,20})\s[^<>]{0,300}(?:\bhidden\b|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0)[^<>]{0,300}>[^<]*(?:<\/\1\s*>)?/gi;

/** Returns the text that a person sees. */
export function visibleText(answer: string): VisibleText {
    const blocks = Array.from(answer.matchAll(hiddenHtml), ([block]) => block);
    const shown = answer.replaceAll(hiddenHtml, (block) => `\n${'\u2060'.repeat(block.length - 1)}`);
    const places: number[] = [];
    let text = '';
    let tags = '';
    let at = 0;
    for (const character of shown) {
        if (invisible.test(character)) tags += tagLetter(character);
        else for (let half = 0; half < character.length; half += 1) places.push(at + half);
        if (!invisible.test(character)) text += character;
        at += character.length;
    }
    places.push(answer.length);
    return { text, places, hidden: [...blocks, tags].join('\n'), suspicious: isSuspicious(answer, tags) };
}

/** Tag characters are ASCII drawn as nothing. */
function tagLetter(character: string) {
    const code = (character.codePointAt(0) ?? 0) - 0xe0000;
    return code >= 0x20 && code < 0x7f ? String.fromCodePoint(code) : '';
}

const heldApart = /(?<=[A-Za-z])[\u200b-\u200d\u2060-\u2064](?=[A-Za-z])/g;
const turned = /[\u202a-\u202e\u2066-\u2069]/;
const mostTagLetters = 8; // the flag of Scotland is five

function isSuspicious(answer: string, tags: string) {
    const broken = answer.match(heldApart)?.length ?? 0;
    return broken >= 2 || turned.test(answer) || tags.length > mostTagLetters;
}
