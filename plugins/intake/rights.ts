// Who may do what with the items of the intake, and where its pages are.
import type { Request } from '@hapi/hapi';
import type { Capability } from '../../db/accounts/capabilities.ts';
import type { Actor } from '../../db/accounts/sessions.ts';
import type { App } from '../app.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { ownPath } from '../surfaces/pages/signed-in-page.ts';
import type { Form } from '../surfaces/http/bodies/typed.ts';

export const sales = ['ss_sales', 'ss_sales_admin', 'ss_admin_all'] as const satisfies Capability[];

/** Those who see all items and hand them out. */
export const bosses = ['ss_sales_admin', 'ss_admin_all'] as const satisfies Capability[];

/** Who works on an item, for the rules and for the audit log. */
export const working = (app: App, worker: Actor, request: Request) => ({ worker, ...actBy(app, request) });

export const publicFormPath = '/intake/form';

export const itemPath = (id: number) => `/intake/${id}`;

/** The page with the form, as the form names it: the item's own, or the list with its filters. */
export function backTo({ back }: Form) {
    const path = ownPath(back);
    return path && /^\/intake(\/\d+)?($|\?)/.test(path) ? path : '/intake';
}
