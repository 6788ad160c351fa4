// Closed lists of English words for the built-in evaluator. None was written for a specific rubric.
import kindred from './rows/kindred.json' with { type: 'json' };
import rows from './rows/words.json' with { type: 'json' };

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that occur in so many answers that they show little. */
export const lightWords = words(rows.lightWords.join(' '));

/** Verbs that say nothing about a rubric without what they are done to. */
export const commonVerbs = words(rows.commonVerbs.join(' '));

/** Verbs that fit any thing: who uses something may have made, given or put it. */
export const plainVerbs = words('be have do make use get give go put take need want try come');

const none: readonly string[] = [];
const kindredLines = new Map<string, string[]>();
for (const [kind, lines] of Object.entries(kindred))
    for (const [at, line] of lines.entries())
        for (const word of words(line))
            kindredLines.set(word, [...(kindredLines.get(word) ?? []), `${kind}:${at}`]);

/** The keys of a word's lines in `rows/kindred.json`: each line is of words that people use for one another. */
export const kindredKeys = (word: string, isThing = false): readonly string[] =>
    kindredLines.get(word)?.filter((key) => !isThing || key.startsWith('others')) ?? none;

/** Signs in front of what is done, and of what is not. */
export const crosses = '❌ ✗ ✘ ✖ ❎ 🚫';
export const marks = words(`✓ ✔ ✅ ☑ ${crosses}`);

export const negators = words(`${crosses} ${rows.negators.join(' ')}`);

/** Verbs (lemmas) that turn what follows them into its contrary. */
export const refusingVerbs = words(rows.refusingVerbs.join(' '));

/** Those among them that name what is not done and nothing else. */
export const privativeVerbs = words('refuse avoid skip omit');

export const modals = words("would could might should 'd wouldnt couldnt ought");

/** Who may be the subject of a sentence instead of the one who answers. */
export const persons = words(rows.persons.join(' '));

export const subordinators = words(rows.subordinators.join(' '));

/** Words at which a clause starts. */
export const conjunctions = words(rows.conjunctions.join(' '));

/** Where one of these follows `and`, `or` or `then`, a new clause starts with it. */
export const clauseSubjects = words('i we he she they you someone somebody everyone everybody nobody it');

/** The commonest function words of English, and such of languages in the same letters as English does not have. */
export const englishWords = words(rows.englishWords.join(' '));
export const foreignWords = words(rows.foreignWords.join(' '));
