/** A moment as it stands outside, in ISO 8601 and UTC; null: it has not come. */
export function iso(at: number): string;
export function iso(at: number | null): string | null;
export function iso(at: number | null) {
    return at === null ? null : new Date(at).toISOString();
}
