// The words of the builder: no page of the console shows one, but where people look for them.
import type { Page } from 'playwright-core';

const builders = [
    /\bscreens?\b/i,
    /\bbuilds?\b/i,
    /\bgates?\b/i,
    /\bstale\b/i,
    /\brubrics?\b/i,
    /\breleases?\b/i,
    /\bverdicts?\b/i,
    /\bdigests?\b/i,
    /\bSHA\b/,
    /\b(?:Shu|Ha|Ri|Enlightenment)\b/,
    /\bdead\b/i,
    /\brelay\b/i,
    /\bnonce\b/i,
    /\bfixtures?\b/i,
    /\b[a-z]+_[a-z_]+\b/,
    /\b[A-Z]+_[A-Z_]+\b/,
    /must be \[/
];

/** Where the words of the builder are what one looks for: the parts under Advanced, folds for engineers, and Operations. */
const exempt = [
    /^\/sages\/\d+\/(?:details|results|contexts|prompt|gold)/,
    /^\/sages\/\d+\/builds\//,
    /^\/(?:jobs|audit|docs|people\/tokens|settings\/(?:environment|pages|splash|tasks|traces))/
];

/** Returns what is shown of these words, each with its surroundings: nothing in folds, fields and code, and nothing that users wrote. */
export async function buildersWords(page: Page): Promise<string[]> {
    if (exempt.some((path) => path.test(new URL(page.url()).pathname))) return [];
    const text = String(
        await page.evaluate(
            `(() => {
                const main = document.querySelector('.console main')?.cloneNode(true);
                for (const one of main?.querySelectorAll('details, code, pre, textarea, input, option, .answer, .preview, .changes') ?? []) one.remove();
                return main?.textContent ?? '';
            })()`
        )
    ).replaceAll(/\s+/g, ' ');
    return builders.flatMap((word) => {
        const found = word.exec(text);
        return found ? [text.slice(Math.max(0, found.index - 30), found.index + 40)] : [];
    });
}
