// The buttons of the editor that move, copy and delete a question of an unsaved form.
import type { Criterion } from '../../../db/sages/sages.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import { cardsOfForm, criterionIn, isBegun, withIds } from '../form.ts';

/** The fields of a deleted question have a prefix that no card has. */
const gone = 'gone';
const goneFrom = 'gone_from';

interface Rearranged {
    criteria: Criterion[];
    /** The place of the one to continue with. */
    open: number;
    /** The fields that bring back what was just deleted. */
    undo?: Record<string, string>;
}

/** By the button: `up-2`, `down-0`, `copy-1`, `remove-1`, `undo`; anything else leaves them as they are. */
export function rearranged(form: Form): Rearranged {
    const cards = cardsOfForm(form);
    const [act = '', place = ''] = typed(form, 'do').split('-');
    if (act === 'undo') {
        const one = criterionIn(form, gone);
        return shown(cards.toSpliced(Number(typed(form, goneFrom)), 0, one), one);
    }
    const at = Number(place);
    const one = place === '' ? undefined : cards[at];
    if (!one) return shown(cards);
    const others = cards.toSpliced(at, 1);
    if (act === 'remove')
        return { ...shown(others, others[at]), ...(isBegun(one) && { undo: fieldsOf(form, at) }) };
    if (act === 'copy') {
        const copy = copyOf(one, cards);
        return shown(cards.toSpliced(at + 1, 0, copy), copy);
    }
    const to = act === 'up' ? at - 1 : act === 'down' ? at + 1 : at;
    return shown(others.toSpliced(Math.max(0, to), 0, one), one);
}

function shown(cards: readonly Criterion[], open?: Criterion) {
    const begun = cards.filter(isBegun);
    return {
        criteria: withIds(begun),
        open: Math.max(
            0,
            begun.findIndex((one) => one === open)
        )
    };
}

function fieldsOf(form: Form, at: number) {
    const card = `c${at}_`;
    const names = Object.keys(form).filter((name) => name.startsWith(card));
    return {
        [goneFrom]: String(at),
        ...Object.fromEntries(names.map((name) => [`${gone}_${name.slice(card.length)}`, typed(form, name)]))
    };
}

function copyOf(one: Criterion, all: readonly Criterion[]): Criterion {
    const taken = new Set(all.map(({ id }) => id));
    let n = 2;
    while (taken.has(nameOf(one, n))) n += 1;
    return { ...one, id: nameOf(one, n) };
}

/** A short name has 60 characters at most. */
const nameOf = ({ id }: Criterion, n: number) => `${id.slice(0, 57)} ${n}`;
