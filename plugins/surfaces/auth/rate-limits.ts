// Rate limits for requests. Each node counts in memory for itself: exact limits are in attempt-limits.
import type { Plugin, Request } from '@hapi/hapi';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import type { HotRequest } from '../http/asked.ts';
import { userIdOf } from './requester.ts';

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /** Which of a user's budgets a call is counted in. */
        limit?: 'actions' | 'polls' | 'backend' | 'tools' | undefined;
    }
    interface PluginProperties {
        limits: Budgets;
    }
}

export interface Limiter {
    /** Counts one more. Refuses: too_many_requests, with the seconds to wait. */
    count(key: string): Promise<void>;
    /** Takes one off the count. */
    refund(key: string): Promise<unknown>;
}

/** At most `points` in `seconds` for each key; 0 points: no limit. The name is that of its figure in /metrics. */
export function limiter(name: string, points: number, seconds: number): Limiter {
    const none = async () => undefined;
    if (points === 0) return { count: none, refund: none };
    const memory = new RateLimiterMemory({ points, duration: seconds });
    return {
        async count(key) {
            await memory.consume(key).catch((reason: unknown) => refuse(reason, name));
        },
        refund: (key) => memory.reward(key)
    };
}

function refuse(reason: unknown, limit: string): never {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    const retryAfter = Math.ceil(reason.msBeforeNext / 1000);
    throw new Refusal('too_many_requests', 'Too many requests.', { retryAfter, limit });
}

/** The budgets of the requests themselves. */
interface Budgets {
    /** Counts a request. Refuses: too_many_requests. */
    count(request: HotRequest): Promise<void>;
    /** Takes it off the count, whether it was refused or not: it will be counted again. */
    refund(request: HotRequest): Promise<void>;
}

function budgetOf(request: HotRequest) {
    const { token } = request.auth.credentials ?? {};
    const user = userIdOf(request);
    return token ? `token:${token.id}` : user && `user:${user}`;
}

const isAnonymousPage = (request: Request) =>
    request.route.settings.app?.docs?.surface === 'page' && !budgetOf(request);

/**
 * Separate limits for each user and each token: for actions, for the two polls of a build, for the backend API, for tools.
 * Visitors without a login share one for each address: candidates, customers, enquirers.
 */
export const limits: Plugin<App> = {
    name: 'limits',
    dependencies: ['auth'],
    register(server, { config }) {
        const budgets = {
            actions: limiter('actions', config.rates.actions, 60),
            polls: limiter('polls', config.rates.polls, 60),
            backend: limiter('backend', config.rates.backend, 60),
            tools: limiter('tools', config.rates.tools, 60)
        };
        const pages = limiter('pages', config.rates.pages, 60);
        const asBudgeted = (does: 'count' | 'refund') => async (request: HotRequest) => {
            const { limit } = request.route.settings.app ?? {};
            const who = budgetOf(request);
            if (limit && who) await budgets[limit][does](who);
        };
        const count = asBudgeted('count');
        server.expose({ count, refund: asBudgeted('refund') });
        server.ext('onPostAuth', async (request, h) => {
            await count(request);
            if (isAnonymousPage(request)) await pages.count(request.clientAddress);
            return h.continue;
        });
    }
};
