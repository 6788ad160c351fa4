// Resources whose version is their ETag: it is told where it is read and changed, and a change may name those that it has seen.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import { InvalidField } from './fields.ts';

// hapi marks the tag of a compressed answer.
const tag = /(W\/)?"([1-9]\d*)(?:-(?:gzip|deflate))?"/g;
const none = 0;
const ifMatch = /^\s*(?:W\/)?"[^"]*"\s*(?:,\s*(?:W\/)?"[^"]*"\s*)*$/;

/** From If-Match; undefined: whichever it is. A weak tag matches none. Refuses: invalid_field for what is no list of tags. */
export function versionsSeen({ headers }: Request) {
    const given: unknown = headers['if-match'];
    if (given === undefined || given === '*') return undefined;
    if (typeof given !== 'string' || !ifMatch.test(given))
        throw new InvalidField('If-Match', 'If-Match must be * or the quoted versions that you have seen.');
    return Array.from(given.matchAll(tag), ([, weak, version]) => (weak ? none : Number(version)));
}

/** Answers this body with its version as ETag. hapi answers If-None-Match by itself. */
export function withVersion(h: ResponseToolkit, body: object, version: number) {
    return h.response(body).etag(String(version), { weak: false, vary: true });
}
