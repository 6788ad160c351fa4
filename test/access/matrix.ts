// What access-matrix.txt says: each route, and the status that each asker gets. It is written by asking and read as a diff.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Asker, askers, nameOf } from './askers.ts';
import { actionOf } from './calls.ts';

/**
 * The object of a route, and the setting: a foreign object, an own one, both again where SAGE_ACCESS is `owner`, and before
 * there is any user. A setting has a line for what differs from the one that it comes after.
 */
const settings = {
    '': undefined,
    own: '',
    owner: '',
    'owner, own': 'own',
    first: ''
} as const;
export type Setting = keyof typeof settings;

/** The status that each asker gets; with `-` where a list leaves the object out, with `>` where it leads to the login. */
export type Statuses = Map<Asker, string>;
export type Told = Partial<Record<Setting, Statuses>>;

export const file = join(import.meta.dirname, 'access-matrix.txt');

/** The paragraph of a route. */
export function paragraphOf(key: string, told: Told) {
    const lines = (Object.keys(told) as Setting[]).flatMap((setting) => {
        const before = statusesBefore(told, setting);
        const here: Statuses = told[setting] ?? new Map();
        const changed = askers.filter((asker) => here.has(asker) && here.get(asker) !== before?.get(asker));
        return Array.from(
            Map.groupBy(changed, (asker) => here.get(asker) ?? ''),
            ([status, some]) => `    ${setting.padEnd(10)} ${status.padEnd(4)} ${inShort(some)}`
        );
    });
    return [key, ...lines, ''].join('\n');
}

function statusesBefore(told: Told, setting: Setting): Statuses | undefined {
    const before = settings[setting];
    return before === undefined ? undefined : (told[before] ?? statusesBefore(told, before));
}

/** All who bring one kind of badge are named by the kind. */
function inShort(some: readonly Asker[]) {
    return Array.from(Map.groupBy(askers, ({ by }) => by))
        .flatMap(([kind, all]) => {
            const among = some.filter(({ by }) => by === kind);
            if (among.length === 0) return [];
            if (among.length === all.length) return [kind === 'nobody' ? kind : `any ${kind}`];
            return [`${kind}: ${among.map((one) => nameOf(one).split(' ')[1]).join(' ')}`];
        })
        .join(', ');
}

const line = /^ {4}(.{10}) (\S+) +(.+)$/;

/** The paragraphs of a text as `paragraphOf` has written them. */
function paragraphsIn(text: string) {
    return text
        .split('\n\n')
        .filter((paragraph) => paragraph.trim() !== '')
        .map((paragraph) => {
            const [key = '', ...lines] = paragraph.trimEnd().split('\n');
            return { key, told: toldIn(lines) };
        });
}

function toldIn(lines: readonly string[]): Told {
    const told: Told = {};
    for (const [, padded = '', status = '', some = ''] of lines.map((one) => line.exec(one) ?? [])) {
        const setting = padded.trim() as Setting;
        const statuses = (told[setting] ??= new Map(statusesBefore(told, setting)));
        for (const asker of namedIn(some)) statuses.set(asker, status);
    }
    return told;
}

function namedIn(some: string): Asker[] {
    return some.split(', ').flatMap((part) => {
        const [kind = '', names] = part.replace(/^any /, '').split(': ');
        return askers.filter(
            (asker) =>
                asker.by === kind && (!names || names.split(' ').includes(nameOf(asker).split(' ')[1] ?? ''))
        );
    });
}

const recorded = new Map(paragraphsIn(readFileSync(file, 'utf8')).map(({ key, told }) => [key, told]));
export const recordedKeys = [...recorded.keys()];

/** The status that each caller gets at a route; an action returns the same at its own address. */
export const toldAt = (key: string): Told =>
    recorded.get(key) ?? recorded.get(`post /_actions/${actionOf(key)}`) ?? {};

/** The status that a caller gets there. */
export function statusOf(key: string, asker: Asker, setting: Setting = 'own') {
    const told = toldAt(key);
    return (told[setting] ?? statusesBefore(told, setting))?.get(asker) ?? '';
}

/**
 * Whether the route is open to this caller: its status is not one of a refusal. A few routes return 404 or 409 to callers
 * with access: then all others get another status.
 */
export function isLetIn(key: string, asker: Asker, setting: Setting = 'own') {
    const status = statusOf(key, asker, setting);
    const isForSome = askers.some((one) => isDone(statusOf(key, one, setting)));
    return isForSome ? isDone(status) : !['401', '403'].includes(status);
}

const isDone = (status: string) => status.startsWith('2');
