// Resources whose version is their ETag: responses carry it, and a change may name the versions that its client has seen.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import { InvalidField } from './fields.ts';

// Those who compress a response append the encoding to its tag or make it weak: the version is the same.
const tag = /"([1-9]\d*)(?:-\w+)?"/g;
const ifMatch = /^\s*(?:W\/)?"[^"]*"\s*(?:,\s*(?:W\/)?"[^"]*"\s*)*$/;

/** The versions in If-Match; undefined where any version will do. A weak tag is that of the same version. Refuses: invalid_field for a malformed header. */
export function versionsSeen({ headers }: Request) {
    const header: unknown = headers['if-match'];
    if (header === undefined || header === '*') return undefined;
    if (typeof header !== 'string' || !ifMatch.test(header))
        throw new InvalidField('If-Match', 'If-Match must be * or the quoted versions that you read.');
    return Array.from(header.matchAll(tag), ([, version]) => Number(version));
}

/** A response with this body and its version as ETag. hapi itself compares it with If-None-Match. */
export function withVersion(h: ResponseToolkit, body: object, version: number) {
    return h.response(body).etag(String(version), { weak: false, vary: true });
}
