// The OpenAPI document of a server, as a file for programs and as pages for people.
import type { Server } from '@hapi/hapi';
import type { Config } from '../../config/index.ts';
import { openapi } from '../surfaces/openapi/index.ts';

const made = new WeakMap<Server, ReturnType<typeof openapi>>();

/** Generated once, for the first request: all routes are there by then. */
export function openapiOf(server: Server, config: Config) {
    const document = made.get(server) ?? openapi(server, config);
    made.set(server, document);
    return document;
}
