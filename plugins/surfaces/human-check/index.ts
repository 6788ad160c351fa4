// Is it a person who asks? A proof of work that needs no internet, reCAPTCHA, or nothing where it was switched off.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Plugin } from '@hapi/hapi';
import Joi from 'joi';
import { Refusal } from '../../../db/refusal.ts';
import type { App } from '../../app.ts';
import { count } from '../openapi/response-fields.ts';
import { checked } from '../fields.ts';
import { recaptcha } from './recaptcha.ts';
import { success } from '../rest.ts';
import { documented } from '../openapi/route-docs.ts';

/** What a check is good for; one for the one does not pass for the other. */
export const checkedActions = ['reset_password', 'request_password_reset', 'intake'] as const;
export type CheckedAction = (typeof checkedActions)[number];

export interface HumanCheck {
    /** Passes once. Refuses: human_check; unavailable when whoever knows cannot be asked. */
    pass: (token: string, action: CheckedAction) => Promise<void>;
}

declare module '@hapi/hapi' {
    interface PluginProperties {
        'human-check': HumanCheck;
    }
}

export const humanCheck: Plugin<App> = {
    name: 'human-check',
    register(server, app) {
        const { config, log } = app;
        const work = proofOfWork(app);
        const drivers: Record<typeof config.humanCheck.driver, HumanCheck['pass']> = {
            local: work.pass,
            recaptcha: recaptcha(app),
            off: async () => undefined
        };
        if (config.humanCheck.driver === 'off')
            log.warn('HUMAN_CHECK is off: any program may ask for resets');
        server.expose('pass', drivers[config.humanCheck.driver]);
        server.route({
            method: 'GET',
            path: `${config.paths.rest}/challenge`,
            options: documented(
                'A proof of work to be done: the smallest n whose SHA-256 of `<challenge>.<n>` fits.',
                { query: asked, answer: task }
            ),
            handler: (request) => {
                const { action } = checked(asked, request.query, {
                    convert: true
                });
                return success(work.challenge(action));
            }
        });
    }
};

const asked = Joi.object<{ action: CheckedAction }>({ action: Joi.valid(...checkedActions).required() });

const task = Joi.object({
    challenge: Joi.string().required(),
    difficulty: count.description('How many bits must be zero.'),
    expires: count.description('Milliseconds since 1970.')
});

const notHuman = () => new Refusal('human_check', 'Human verification failed.', { field: 'recaptcha_token' });

const life = 2 * 60_000;

/** Challenges are signed, so that none need be kept; those that were used are remembered until they expire. */
function proofOfWork({ config, secrets, now }: App) {
    const { bits } = config.humanCheck;
    const used = new Map<string, number>();
    const sign = (text: string) => createHmac('sha256', secrets.challenge).update(text).digest('base64url');
    return {
        challenge(action: CheckedAction) {
            const expires = now() + life;
            const text = `${action}~${expires}~${randomBytes(12).toString('base64url')}`;
            return { challenge: `${text}~${sign(text)}`, difficulty: bits, expires };
        },
        pass: async (token: string, wanted: CheckedAction) => {
            forget(used, now());
            const challenge = token.slice(0, token.lastIndexOf('.'));
            const cut = challenge.lastIndexOf('~');
            const text = challenge.slice(0, Math.max(cut, 0));
            const [action, expires = '0'] = text.split('~');
            const isOurs = areEqual(challenge.slice(cut + 1), sign(text));
            const isGood = isOurs && action === wanted && Number(expires) > now() && !used.has(challenge);
            if (!isGood || zeroBits(token) < bits) throw notHuman();
            used.set(challenge, Number(expires));
        }
    };
}

function areEqual(given: string, made: string) {
    const [a, b] = [Buffer.from(given), Buffer.from(made)];
    return a.length === b.length && timingSafeEqual(a, b);
}

function forget(used: Map<string, number>, at: number) {
    for (const [challenge, expires] of used) if (expires <= at) used.delete(challenge);
}

/** How many bits of the text's SHA-256 are zero before the first that is not. */
function zeroBits(text: string) {
    const digest = createHash('sha256').update(text).digest();
    const byte = digest.findIndex((value) => value !== 0);
    return byte < 0 ? digest.length * 8 : byte * 8 + Math.clz32(digest[byte] ?? 0) - 24;
}
