// Text that a person does not see but a judge would read. Masking keeps offsets, so quotes stay verbatim.

/** Stands for each hidden character in masked text; it may stand inside a word. */
export const filler = '\u2060';

const invisible = /\p{Default_Ignorable_Code_Point}/gu;
// Joiners belong into emoji and into some scripts, soft hyphens and variation selectors into pasted text.
const suspicious =
    /[\u200b\u180e\u202a-\u202e\u2060-\u2064\u2066-\u2069]|(?<=[A-Za-z])[\u200c\u200d]|[\u{e0000}-\u{e007f}]/u;
const hiddenHtml =
    /<!--(?:(?!<!--|-->)[\s\S])*-->|<(\w{1,20})\s[^<>]{0,300}(?:\bhidden\b|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0)[^<>]{0,300}>[^<]*<\/\1\s*>/gi;

/** Masks hidden characters and hidden HTML in place and says whether there was any to be suspicious of. */
export function maskHidden(text: string) {
    const visible = text.replace(hiddenHtml, (block) => '\n'.repeat(block.length));
    const masked = visible.replace(invisible, (character) => filler.repeat(character.length));
    return { masked, hidden: visible !== text || suspicious.test(text) };
}
