// The address of a list: the query has its filters, its order and its page, so that a view can be shared.
import type { Request } from '@hapi/hapi';

export interface Address {
    path: string;
    query: Readonly<Record<string, string>>;
}

/** The address of this request. Of a name that is given twice nothing is kept. */
export function addressIn({ path, query }: Request): Address {
    const texts = Object.entries(query).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '' && pair[0] !== 'ask'
    );
    return { path, query: Object.fromEntries(texts) };
}

/** The same view with something changed; undefined takes a part out. */
export function addressWith(
    { path, query }: Address,
    changes: Readonly<Record<string, string | number | undefined>>
) {
    const parts = Object.entries({ ...query, ...changes }).flatMap(([name, value]) =>
        value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]]
    );
    const text = new URLSearchParams(parts).toString();
    return text === '' ? path : `${path}?${text}`;
}
