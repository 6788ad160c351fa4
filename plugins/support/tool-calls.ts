import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { iso } from '../../db/store/iso.ts';
import { listToolCalls, toolOutcomes } from '../../db/tools/calls.ts';
import type { App } from '../app.ts';
import { listOf, pageOf, type Paging, paging, shortText } from '../surfaces/fields.ts';
import { staffRest } from '../surfaces/rest.ts';

interface ToolCallsQuery extends Paging {
    tool?: string;
    token?: string;
}

export const toolCallsRoute = (app: App): ServerRoute =>
    staffRest<ToolCallsQuery>(app, {
        method: 'GET',
        path: '/admin/tool-calls',
        summary: 'Which token called which tool, newest first: how it went, with digests of what was said.',
        query: { tool: shortText, token: shortText, ...paging },
        answer: listOf(callFields),
        run: async ({ tool, token, ...page }) => {
            const search = { tool, token, ...pageOf(page) };
            const { items, total } = await listToolCalls(app.store.read, search);
            return { items: items.map(callOf), total };
        }
    });

const callFields = {
    id: Joi.number().integer().required(),
    at: Joi.string().isoDate().required(),
    token: Joi.string().required().description('Its name.'),
    tool: Joi.string().required(),
    outcome: Joi.string()
        .valid(...toolOutcomes)
        .required(),
    ms: Joi.number().integer().required(),
    arguments_digest: Joi.string().required().description('SHA-256 of the arguments as JSON.'),
    answer_digest: Joi.string()
        .allow(null)
        .required()
        .description('The same of the answer; null where there was none.')
};

type Row = Awaited<ReturnType<typeof listToolCalls>>['items'][number];

const callOf = ({ at, argumentsDigest, answerDigest, ...call }: Row) => ({
    ...call,
    at: iso(at),
    arguments_digest: argumentsDigest,
    answer_digest: answerDigest
});
