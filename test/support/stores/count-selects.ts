import type { Reader } from '../../../db/store/index.ts';

/** How many selects this work begins. */
export async function countSelects(read: Reader, work: () => Promise<unknown>) {
    const select = read.select.bind(read);
    let asked = 0;
    Object.assign(read, { select: (fields: never) => (asked++, select(fields)) });
    await work();
    Object.assign(read, { select });
    return asked;
}
