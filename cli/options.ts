// How commands are declared, and how a command line is read against them.
import { parseArgs } from 'node:util';
import Joi from 'joi';
import type { Config } from '../config/index.ts';
import { capabilities, type Capability } from '../db/accounts/capabilities.ts';
import { scopePattern } from '../db/accounts/service-tokens.ts';
import type { Store } from '../db/store/index.ts';
import { shortText, withoutBreaks } from '../plugins/surfaces/http/fields.ts';
import { backendPermissions } from '../plugins/surfaces/auth/backend-permissions.ts';

/** The command cannot be run as it was typed. */
export class UsageError extends Error {}

/** What is said of an error. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Every option that a command can declare, and the placeholder of its value in the usage; null for a flag. */
const values = {
    login: 'LOGIN',
    email: 'ADDRESS',
    password: 'PASSWORD|-',
    role: 'ROLE',
    grant: 'CAPABILITY,...',
    name: 'NAME',
    scopes: 'SCOPE,...',
    expires: '30d',
    id: 'ID',
    amount: 'N',
    reason: 'TEXT',
    run: 'RUN_ID',
    state: 'STATE',
    delayed: null,
    to: 'ADDRESS',
    case: 'CASE_ID',
    user: 'LOGIN',
    permissions: 'PERMISSION,...',
    file: 'FILE',
    sage: 'FILE|ID',
    answers: 'FILE',
    evaluator: 'NAME',
    by: 'LOGIN',
    from: 'FOLDER',
    mail: 'send|drop',
    'no-objects': null,
    'no-secrets': null,
    'without-erasures': null,
    trust: null,
    for: '24h',
    now: null
} as const;
export type OptionName = keyof typeof values;
type Options = Partial<Record<OptionName, string>>;

/** Where a command is typed. The settings are those of the process, unless it brings its own. */
export interface Shell {
    env?: Readonly<Record<string, string | undefined>>;
    stdin: NodeJS.ReadableStream & { isTTY?: boolean; destroy(): unknown };
    stdout: Pick<NodeJS.WriteStream, 'write'>;
    stderr: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
    now: () => number;
    /** Who types; without it the user of the process. */
    uid?: number;
}

export interface Context {
    store: Store;
    config: Config;
    shell: Shell;
}

export interface Command<Needed extends OptionName = OptionName, Taken extends OptionName = OptionName> {
    about: string;
    needs?: readonly Needed[];
    takes?: readonly Taken[];
    /** Placeholders in the usage of this command that differ from the defaults. */
    shows?: { readonly [Name in OptionName]?: string };
    /** The option that may be typed without its name, after the command. */
    operand?: Needed;
    /** The fields that people are shown of each row, where the result holds a list. */
    columns?: readonly string[];
    /** Whether it ends with 1, or with this, where its result has `ok: false`. */
    checks?: boolean | 78;
    /** Runs without settings and without the data folder, and is given neither. */
    alone?: (options: Record<Needed, string> & { [Name in Taken]?: string }, shell: Shell) => Promise<object>;
    run?: (
        context: Context,
        options: Record<Needed, string> & { [Name in Taken]?: string }
    ) => Promise<object>;
}

/** Lets `run` see exactly the options that its command declares. */
export const command = <Needed extends OptionName = never, Taken extends OptionName = never>(
    it: Command<Needed, Taken>
): Command => it;

/** The only option whose value may be empty: it then means no capabilities. */
const maybeEmpty: OptionName = 'grant';

const optionNames = Object.keys(values) as OptionName[];
const typeOf = (name: OptionName) => (values[name] === null ? ('boolean' as const) : ('string' as const));
const declared = Object.fromEntries(optionNames.map((name) => [name, { type: typeOf(name) }]));
const flags = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
const known = { ...declared, ...flags } as const;

/** Parses the command line; with a request for help it accepts anything else. Throws a UsageError. */
export function parse(args: string[]) {
    const help = args.includes('--help') || args.includes('-h');
    assertOneLine(args);
    try {
        const { values, positionals } = parseArgs({
            args,
            allowPositionals: true,
            options: known,
            strict: !help
        });
        const { json = false, help: _help, ...given } = values;
        const options = Object.entries(given).map(([name, value]) => [name, value === true ? 'yes' : value]);
        return {
            name: positionals.join(' '),
            words: positionals,
            json,
            help,
            options: Object.fromEntries(options) as Options
        };
    } catch (error) {
        const message = String(error instanceof Error ? error.message : error).replaceAll('\n', ' ');
        const [, unknown] = /^Unknown option '([^']+)'/.exec(message) ?? [];
        throw new UsageError(
            unknown === undefined
                ? message
                : `Unknown option '${unknown}'. Run with --help to list the options.`
        );
    }
}

