// The input of a form.

export type Form = Readonly<Record<string, unknown>>;

/** Browsers send a line break as two characters, and count it as one. */
const asCounted = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value);

/** The same form with line breaks of one character. */
export const withLineFeeds = (form: Form): Form =>
    Object.fromEntries(Object.entries(form).map(([name, value]) => [name, asCounted(value)]));

/** NUL, and what turns the direction of text around. Both are pasted unseen with telephone numbers, addresses, amounts and names. */
const marks = /[\0\u202A-\u202E\u2066-\u2069]/g;

/** Whether a text holds such a mark. */
export const isMarked = (text: string) => text.search(marks) >= 0;

/** A text without such marks, and then without the blanks around it. */
export function withoutMarks(text: string) {
    const bare = text.replaceAll(marks, '');
    return bare === text ? text : bare.trim();
}

/** The text in a field as it was typed, empty where there is none. */
export const typed = (form: Form, name: string) => {
    const value = asCounted(form[name]);
    return typeof value === 'string' ? withoutMarks(value) : '';
};
