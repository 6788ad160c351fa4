import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { listToolCalls, toolOutcomes } from '../../db/agents/calls.ts';
import type { App } from '../app.ts';
import { listOf, pageOf, type Paging, paging, shortText, viewPage } from '../surfaces/http/fields.ts';
import { staffRest } from '../surfaces/rest.ts';
import { onWire } from '../shared/wire.ts';

export interface ToolCallsQuery extends Paging {
    tool?: string;
    token?: string;
}

export const toolCallsQuery = { tool: shortText, token: shortText, ...paging };

export const toolCallsRoute = (app: App): ServerRoute =>
    staffRest<ToolCallsQuery>(app, {
        name: 'listToolCalls',
        method: 'GET',
        path: '/admin/tool-calls',
        summary:
            'Lists the tool calls, newest first: token, tool, outcome, and digests of arguments and result.',
        query: toolCallsQuery,
        response: listOf(callFields),
        run: async ({ tool, token, ...page }) => {
            const search = { tool, token, ...pageOf(page) };
            return viewPage(await listToolCalls(app.store.read, search), callOf);
        }
    });

const callFields = {
    id: Joi.number().integer().required(),
    at: Joi.string().isoDate().required(),
    token: Joi.string().required().description('The name of the token.'),
    tool: Joi.string().required(),
    outcome: Joi.string()
        .valid(...toolOutcomes)
        .required(),
    ms: Joi.number().integer().required(),
    arguments_digest: Joi.string().required().description('SHA-256 of the arguments as JSON.'),
    answer_digest: Joi.string()
        .allow(null)
        .required()
        .description('SHA-256 of the result as JSON, or null without a result.')
};

type Row = Awaited<ReturnType<typeof listToolCalls>>['items'][number];

const callOf = (row: Row) =>
    onWire(row, 'id', 'at', 'token', 'tool', 'outcome', 'ms', 'argumentsDigest', 'answerDigest');
