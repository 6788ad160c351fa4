import { englishWords, foreignWords } from './word-lists.ts';

const mostWords = 400;

/** Whether a text can be read as English: by its letters, and by the small words that every sentence needs. */
export function isEnglish(text: string) {
    const words =
        text
            .slice(0, 6000)
            .toLowerCase()
            .match(/[\p{L}\p{M}']+/gu)
            ?.slice(0, mostWords) ?? [];
    if (words.length === 0) return true; // figures alone are of no language
    const latin = words.filter((word) => /^[\p{Script=Latin}\p{M}']+$/u.test(word)).length;
    if (latin * 2 < words.length) return false;
    const english = words.filter((word) => englishWords.has(word)).length;
    const foreign = words.filter((word) => foreignWords.has(word) && !englishWords.has(word)).length;
    return foreign < 2 || foreign <= english;
}
