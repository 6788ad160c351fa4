// People with the same name: a name that several have does not identify any of them.
import { users } from '../accounts/users.ts';
import { deals } from '../sales/deals.ts';
import { intakeItems } from '../sales/intake.ts';
import { screens } from '../screens/screens.ts';
import type { Reader } from '../store/index.ts';
import { isFull, longestOf } from './scrubbing.ts';
import { keyIn, type Place, rangesOf, rowsIn } from './searching.ts';

const places: readonly Place[] = [
    { table: screens, key: screens.id, columns: ['candidateName'] },
    { table: users, key: users.id, columns: ['displayName'] },
    { table: users, key: users.id, columns: ['firstName', 'lastName'] },
    { table: deals, key: deals.id, columns: ['contactName'] },
    { table: deals, key: deals.id, columns: ['customerName'] },
    { table: intakeItems, key: intakeItems.id, columns: ['contactName'] }
];

const same = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

interface Looking {
    on: Reader;
    names: readonly string[];
    /** The screens of these people themselves, where they are not erased yet. */
    except?: readonly string[];
    yieldNow: () => Promise<void>;
}

/** Returns a function that checks whether another candidate, user or customer has one of these names. */
export async function sharedNames({ on, names, except = [], yieldNow }: Looking) {
    const wanted = [...new Set(names.filter(isFull).map(same))];
    const found = new Set<string>();
    const hints = { names: wanted.map((name) => longestOf(name.split(' '))), words: [], texts: [] };
    for (const place of wanted.length > 0 ? places : []) {
        for await (const range of rangesOf(on, place)) {
            const rows = await rowsIn(on, place, hints, range);
            for (const row of rows.filter((one) => !except.includes(String(keyIn(one, place)))))
                found.add(same(place.columns.map((column) => String(row[column])).join(' ')));
            await yieldNow();
        }
    }
    return (name: string) => found.has(same(name));
}
