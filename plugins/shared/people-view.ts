// What the pages about people have in common: their tabs, and the words for roles and capabilities.
import type { Capability, Role } from '../../db/accounts/capabilities.ts';
import { may } from '../surfaces/auth/requester.ts';
import { tabsOf } from '../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';

const parts = [
    { word: 'People', href: '/people' },
    { word: 'Service tokens', href: '/people/tokens' },
    { word: 'Credits', href: '/people/credits' }
];

/** For users who may open all of them. */
export const peopleTabs = (visit: PageContext) =>
    may(visit.actor, 'ss_admin_all') ? tabsOf(visit, parts) : [];

export const roleWords: Readonly<Record<Role, string>> = {
    administrator: 'Administrator',
    council_admin: 'Council administrator',
    sage_author: 'Author',
    reviewer: 'Reviewer',
    power_user: 'Demo access',
    sales_rep: 'Sales',
    sales_admin: 'Sales administrator',
    support: 'Support'
};

/** The permissions of each capability. */
export const capabilityWords: Readonly<Record<Capability, string>> = {
    ss_admin_all: 'Manage the server: people, credits, tokens, settings, and everything below',
    ss_council_admin: 'View and change all sages, open and close them, run their checks again',
    ss_council_sage: 'Create and check sages',
    council_screen: 'Invite candidates, read their answers, give levels, decide',
    council_sage: 'Write contexts, and read the prompt of a sage',
    power_user: 'Create demo links',
    ss_sales: 'Create deals and see their own commissions',
    ss_sales_admin: 'View and approve all deals, view all commissions and set their rates',
    ss_support: 'View jobs, emails and the audit log. Retry and cancel jobs'
};
