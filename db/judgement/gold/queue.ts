// The answers that a person has still to label, one after the other.
import { and, asc, eq, exists, gt, inArray, sql } from '../../store/drizzle.ts';
import type { Reader } from '../../store/index.ts';
import type { SageRow } from '../../sages/sages.ts';
import { goldAnswers, goldLabels } from '../gold.ts';

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

/** The first answer after this one that this person has not labelled; undefined where none is left. */
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
