// Where a form of the intake leads back to.
import { ownPath } from '../surfaces/pages/signed-in-page.ts';
import type { Form } from '../surfaces/http/bodies/typed.ts';

export const publicFormPath = '/intake/form';

export const itemPath = (id: number) => `/intake/${id}`;

/** The page with the form, as the form names it: the item's own, or the list with its filters. */
export function backTo({ back }: Form) {
    const path = ownPath(back);
    return path && /^\/intake(\/\d+)?($|\?)/.test(path) ? path : '/intake';
}
