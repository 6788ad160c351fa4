// What the pages of the support staff have in common: who may open them, and their tabs.
import { tabsOf } from '../../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';

/** As on the JSON routes, which let machines in as well. */
export const supportScope = ['ss_admin_all', 'ss_support'] as const;

const ofJobs = [
    { word: 'Jobs', href: '/jobs' },
    { word: 'Email', href: '/jobs/mails' },
    { word: 'Checks', href: '/jobs/builds' },
    { word: 'Failed jobs', href: '/jobs/dead' },
    { word: 'New job', href: '/jobs/new' }
];

const ofAudit = [
    { word: 'Audit', href: '/audit' },
    { word: 'Tool calls', href: '/audit/tool-calls' },
    { word: 'Traces', href: '/settings/traces' }
];

export const jobTabs = (visit: PageContext) => tabsOf(visit, ofJobs);
export const auditTabs = (visit: PageContext) => tabsOf(visit, ofAudit);
