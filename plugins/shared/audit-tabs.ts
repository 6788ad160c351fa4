// The tabs of what was done: by people, by tools, and what services logged of it.
import { tabsOf } from '../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';

const places = [
    { word: 'Audit', href: '/audit' },
    { word: 'Tool calls', href: '/audit/tool-calls' },
    { word: 'Traces', href: '/settings/traces' }
];

export const auditTabs = (visit: PageContext) => tabsOf(visit, places);
