// The status poll on Express, with the checks, headers and limit of the product.
import { randomUUID } from 'node:crypto';
import cookies from 'cookie-parser';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { readForm } from '../../../plugins/surfaces/http/bodies/parsing.ts';
import {
    formType,
    holderOf,
    isForeign,
    limit,
    listenOn,
    mayPoll,
    path,
    pollOf,
    sameHeaders
} from './checks.ts';

const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.use((request, response, next) => {
    response.set(sameHeaders).set('x-request-id', randomUUID());
    if (isForeign(request.headers)) response.status(403).json({ success: false });
    else next();
});
app.use(cookies());
const sessionOf = ({ cookies }: express.Request) =>
    (cookies as Record<string, string | undefined>)['svc_session'];
app.post(
    path,
    rateLimit({
        windowMs: limit.windowMs,
        limit: limit.most,
        legacyHeaders: false,
        keyGenerator: (request) => sessionOf(request) ?? ''
    }),
    express.raw({ type: formType, limit: 65_536 }),
    (request, response) => {
        const who = holderOf(sessionOf(request));
        if (!who) return void response.status(401).json({ success: false });
        const { nonce, run_id: runId } = readForm((request.body as Buffer).toString());
        if (!mayPoll(nonce, who)) return void response.status(403).json({ success: false });
        if (runId === undefined || runId.length > 20_000)
            return void response.status(400).json({ success: false });
        const poll = pollOf(runId);
        response.status(poll ? 200 : 404).json(poll ?? { success: false });
    }
);
app.listen(listenOn.port, listenOn.host);
