// Reads untrusted values of any form and depth, so nothing here recurses.

/** The value of a JSON text; undefined for any other text. */
export function parsed(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch (error) {
        if (error instanceof SyntaxError) return undefined;
        throw error;
    }
}

/** The value at this path; undefined where there is none. */
export const at = (value: unknown, ...path: (string | number)[]) =>
    path.reduce<unknown>((part, name) => (part as Record<string, unknown> | null | undefined)?.[name], value);

/** A text that is not empty. */
export const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** A whole number above 0, also one in a text; a part counts as a whole. */
export function countIn(value: unknown) {
    const count = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0;
    const whole = Math.ceil(count);
    return whole > 0 && Number.isSafeInteger(whole) ? whole : undefined;
}
