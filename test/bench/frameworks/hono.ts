// The status poll on Hono, with the checks, headers and limit of the product.
import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie } from 'hono/cookie';
import { rateLimiter } from 'hono-rate-limiter';
import { readForm } from '../../../plugins/surfaces/http/bodies/parsing.ts';
import { holderOf, isForeign, limit, listenOn, mayPoll, path, pollOf, sameHeaders } from './checks.ts';

const app = new Hono();
app.use(async (context, next) => {
    for (const [name, value] of Object.entries(sameHeaders)) context.header(name, value);
    context.header('x-request-id', randomUUID());
    if (isForeign(context.req.header())) return context.json({ success: false }, 403);
    return next();
});
app.post(
    path,
    rateLimiter({
        windowMs: limit.windowMs,
        limit: limit.most,
        standardHeaders: false,
        keyGenerator: (context) => getCookie(context, 'svc_session') ?? ''
    }),
    bodyLimit({ maxSize: 65_536 }),
    async (context) => {
        const who = holderOf(getCookie(context, 'svc_session'));
        if (!who) return context.json({ success: false }, 401);
        const { nonce, run_id: runId } = readForm(await context.req.text());
        if (!mayPoll(nonce, who)) return context.json({ success: false }, 403);
        if (runId === undefined || runId.length > 20_000) return context.json({ success: false }, 400);
        const poll = pollOf(runId);
        return poll ? context.json(poll) : context.json({ success: false }, 404);
    }
);
serve({ fetch: app.fetch, port: listenOn.port, hostname: listenOn.host });
