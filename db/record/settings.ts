// The settings that administrators change on pages. Those that the environment sets override them.
import type { Config } from '../../config/index.ts';
import { code, enumText, others, text, time } from '../store/columns.ts';
import { sqliteTable } from '../store/drizzle.ts';
import type { Reader, Store, Tx } from '../store/index.ts';
import { type Done, record } from './audit.ts';

/** The variable that overrides each. */
export const variables = {
    organisation: 'ORGANISATION',
    contact: 'ORGANISATION_CONTACT',
    language: 'ORGANISATION_LANGUAGE',
    time_zone: 'TIME_ZONE',
    keep_candidates_days: 'KEEP_CANDIDATES_DAYS'
} as const;

export type SettingName = keyof typeof variables;
export const settingNames = Object.keys(variables) as [SettingName, ...SettingName[]];

export const settings = sqliteTable('settings', {
    name: enumText(...settingNames).primaryKey(),
    value: text(others), // empty: the default is in force again
    changedAt: time(),
    changedBy: code() // as the audit log names them
});

type Row = typeof settings.$inferSelect;
type Known = Pick<Config, 'inForce'>;

interface Setting {
    /** Empty where nothing sets it and it has no default. */
    value: string;
    source: Config['inForce'][number]['source'] | 'page';
    /** The last change on a page, unless the environment overrides it. */
    changed: Pick<Row, 'changedAt' | 'changedBy'> | undefined;
}

export type Settings = Readonly<Record<SettingName, Setting>>;

/** Each setting as it is in force, and where it comes from. */
export const settingsIn = async (on: Reader, config: Known) =>
    overridden(config, await on.select().from(settings));

function overridden({ inForce }: Known, rows: readonly Row[]) {
    const of = (name: SettingName): Setting => {
        const { value, source = 'default' } = inForce.find((one) => one.name === variables[name]) ?? {};
        const changed = source === 'default' ? rows.find((row) => row.name === name) : undefined;
        return changed?.value
            ? { value: changed.value, source: 'page', changed }
            : { value: value ?? '', source, changed };
    };
    return Object.fromEntries(settingNames.map((name) => [name, of(name)])) as Settings;
}

interface Place {
    store: Pick<Store, 'read'>;
    config: Known;
}

/** The values in force. They are read at each use, because another node may have changed them. */
export const settingsOf = async ({ store, config }: Place) => valuesOf(await settingsIn(store.read, config));

/** Each as the environment alone sets it: before there is an administrator. */
export const settingsAtFirst = (config: Known) => overridden(config, []);

/** The same without a database, for a page that says that there is none. */
export const settingsWithoutStore = (config: Known) => valuesOf(settingsAtFirst(config));

export type SettingValues = ReturnType<typeof valuesOf>;

const valuesOf = ({
    organisation,
    contact,
    language,
    time_zone: timeZone,
    keep_candidates_days: days
}: Settings) => ({
    organisation: {
        name: organisation.value || undefined,
        contact: contact.value || undefined,
        language: language.value,
        timeZone: timeZone.value
    },
    keepCandidatesDays: Number(days.value)
});

export type Zone = Awaited<ReturnType<typeof keepZone>>;

/** The time zone in memory, because a page or a list writes many times. Another node may change it: `refresh` reads it again. */
export async function keepZone(place: Place) {
    const read = async () => (await settingsOf(place)).organisation.timeZone;
    let name = await read();
    return { name: () => name, refresh: async () => void (name = await read()) };
}

/** Values that name no person, and that the audit log may repeat. */
const isPlain = (name: SettingName) => name !== 'organisation' && name !== 'contact';

/** Sets those that differ from what is in force; an empty text restores the default. */
export async function changeSettings(
    tx: Tx,
    changes: Partial<Record<SettingName, string>>,
    { config, by, at, changedBy = by.name }: Done & { config: Known; changedBy?: string }
) {
    const before = await settingsIn(tx, config);
    for (const name of settingNames) {
        const value = changes[name];
        const isDefault = value === '' && before[name].source === 'default';
        if (value === undefined || value === before[name].value || isDefault) continue;
        const row = { value, changedAt: at, changedBy };
        await tx
            .insert(settings)
            .values({ name, ...row })
            .onConflictDoUpdate({ target: settings.name, set: row });
        const values = isPlain(name) && { before: before[name].value, after: value };
        await record(tx, { by, act: 'setting.set', target: `setting:${name}`, ...values, at });
    }
}
