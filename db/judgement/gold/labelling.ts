// Labels that a user gives in the browser. The server decides whether they are blind.
import { type AuditActor, record } from '../../record/audit.ts';
import { findUserById } from '../../accounts/users.ts';
import { Refusal } from '../../store/refusal.ts';
import type { SageRow } from '../../sages/sages.ts';
import type { Tx } from '../../store/index.ts';
import { putGold } from '../gold.ts';
import type { Grade } from '../licence/agreement.ts';
import { shownTexts } from '../showings.ts';

interface Item {
    criterion: string;
    text: string;
    level: Grade;
    /** False takes it back; true claims nothing. */
    blind?: boolean;
}

export interface Labelling {
    items: readonly Item[];
    by: { id: number } & AuditActor;
    at: number;
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
