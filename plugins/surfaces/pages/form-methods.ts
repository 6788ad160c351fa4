// Browsers send forms by GET and POST alone: a form of ours that changes something says PATCH in its address.
import type { Plugin } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { formType } from '../http/bodies.ts';

const name = '_method';

/** The address to which a form posts what is sent by PATCH otherwise. */
export const asPatch = (url: string) => `${url}?${name}=PATCH`;

/** Only forms: what is sent as JSON says its method itself. The route, its nonce and its rules are the very same. */
export const formMethods: Plugin<App> = {
    name: 'form-methods',
    register(server) {
        server.ext('onRequest', (request, h) => {
            const { method, query, headers } = request;
            const isForm = String(headers['content-type']).startsWith(formType);
            if (method !== 'post' || !isForm || query[name] !== 'PATCH') return h.continue;
            delete query[name]; // no schema of a route knows it
            request.setMethod('PATCH');
            return h.continue;
        });
    }
};
