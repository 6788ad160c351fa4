const letters = /\p{L}|\p{N}/u;

/** A square with the initials of a name, always the same colour for the same name. */
export function initials(name: string) {
    const words = name.split(/\s+/).filter((word) => letters.test(word));
    const first = [words[0], words.length > 1 ? words.at(-1) : undefined];
    const shown = first.map((word) => letters.exec(word ?? '')?.[0] ?? '').join('');
    const hue = Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
    return [
        '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">',
        `<rect width="256" height="256" fill="hsl(${hue} 45% 35%)"/>`,
        `<text x="128" y="128" dy="0.35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="104" fill="#fff">${shown.toLocaleUpperCase('en')}</text>`,
        '</svg>'
    ].join('');
}
