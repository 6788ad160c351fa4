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
        lets: 'Call all tools, those that a later version brings as well.'
    },
    {
        scope: 'admin:jobs',
        title: 'Support',
        lets: 'See jobs, builds, traces, calls of tools and the audit log; retry, cancel and trigger jobs.'
    },
    {
        scope: 'metrics:read',
        title: 'Metrics',
        lets: 'Read the figures of this installation at /metrics: counts and times, nothing about a person.'
    },
    {
        scope: 'callback:build',
        title: 'Build callback',
        lets: 'Tell a build which test screen was answered, and that it is complete.'
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
    const unknown = (scope: string) => ({ scope, title: scope, lets: 'There is no such tool here.' });
    return (scopes: readonly string[]) => scopes.map((scope) => known.get(scope) ?? unknown(scope));
}
