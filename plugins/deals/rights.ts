// Who may work on deals and with which nonces, and where the pages are.
import type { Capability } from '../../db/accounts/capabilities.ts';
import { addressWith } from '../surfaces/pages/parts/address.ts';

export const sales = ['ss_sales', 'ss_sales_admin', 'ss_admin_all'] as const satisfies Capability[];

/** Those who approve, close and pay deals. */
export const salesAdmins = ['ss_sales_admin', 'ss_admin_all'] as const satisfies Capability[];

export const writeNonces = ['svc_rest', 'svc_sales_calc'] as const;

export const listPath = '/deals';
export const ratesPath = '/commissions/rates';
export const newPath = '/deals/new';
export const pathOf = (id: number) => `/deals/${id}`;
/** The list of the deals of a customer. */
export const customerPath = (customer: string) => addressWith({ path: listPath, query: {} }, { customer });
export const editPathOf = (id: number) => `/deals/${id}/edit`;
