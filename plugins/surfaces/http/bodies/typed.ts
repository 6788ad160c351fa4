// The input of a form.

export type Form = Readonly<Record<string, unknown>>;

/** Browsers send a line break as two characters, and count it as one. */
const asCounted = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value);

/** The same form with line breaks of one character. */
export const withLineFeeds = (form: Form): Form =>
    Object.fromEntries(Object.entries(form).map(([name, value]) => [name, asCounted(value)]));

/** The text in a field, empty where there is none. */
export const typed = (form: Form, name: string) => {
    const value = asCounted(form[name]);
    return typeof value === 'string' ? value : '';
};
