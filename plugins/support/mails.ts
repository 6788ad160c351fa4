// Resends a failed email, also to another address where the first was wrong: by people only, not by programs.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { sendAgain } from '../../db/support/mail-actions.ts';
import type { App } from '../app.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { emailAddress, uuid } from '../surfaces/http/fields.ts';
import { oneOf, uuidText } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { supportScope } from './pages/links.ts';

interface Again {
    id: string;
    email?: string;
}

export const sendAgainRoute = (app: App): ServerRoute =>
    rest<Again>(app, {
        name: 'sendMailAgain',
        method: 'POST',
        path: '/admin/mails/{id}/send',
        summary: 'Resends a failed email, optionally to another address. Its Message-ID stays the same.',
        scope: supportScope,
        params: { id: uuid.required() },
        body: { email: emailAddress },
        also: [404, 409],
        formPost: {
            backTo: ({ id }) => `/jobs/mails/${encodeURIComponent(String(id))}`,
            says: 'Email queued again.',
            keeps: ['email']
        },
        bodyOfForm: ({ email }) => (email === undefined ? {} : { email }),
        response: { mail: Joi.object({ id: uuidText, state: oneOf('queued') }).required() },
        async run({ id, email }, _, request) {
            const act = { ...actBy(app, request), tasks: app.tasks };
            const { state } = await app.store.write((tx) => sendAgain(tx, id, { ...act, email }));
            return { mail: { id, state } };
        }
    });
