// Points in time are milliseconds since 1970, and so are spans of time.

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Formats a point in time for responses as ISO 8601 in UTC; null stays null. */
export function iso(at: number): string;
export function iso(at: number | null): string | null;
export function iso(at: number | null) {
    return at === null ? null : new Date(at).toISOString();
}
