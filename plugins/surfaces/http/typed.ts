// What somebody typed into a form.

export type Form = Readonly<Record<string, unknown>>;

/** The text in a field, empty where there is none. Browsers send CR LF. */
export const typed = (form: Form, name: string) => {
    const value = form[name];
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
};
