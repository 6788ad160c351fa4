/** Writes moments as people read them, like `Nov 20, 2026, 3:04 PM`, in one time zone. */
export function humanTime(timeZone: string) {
    const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
    return remembered((at) => format.format(at).replaceAll('\u202F', ' ')); // some versions put a narrow space before PM
}

/** Writes the month of a moment, like `2026-11`, in one time zone. */
export function monthOf(timeZone: string) {
    const format = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', timeZone });
    return remembered((at) => format.format(at));
}

const most = 10_000;

/** A format takes longer than all else of a row, and grids show the same moments again and again. */
function remembered(write: (at: number) => string) {
    const written = new Map<number, string>();
    return (at: number) => {
        const text = written.get(at) ?? write(at);
        if (written.size >= most) written.clear();
        written.set(at, text);
        return text;
    };
}
