// Browsers send forms by GET and POST alone: a form of ours that changes something has PATCH or PUT in its address.
import type { Plugin } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { formType } from './bodies/index.ts';

const name = '_method';

const methods = ['PATCH', 'PUT'] as const;
export type FormMethod = (typeof methods)[number];

/** The address to which a form posts what is sent by this method otherwise. */
export const asMethod = (url: string, method: FormMethod) => `${url}?${name}=${method}`;

/** Only forms: a JSON request has its own method. The route, its nonce and its rules are the same. */
export const formMethods: Plugin<App> = {
    name: 'form-methods',
    register(server) {
        server.ext('onRequest', (request, h) => {
            const { method, query, headers } = request;
            const isForm = String(headers['content-type']).startsWith(formType);
            const meant = methods.find((one) => one === query[name]);
            if (method !== 'post' || !isForm || !meant) return h.continue;
            delete query[name]; // no schema of a route knows it
            request.setMethod(meant);
            return h.continue;
        });
    }
};
