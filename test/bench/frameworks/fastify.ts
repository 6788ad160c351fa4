// The status poll on Fastify, with the checks, headers and limit of the product.
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
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

const app = Fastify({ logger: false, bodyLimit: 65_536, genReqId: () => randomUUID() });
await app.register(cookie);
await app.register(rateLimit, { global: false });
app.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) =>
    done(null, readForm(String(body)))
);
app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(sameHeaders).header('x-request-id', request.id);
    if (isForeign(request.headers)) void reply.code(403).send({ success: false });
    else done();
});

interface Poll {
    Body: { action: string; nonce: string; run_id: string };
}

const nullable = (type: string) => ({ type, nullable: true });

app.post<Poll>(path, {
    config: {
        rateLimit: {
            max: limit.most,
            timeWindow: limit.windowMs,
            keyGenerator: ({ cookies }) => cookies['svc_session'] ?? ''
        }
    },
    schema: {
        body: {
            type: 'object',
            required: ['action', 'nonce', 'run_id'],
            properties: {
                action: { const: 'svc_get_step_status' },
                nonce: { type: 'string' },
                run_id: { type: 'string', maxLength: 20_000 },
                sage_id: { type: 'string' }
            }
        },
        response: {
            200: {
                type: 'object',
                properties: {
                    success: { type: 'boolean' },
                    current_step: nullable('string'),
                    step_state: nullable('string'),
                    step_order: nullable('integer'),
                    state: { type: 'string' },
                    progress: { type: 'number' },
                    failed_step: nullable('string'),
                    failure: nullable('string')
                }
            }
        }
    },
    handler(request, reply) {
        const who = holderOf(request.cookies['svc_session']);
        if (!who) return reply.code(401).send({ success: false });
        if (!mayPoll(request.body.nonce, who)) return reply.code(403).send({ success: false });
        const poll = pollOf(request.body.run_id);
        return poll ? reply.send(poll) : reply.code(404).send({ success: false });
    }
});
await app.listen(listenOn);