/** Throws a UsageError that shows nothing of what is wrong: a terminal would obey it, a log would have another line. */
function assertOneLine(args: readonly string[]) {
    const at = args.findIndex((arg) => !withoutBreaks.test(arg));
    if (at < 0) return;
    const [option] = /^--[\w-]+/.exec(args[at] ?? '') ??
        /^--[\w-]+$/.exec(args[at - 1] ?? '') ?? ['An argument'];
    throw new UsageError(`${option} must be one line without control characters.`);
}

const listed = (names: readonly string[]) => names.map((name) => `--${name}`).join(' ');

/** Throws a UsageError for an option that the command does not take, and for a required one that is missing. */
export function assertUsage({ needs = [], takes = [] }: Command, options: Options) {
    const foreign = optionNames.filter((name) => name in options && ![...needs, ...takes].includes(name));
    if (foreign.length > 0) throw new UsageError(`unknown option: ${listed(foreign)}`);
    const missing = needs.filter((name) => !options[name] && !(name === maybeEmpty && name in options));
    if (missing.length > 0) throw new UsageError(`Missing: ${listed(missing)}`);
}

/** The command of a line, and its options with the one that was typed without its name. Throws a UsageError. */
export function commandOf(
    commands: Record<string, Command>,
    { name, words, options }: Pick<ReturnType<typeof parse>, 'name' | 'words' | 'options'>
) {
    const known = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (known) return { asked: known, options };
    const before = words.slice(0, -1).join(' ');
    const asked = Object.hasOwn(commands, before) ? commands[before] : undefined;
    if (asked?.operand === undefined || asked.operand in options)
        throw new UsageError(unknownCommand(commands, name));
    return { asked, options: { ...options, [asked.operand]: words.at(-1) } };
}

function usageOf(name: string, { about, needs = [], takes = [], shows = {}, operand }: Command) {
    const shown = (option: OptionName) => {
        const value = shows[option] ?? values[option];
        if (option === operand) return String(value);
        return value === null ? `--${option}` : `--${option} ${value}`;
    };
    const line = [name, ...needs.map(shown), ...takes.map((option) => `[${shown(option)}]`)].join(' ');
    return `  ${line}\n      ${about}`;
}

/** Returns the usage of the command of this name, or of those that start with these words; of all when none does. */
export function usage(commands: Record<string, Command>, name: string) {
    const named = Object.entries(commands).filter(([command]) => `${command} `.startsWith(`${name} `));
    const shown = (named.length > 0 ? named : Object.entries(commands)).map((one) => usageOf(...one));
    return ['Usage: npm run -s cli -- <command> [--json]', ...shown].join('\n');
}

/** Names what was typed, above what there is. */
const unknownCommand = (commands: Record<string, Command>, name: string) =>
    [...(name === '' ? [] : [`Unknown command: ${name}`]), usage(commands, name)].join('\n');

const address = Joi.string().email({ tlds: false, allowUnicode: false }).max(254);

/** Throws a UsageError for an invalid email address. */
export function emailOf(option: OptionName, given: string) {
    if (address.validate(given).error) throw new UsageError(`--${option} must be an email address`);
    return given;
}

export function oneOf<Word extends string>(option: OptionName, words: readonly Word[], given: string) {
    const known = words.find((word) => word === given);
    if (known) return known;
    throw new UsageError(`--${option} must be one of ${words.join(', ')}`);
}

export function grantsOf(grant = '') {
    const wanted = grant.split(',').filter((name) => name !== '');
    const unknown = wanted.some((name) => !capabilities.includes(name as Capability));
    if (unknown) throw new UsageError(`--grant must be one of ${capabilities.join(', ')}`);
    return wanted as Capability[];
}

/** Checks a name by the rule of all names. Throws a UsageError. */
export function nameOf(given: string) {
    const { value, error } = shortText.validate(given);
    if (error) throw new UsageError('--name must be one line of up to 200 characters');
    return value;
}

export function scopesOf(scopes: string) {
    const wanted = scopes.split(',');
    if (wanted.every((scope) => scopePattern.test(scope))) return wanted;
    throw new UsageError('--scopes must be tool:<name>, tool:*, admin:jobs, metrics:read or callback:build');
}

export function permissionsOf(permissions: string | undefined) {
    return permissions?.split(',').map((wanted) => oneOf('permissions', backendPermissions, wanted));
}

export function expiryOf(days: string | undefined, at: number) {
    if (days === undefined) return undefined;
    const match = /^([1-9]\d{0,3})d$/.exec(days);
    if (!match) throw new UsageError('--expires must be a number of days, such as 30d');
    return at + Number(match[1]) * 24 * 60 * 60 * 1000;
}
