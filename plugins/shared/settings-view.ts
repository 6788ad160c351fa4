// What the pages of the settings have in common: their tabs, and who may open them.
import { may } from '../surfaces/auth/requester.ts';
import { pageAt } from '../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import type { Tab } from '../surfaces/pages/parts/tabs.ts';

export const settingsScope = ['ss_admin_all'] as const;

const parts = [
    { word: 'Overview', href: '/settings' },
    { word: 'Decision emails', href: '/settings/decision-mails' },
    { word: 'Banners', href: '/settings/splash' },
    { word: 'Content pages', href: '/settings/pages' },
    { word: 'Task links', href: '/settings/tasks' },
    { word: 'Traces', href: '/settings/traces' }
];

/** Links to the pages that exist, for users who may open all of them. */
export function settingsTabs({ actor, request: { server, path } }: PageContext): Tab[] {
    if (!may(actor, ...settingsScope)) return [];
    return parts
        .filter(({ href }) => pageAt(server, href))
        .map((part) => ({ ...part, isHere: part.href === path }));
}
