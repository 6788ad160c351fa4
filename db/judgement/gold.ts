// Gold: answers labelled by people, on which an evaluator is measured. It contains nothing that an evaluator wrote.
import { users } from '../accounts/users.ts';
import { Refusal } from '../store/refusal.ts';
import { type Criterion, sages } from '../sages/sages.ts';
import {
    code,
    enumText,
    externalId,
    flag,
    integer,
    nullable,
    others,
    personal,
    serial,
    text,
    time
} from '../store/columns.ts';
import { and, asc, eq, inArray, index, sql, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { insertOne, query } from '../store/query.ts';
import type { Reader, Tx } from '../store/index.ts';
import { sha256 } from '../accounts/tokens.ts';
import type { Grade } from './licence/agreement.ts';

export const goldSources = ['file', 'screen', 'page'] as const;
export type GoldSource = (typeof goldSources)[number];

/** One row for each text and criterion; it can have labels of several people. */
export const goldAnswers = sqliteTable(
    'gold_answers',
    {
        id: serial(),
        sageId: integer().references(() => sages.id),
        criterionId: code(),
        text: text(personal),
        digest: code(), // SHA-256 of the criterion and the text
        source: enumText(...goldSources), // its first source
        importedBy: nullable.integer().references(() => users.id),
        createdAt: time()
    },
    (t) => [uniqueIndex('gold_answers_digest').on(t.sageId, t.digest)]
);

/** Notes of licence checks about an answer, in a separate table: a row of `gold_answers` is rewritten whole with its text. */
export const goldMarks = sqliteTable('gold_marks', {
    answerId: externalId().references(() => goldAnswers.id),
    copyOf: nullable.integer(), // the first of its near copies; null where it is that itself
    lookedAt: nullable.time() // when a licence was first decided with it
});

/** One row for each time a person labels an answer; only `blind` is ever changed, where it turns out that it was not. */
export const goldLabels = sqliteTable(
    'gold_labels',
    {
        id: serial(),
        answerId: integer().references(() => goldAnswers.id),
        byName: text(others), // a login, or a name as it was imported
        userId: nullable.integer().references(() => users.id), // who gave it or, from a file, who imported it
        level: enumText('absent', 'partial', 'strong'),
        blind: flag(), // given before they had seen the evaluator's findings
        source: enumText(...goldSources),
        criterionDigest: nullable.code(), // of the question and its levels at that time; null in old rows
        at: time()
    },
    (t) => [index('gold_labels_by_answer').on(t.answerId)]
);

export type GoldAnswerRow = typeof goldAnswers.$inferSelect;
export type GoldMarks = Pick<typeof goldMarks.$inferSelect, 'copyOf' | 'lookedAt'>;
export type GoldLabelRow = typeof goldLabels.$inferSelect;

export const mostAnswers = 5000;
/** In bytes of UTF-8. */
export const longestText = 50 * 1024;

/** What is drawn as nothing: zero-width spaces and joiners, soft hyphens, tags. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu;

/** Returns a text without what people do not read as a difference: unseen characters, white space, case, forms of letters. */
export const folded = (text: string) =>
    text.replaceAll(unseen, '').normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();

/** Returns the digest that identifies an answer. */
export const digestOf = (criterion: string, text: string) => sha256(`${criterion}\n${folded(text)}`);

/** The digest of the rows that an earlier version stored. */
const earlierDigestOf = (criterion: string, text: string) => sha256(`${criterion}\n${text}`);

/** Returns every digest that a stored row of this answer may have. */
export const digestsOf = (criterion: string, text: string) => [
    digestOf(criterion, text),
    earlierDigestOf(criterion, text)
];

/** Returns the digest of the question that people and evaluators answer: a label given under another question does not count. */
export const criterionDigestOf = ({ question, levels }: Pick<Criterion, 'question' | 'levels'>) =>
    sha256(JSON.stringify([question, levels.absent, levels.partial, levels.strong]));

export interface GoldItem {
    criterion: string;
    text: string;
    level: Grade;
    /** A login, or a name as a file has it. */
    by: string;
    userId: number | null;
    blind: boolean;
    source: GoldSource;
    /** As it was when the label was given. */
    asked?: Pick<Criterion, 'question' | 'levels'> | undefined;
    at: number;
}

/** Stores a label, and the answer if it is new. Refuses: wrong_state when the gold of the sage is full. */
export async function putGold(tx: Tx, sageId: number, item: GoldItem) {
    const answer = await putAnswer(tx, sageId, item);
    const { by: byName, userId, level, blind, source, asked, at } = item;
    const criterionDigest = asked ? criterionDigestOf(asked) : null;
    const label = { answerId: answer.id, byName, userId, level, blind, source, criterionDigest, at };
    const [latest] = (await labelsOf(tx, [answer.id])).filter((label) => label.byName === byName).slice(-1);
    if (!latest || !isSameLabel(latest, label)) await tx.insert(goldLabels).values(label);
    return answer;
}

const isSameLabel = (a: Given, b: Given) =>
    a.level === b.level &&
    a.blind === b.blind &&
    a.source === b.source &&
    a.criterionDigest === b.criterionDigest;

type Given = Pick<GoldLabelRow, 'level' | 'blind' | 'source' | 'criterionDigest'>;

async function putAnswer(tx: Tx, sageId: number, { criterion, text, source, userId, at }: GoldItem) {
    const digest = digestOf(criterion, text);
    const earlier = earlierDigestOf(criterion, text);
    const known = (await findAnswer(tx, sageId, digest)) ?? (await findAnswer(tx, sageId, earlier));
    if (known) return known;
    await assertRoom(tx, sageId, [digest]);
    const answer = { criterionId: criterion, text, digest, source, importedBy: userId };
    return insertOne(tx, goldAnswers, { ...answer, sageId, createdAt: at });
}

/** Refuses: wrong_state when the new ones among these answers exceed the space left in the gold of the sage. */
export async function assertRoom(on: Reader, sageId: number, digests: readonly string[]) {
    const isNew = await newAmong(on, sageId, digests);
    if ((await countAnswers(on, sageId)) + isNew.size > mostAnswers)
        throw new Refusal('wrong_state', `A sage can have up to ${mostAnswers} labelled answers.`);
}

async function newAmong(on: Reader, sageId: number, digests: readonly string[]) {
    const isNew = new Set(digests);
    for (const digest of isNew) if (await findAnswer(on, sageId, digest)) isNew.delete(digest);
    return isNew;
}

const isOfSage = eq(goldAnswers.sageId, sql.placeholder('sageId'));

const byDigest = query((on) =>
    on
        .select()
        .from(goldAnswers)
        .where(and(isOfSage, eq(goldAnswers.digest, sql.placeholder('digest'))))
);

const findAnswer = (on: Reader, sageId: number, digest: string) => byDigest.first(on, { sageId, digest });

/** Returns the gold of a sage that was copied from this text; an earlier version may have stored it by another digest. */
export const goldOfAnswer = (on: Reader, sageId: number, criterion: string, text: string) =>
    on
        .select()
        .from(goldAnswers)
        .where(and(eq(goldAnswers.sageId, sageId), inArray(goldAnswers.digest, digestsOf(criterion, text))));

const counted = query((on) =>
    on
        .select({ total: sql<number>`count(*)` })
        .from(goldAnswers)
        .where(isOfSage)
);

/** Returns the number of answers in the gold of a sage. */
export const countAnswers = async (on: Reader, sageId: number) =>
    (await counted.first(on, { sageId }))?.total ?? 0;

/** Returns the labels of these answers, oldest first. */
export function labelsOf(on: Reader, answerIds: readonly number[]): Promise<GoldLabelRow[]> {
    const isOneOf = inArray(goldLabels.answerId, [...answerIds]);
    return on.select().from(goldLabels).where(isOneOf).orderBy(asc(goldLabels.id));
}
