/** Formats a point in time for responses as ISO 8601 in UTC; null stays null. */
export function iso(at: number): string;
export function iso(at: number | null): string | null;
export function iso(at: number | null) {
    return at === null ? null : new Date(at).toISOString();
}
