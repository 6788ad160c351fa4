// The parts of a form: each with its label, its help and its error.
import { longestPassword } from '../../../db/accounts/passwords.ts';
import { type Html, html } from './layout.ts';

interface Field {
    name: string;
    label: string;
    help?: string;
    type?: 'text' | 'email' | 'password' | 'tel' | 'url';
    /** `off` by default. */
    autocomplete?: string;
    value?: string | undefined;
    error?: string | undefined;
    maxlength?: number;
    optional?: boolean;
    readonly?: boolean;
}

/** Browsers count units of UTF-16, of which a character can have two, and silently cut what is longer. */
const longestTyped = 2 * longestPassword;

/** A labelled input; a password's value is never shown again. */
export function field({
    name,
    label,
    help,
    type = 'text',
    autocomplete = 'off',
    value = '',
    error,
    maxlength = type === 'password' ? longestTyped : 200,
    optional = false,
    readonly = false
}: Field) {
    const kept = type === 'password' ? '' : value;
    return html`<label for="${name}">${label}</label>
        <input
            id="${name}"
            name="${name}"
            type="${type}"
            autocomplete="${autocomplete}"
            value="${kept}"
            ${!optional && { html: 'required' }}
            ${readonly && { html: 'readonly' }}
            ${type === 'text' && { html: 'dir="auto"' }}
            maxlength="${maxlength}"
            ${noted(name, help, error)}
        />
        ${note(name, help, error)}`;
}

type Area = Pick<Field, 'name' | 'label' | 'help' | 'value' | 'error'> & {
    maxlength: number;
    rows: number;
    /** Where another form of the page has a field of this name. */
    id?: string;
    isRequired?: boolean;
};

/** The same for a longer text, which may be empty unless it is required. A browser would cut what is pasted; shell.js says what is too much instead. */
export function area({ name, label, help, value = '', error, maxlength, rows, id = name, isRequired }: Area) {
    return html`<label for="${id}">${label}</label>
        <textarea id="${id}" name="${name}" rows="${rows}" dir="auto" data-longest="${maxlength}" ${isRequired && { html: 'required' }} ${noted(id, help, error)}>
${value}</textarea>
        ${note(id, help, error)}`;
}

const noted = (name: string, help: string | undefined, error: string | undefined) =>
    html`${(error ?? help) && html`aria-describedby="${name}-note"`}
    ${error && { html: 'aria-invalid="true"' }}`;

const note = (name: string, help: string | undefined, error: string | undefined) =>
    (error ?? help) && html`<small id="${name}-note">${error ?? help}</small>`;

interface Select extends Pick<Field, 'name' | 'label' | 'help'> {
    options: Options;
    value: string;
}

/** Words by value, or pairs where values are numbers. */
export type Options = Readonly<Record<string, string>> | readonly (readonly [value: string, word: string])[];

/** The options of a choice, of which one is chosen. */
export function optionsOf(options: Options, chosen: string): Html[] {
    const pairs = Array.isArray(options) ? (options as [string, string][]) : Object.entries(options);
    return pairs.map(
        ([value, word]) =>
            html`<option value="${value}" ${value === chosen && { html: 'selected' }}>${word}</option>`
    );
}

/** A choice of a few values; where `value` is none of them, the first. */
export function select({ name, label, help, options, value }: Select) {
    return html`<label for="${name}">${label}</label>
        <select id="${name}" name="${name}" ${noted(name, help, undefined)}>${optionsOf(options, value)}</select>
        ${note(name, help, undefined)}`;
}

/** A day of the calendar, like `2026-11-30`. */
export const dayField = ({ name, label, help, value, error }: Omit<Field, 'autocomplete'>) =>
    html`<label for="${name}">${label}</label>
        <input id="${name}" name="${name}" type="date" value="${value}" ${noted(name, help, error)} />
        ${note(name, help, error)}`;

interface Tick {
    name: string;
    label: string;
    on: boolean;
    /** Where another form of the page has a field of this name. */
    id?: string;
    /** Whether the form is sent only with it. */
    isRequired?: boolean;
    error?: string | undefined;
}

/** A box to tick. */
export function tick({ name, label, on, id = name, isRequired = false, error }: Tick) {
    return html`<label for="${id}">
        <input id="${id}" name="${name}" type="checkbox" value="1" ${on && { html: 'checked' }} ${isRequired && { html: 'required' }} ${noted(id, undefined, error)} />
        ${label}
    </label>${note(id, undefined, error)}`;
}

export function hidden(values: Readonly<Record<string, string | number>>): Html[] {
    return Object.entries(values).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`
    );
}

/** What is wrong with a form, at its top, linked to the field if it is about one. */
export function problem(message: string | undefined, at: string) {
    if (!message) return undefined;
    return html`<p role="alert" class="problem">${at === '' ? message : html`<a href="#${at}">${message}</a>`}</p>`;
}

/** What was done. */
export function notice(message: string | undefined | false) {
    return message && html`<p role="status" class="notice">${message}</p>`;
}
