// What the pages of the settings have in common: their tabs, who may open them, and what overrides them.
import Joi from 'joi';
import { type SettingName, type Settings, variables } from '../../db/record/settings.ts';
import { may } from '../surfaces/auth/requester.ts';
import { oneLine } from '../surfaces/http/fields.ts';
import { canonicalZone } from '../surfaces/pages/dates.ts';
import { tabsOf } from '../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';

export const settingsScope = ['ss_admin_all'] as const;

/** The name of the organisation, which may be empty. */
export const organisationName = oneLine(200).trim().allow('');

/** The time zone of the organisation by the name of a browser, in the spelling of this server; empty for the default. */
export const timeZoneName = Joi.string()
    .allow('')
    .custom((timeZone: string, helpers) => {
        try {
            return canonicalZone(timeZone);
        } catch {
            return helpers.message({ custom: '{#label} must be a time zone like Europe/Berlin' });
        }
    });

/** To choose from: those that are known, and the one in force. */
export const timeZonesWith = (name: string) =>
    Object.fromEntries(
        Array.from(new Set(['UTC', name, ...Intl.supportedValuesOf('timeZone')]), (one) => [one, one])
    );

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
    { word: 'Environment', href: '/settings/environment' }
];

/** For users who may open all of them. */
export const settingsTabs = (visit: PageContext) =>
    may(visit.actor, ...settingsScope) ? tabsOf(visit, parts) : [];
