// What each scope of a service token lets a machine do, in words.
import type { Server } from '@hapi/hapi';
import Joi from 'joi';
import { scopePattern } from '../../../db/accounts/service-tokens.ts';
import { toolsFor } from '../../surfaces/tools/catalog.ts';

export const scope = Joi.string()
    .max(100)
    .pattern(scopePattern, 'tool:<name>, tool:*, admin:jobs, metrics:read or callback:build');

interface ScopeWords {
    scope: string;
    /** What it is called. */
    title: string;
    /** What a machine that has it can do. */
    lets: string;
}

const fixed: readonly ScopeWords[] = [
    {
        scope: 'tool:*',
        title: 'Every tool',
        lets: 'Call all tools, including tools added in later versions.'
    },
    {
        scope: 'admin:jobs',
        title: 'Support',
        lets: 'View jobs, builds, traces, tool calls and the audit log. Retry, cancel and create jobs.'
    },
    {
        scope: 'metrics:read',
        title: 'Metrics',
        lets: 'Read metrics at /metrics. They contain no personal data.'
    },
    {
        scope: 'callback:build',
        title: 'Callback of a check',
        lets: 'Report the test answers and the completion of a build.'
    }
];

/** All that a token of this server can be given. */
export function scopesOf(server: Server): readonly ScopeWords[] {
    const tools = toolsFor(server, { name: '', scopes: ['tool:*'] });
    return [
        ...tools.map(({ name, title, description }) => ({ scope: `tool:${name}`, title, lets: description })),
        ...fixed
    ];
}

/** Finds the words for the scopes of a token, which may have one for a tool that is not there. */
export function wordsOf(server: Server) {
    const known = new Map(scopesOf(server).map((words) => [words.scope, words]));
    const unknown = (scope: string) => ({ scope, title: scope, lets: 'Unknown tool.' });
    return (scopes: readonly string[]) => scopes.map((scope) => known.get(scope) ?? unknown(scope));
}
