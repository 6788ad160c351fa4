// Names on the wire: `created_at` for the column `createdAt`, in both directions.
import { iso } from '../../db/store/time.ts';

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
    ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
    : '';
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
    ? `${First}${Capitalize<Camel<Rest>>}`
    : Name;

/** The fields of a body for these columns. */
export type Wire<Columns> = { [Name in keyof Columns as Snake<Name & string>]: Columns[Name] };
type Columns<Body> = { [Name in keyof Body as Camel<Name & string>]: Body[Name] };
type Moment<Value> = Value extends number ? string : Value;
type Shown<Row> = {
    [Name in keyof Row as Snake<Name & string>]: Name extends 'at' | `${string}At`
        ? Moment<Row[Name]>
        : Row[Name];
};

/** The name of a column on the wire. */
export const wireName = (column: string) =>
    column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnOf = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** These columns of a row as responses show them: the times, whose names end in `At`, in ISO 8601. */
export function onWire<Row extends object, Name extends keyof Row & string>(row: Row, ...names: Name[]) {
    const shown = names.map((name) => {
        const value = row[name];
        const isTime = typeof value === 'number' && /(^at|At)$/.test(name);
        return [wireName(name), isTime ? iso(value) : value] as const;
    });
    return Object.fromEntries(shown) as Shown<Pick<Row, Name>>;
}

/** What a body sets, by the names of the columns. */
export const inColumns = <Body extends object>(body: Body) =>
    Object.fromEntries(
        Object.entries(body).map(([name, value]) => [columnOf(name), value as unknown])
    ) as Columns<Body>;

/** The body that sets these columns: only their names change, none inside a value and no time. */
export const inBody = <Columns extends object>(columns: Columns) =>
    Object.fromEntries(
        Object.entries(columns).map(([name, value]) => [wireName(name), value as unknown])
    ) as Wire<Columns>;
