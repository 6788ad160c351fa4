import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { fieldsOfTemplate, sageTemplates } from '../../db/council/templates/index.ts';
import type { App } from '../app.ts';
import { council } from '../surfaces/auth/capability-sets.ts';
import { anyText, count, several } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { bodyOfSage } from './rows.ts';

const template = Joi.object({
    slug: Joi.string().required(),
    name: anyText,
    summary: anyText,
    sage: Joi.object().required().description('A body of POST /sages.')
});

/** Sages to start from: a client sends the `sage` of one to POST /sages, with its own changes. */
export const readySagesRoute = (app: App): ServerRoute =>
    rest(app, {
        name: 'listSageTemplates',
        method: 'GET',
        path: '/sage-templates',
        summary: 'Lists sages to start from: ordinary roles in ordinary words.',
        scope: council,
        response: { items: several(template), total: count },
        run: () => Promise.resolve({ items, total: items.length })
    });

const items = sageTemplates.map((one) => ({
    slug: one.slug,
    name: one.name,
    summary: one.summary,
    sage: bodyOfSage(fieldsOfTemplate(one))
}));
