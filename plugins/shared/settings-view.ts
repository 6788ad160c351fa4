// What the pages of the settings have in common: their tabs, who may open them, and what overrides them.
import { type SettingName, type Settings, variables } from '../../db/record/settings.ts';
import { may } from '../surfaces/auth/requester.ts';
import { oneLine } from '../surfaces/http/fields.ts';
import { pageAt } from '../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import type { Tab } from '../surfaces/pages/parts/tabs.ts';

export const settingsScope = ['ss_admin_all'] as const;

/** The name of the organisation, which may be empty. */
export const organisationName = oneLine(200).trim().allow('');

/** Whether the environment overrides what pages set. */
export const isFixed = ({ source }: Settings[SettingName]) => source === 'environment' || source === 'file';

export const setBy = (name: SettingName) => `Set by ${variables[name]} in the environment.`;

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** The name of a language. */
export const nameOf = (language: string) => names.of(language) ?? language;

const parts = [
    { word: 'Overview', href: '/settings' },
    { word: 'Banners', href: '/settings/splash' },
    { word: 'Content pages', href: '/settings/pages' },
    { word: 'Task links', href: '/settings/tasks' },
    { word: 'Traces', href: '/settings/traces' },
    { word: 'Environment', href: '/settings/environment' }
];

/** Links to the pages that exist, for users who may open all of them. */
export function settingsTabs({ actor, request: { server, path } }: PageContext): Tab[] {
    if (!may(actor, ...settingsScope)) return [];
    return parts
        .filter(({ href }) => pageAt(server, href))
        .map((part) => ({ ...part, isHere: part.href === path }));
}
