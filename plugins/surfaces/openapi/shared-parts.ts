// What many operations of /openapi.json have in common, described once and pointed to.
import { STATUS_CODES } from 'node:http';
import { formInteger, paging, sageRef, shortText, uuid } from '../http/fields.ts';
import { type Json, schemaOf } from './json-schemas.ts';
import { contentOf } from './responses.ts';

export const schemas: Record<string, Json> = {
    Uuid: schemaOf(uuid),
    SageRef: schemaOf(sageRef),
    ShortText: schemaOf(shortText)
};

const inHeader = (name: string, description: string) => ({
    name,
    description,
    in: 'header',
    schema: { type: 'string' }
});

/** The headers by which a client names the versions that it has seen, on a route whose ETag is the version. */
export const ifNoneMatch = inHeader(
    'If-None-Match',
    'ETag of your copy. Returns 304 if it is still current.'
);
export const ifMatch = inHeader('If-Match', 'ETag you read. Returns 412 if the resource has changed.');

const inQuery = (name: string, schema: Json) => ({ name, in: 'query', schema });
const inPath = (schema: Json, name = 'id') => ({ name, in: 'path', required: true, schema });

export const parameters: Record<string, Json> = {
    IfNoneMatch: ifNoneMatch,
    IfMatch: ifMatch,
    Page: inQuery('page', schemaOf(paging.page)),
    PerPage: inQuery('per_page', schemaOf(paging.per_page)),
    Id: inPath(schemaOf(formInteger)),
    UuidId: inPath(schemaOf(uuid)),
    SageId: inPath(schemaOf(sageRef)),
    Token: inPath({ type: 'string' }, 'token'),
    DemoKey: inPath({ type: 'string' }, 'key')
};

export const responses: Record<string, Json> = {
    Page: { description: STATUS_CODES[200], content: { 'text/html': contentOf('text/html') } }
};

/** Where a part that reads exactly so is described. */
export function namesOf(components: Record<string, Record<string, unknown>>): ReadonlyMap<string, string> {
    return new Map(
        Object.entries(components).flatMap(([kind, parts]) =>
            Object.entries(parts).map(
                ([name, part]) => [JSON.stringify(part), `#/components/${kind}/${name}`] as const
            )
        )
    );
}
