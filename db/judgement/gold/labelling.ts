// Labels that a user gives in the browser. The server decides whether they are blind.
import { type AuditActor, record, type Done } from '../../record/audit.ts';
import { findUserById } from '../../accounts/users.ts';
import { Refusal } from '../../store/refusal.ts';
import type { SageRow } from '../../sages/sages.ts';
import type { Tx, Reader } from '../../store/index.ts';
import { and, asc, eq, exists, gt, inArray, sql } from '../../store/drizzle.ts';
import { putGold, goldAnswers, goldLabels, type GoldItem } from '../gold.ts';
import { shownTexts } from '../showings.ts';

interface Item extends Pick<GoldItem, 'criterion' | 'text' | 'level'> {
    /** False takes it back; true claims nothing. */
    blind?: boolean;
}

export interface Labelling extends Done {
    items: readonly Item[];
    by: { id: number } & AuditActor;
}

/**
 * Stores labels. Refuses: invalid_field for a criterion that the sage does not have; wrong_state when its gold is
 * full.
 */
export async function labelAnswers(tx: Tx, sage: SageRow, { items, by, at }: Labelling) {
    assertKnown(sage, items);
    const login = (await findUserById(tx, by.id))?.login ?? '';
    const wasShown = await shownTexts(tx, { sageId: sage.id, userId: by.id });
    for (const { blind = true, ...item } of items) {
        const isBlind = blind && !wasShown(item.criterion, item.text);
        const who = { by: login, userId: by.id, source: 'page', at } as const;
        const asked = sage.criteria.find(({ id }) => id === item.criterion);
        await putGold(tx, sage.id, { ...item, ...who, asked, blind: isBlind });
    }
    const after = `${items.length} labels`;
    await record(tx, { by, act: 'sage.gold', target: `sage:${sage.id}`, after, at });
}

function assertKnown({ criteria }: SageRow, items: readonly Item[]) {
    const odd = items.findIndex(({ criterion }) => !criteria.some(({ id }) => id === criterion));
    if (odd < 0) return;
    const field = `items.${odd}.criterion`;
    throw new Refusal('invalid_field', 'Criterion not found.', { field });
}

type Labelled = Pick<SageRow, 'id' | 'criteria'>;

const labelledBy = (on: Reader, login: string) =>
    exists(
        on
            .select({ one: sql`1`.as('one') })
            .from(goldLabels)
            .where(
                and(
                    eq(goldLabels.answerId, goldAnswers.id),
                    eq(sql`lower(${goldLabels.byName})`, login.toLowerCase())
                )
            )
    );

/** The condition that an answer belongs to a criterion that the sage still has. */
const ofCriteria = ({ id, criteria }: Labelled) =>
    and(
        eq(goldAnswers.sageId, id),
        inArray(
            goldAnswers.criterionId,
            criteria.map((one) => one.id)
        )
    );

/**
 * The answers that a person has still to label, one after the other. The first answer after this one that this person has not
 * labelled; undefined where none is left.
 */
export async function nextToLabel(
    on: Reader,
    sage: Labelled,
    { login, after }: { login: string; after: number }
) {
    const [next] = await on
        .select()
        .from(goldAnswers)
        .where(and(ofCriteria(sage), gt(goldAnswers.id, after), sql`not ${labelledBy(on, login)}`))
        .orderBy(asc(goldAnswers.id))
        .limit(1);
    return next;
}

/** How many answers this person has labelled, of all. */
export async function countLabelled(on: Reader, sage: Labelled, login: string) {
    const count = sql<number>`count(*)`;
    const [all] = await on.select({ count }).from(goldAnswers).where(ofCriteria(sage));
    const [mine] = await on
        .select({ count })
        .from(goldAnswers)
        .where(and(ofCriteria(sage), labelledBy(on, login)));
    return { all: all?.count ?? 0, mine: mine?.count ?? 0 };
}
