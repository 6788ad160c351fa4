// The environment, for operators: each variable, its value and where that comes from.
import type { ServerRoute } from '@hapi/hapi';
import { settingNames, settingsIn, variables } from '../../db/record/settings.ts';
import type { App } from '../app.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import { consolePage } from '../surfaces/pages/console/page.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html, type Part } from '../surfaces/pages/layout.ts';
import { addressIn } from '../surfaces/pages/parts/address.ts';
import { emptyState } from '../surfaces/pages/parts/empty.ts';
import { filters } from '../surfaces/pages/parts/filters.ts';
import { table } from '../surfaces/pages/parts/table.ts';
import { settingsScope, settingsTabs } from '../shared/settings-view.ts';
import { freeText } from '../surfaces/http/fields.ts';

type InForce = Awaited<ReturnType<typeof allInForce>>[number];

/** The settings in force, also those that pages change. */
export async function allInForce({ store, config }: App) {
    const stored = await settingsIn(store.read, config);
    return config.inForce.map((one) => {
        const { value, source } =
            stored[settingNames.find((name) => variables[name] === one.name) ?? 'language'];
        const isChanged = source === 'page' && Object.values<string>(variables).includes(one.name);
        return isChanged ? { ...one, value, isSet: true, source } : one;
    });
}

export const environmentPage = (app: App): ServerRoute =>
    consolePage<{ q?: string }>(app, {
        id: 'showEnvironment',
        path: '/settings/environment',
        description: 'Shows the settings of the environment, those that are set first.',
        scope: settingsScope,
        query: { q: freeText.trim().max(200) },
        show: showEnvironment
    });

async function showEnvironment({ q = '' }: { q?: string }, visit: PageContext): Promise<View> {
    const all = await allInForce(visit.app);
    const isSet = ({ source }: InForce) => source === 'environment' || source === 'file';
    const found = all.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
    const rows = [...found.filter(isSet), ...found.filter((one) => !isSet(one))];
    return {
        title: 'Environment',
        crumbs: [{ word: 'Settings', href: '/settings' }],
        tabs: settingsTabs(visit),
        body: html`<p>${all.filter(isSet).length} of ${all.length} are set. The environment is read when the service starts: change it there, then restart. Secrets are never shown.</p>
            ${filters(addressIn(visit.request), [{ name: 'q', label: 'Find a setting' }])}
            ${
                rows.length === 0
                    ? emptyState({ says: 'No settings match this search.' })
                    : table({
                          caption: 'Environment',
                          columns: [
                              { title: 'Setting', cell: ({ name }) => html`<code>${name}</code>` },
                              { title: 'Value', cell: valueOf },
                              { title: 'From', cell: ({ source }) => sourceWords[source], minor: true }
                          ],
                          rows
                      })
            }`
    };
}

const sourceWords = {
    default: 'default',
    environment: 'environment',
    file: 'a file',
    page: 'the settings pages'
} as const;

function valueOf({ value, isSecret, isSet }: InForce): Part {
    if (!isSet) return html`<small>not set</small>`;
    return isSecret ? html`<small>set, not shown</small>` : (value ?? '');
}
