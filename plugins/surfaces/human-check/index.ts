// Checks that a person sends a form: by a proof of work that needs no internet, by reCAPTCHA, or not at all if off.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Plugin } from '@hapi/hapi';
import Joi from 'joi';
import { Refusal } from '../../../db/store/refusal.ts';
import { useOnce } from '../../../db/accounts/short-lived/spent.ts';
import { keysOf } from '../../../db/installation/secrets.ts';
import type { App } from '../../app.ts';
import { count } from '../http/response-fields.ts';
import { publicRest } from '../public-rest.ts';
import { success } from '../rest.ts';

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
            log.warn('HUMAN_CHECK is off: programs can request password resets and block logins');
        server.expose('pass', drivers[config.humanCheck.driver]);
        server.route(challengeRoute(app, work));
    }
};

const challengeRoute = (app: App, work: ReturnType<typeof proofOfWork>) =>
    publicRest<{ action: CheckedAction }>(app, {
        name: 'getChallenge',
        method: 'GET',
        path: '/challenge',
        summary: 'Returns a proof-of-work task: find the smallest n whose SHA-256 of `<challenge>.<n>` fits.',
        query: { action: Joi.valid(...checkedActions).required() },
        response: {
            challenge: Joi.string().required(),
            difficulty: count.description('How many bits must be zero.'),
            expires: count.description('Milliseconds since 1970.')
        },
        run: ({ action }) => success(work.challenge(action))
    });

const verifier = 'https://www.google.com/recaptcha/api/siteverify';
const leastScore = 0.5;

interface Verdict {
    success: boolean;
    action: string;
    score: number;
    hostname: string;
}

const verdict = Joi.object<Verdict>({
    success: Joi.boolean().required(),
    action: Joi.string().allow('').default(''),
    score: Joi.number().default(0),
    hostname: Joi.string().allow('').default('')
}).unknown();

/** Verifies tokens with reCAPTCHA, within five seconds. When the verifier cannot be reached, every token is refused. */
function recaptcha({ config, outgoing }: App): HumanCheck['pass'] {
    const { secret = '' } = config.humanCheck;
    const { hostname } = new URL(config.baseUrl);
    const verdictOn = async (token: string) => {
        const body = new URLSearchParams({ secret, response: token }).toString();
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const response = await outgoing.fetch(verifier, { method: 'POST', headers, body, timeout: 5000 });
        return verdict.validateAsync(await response.json());
    };
    return async (token: string, action: CheckedAction) => {
        const judged = await verdictOn(token).catch((error: unknown) => {
            throw new Refusal('unavailable', 'Verification is unavailable. Try again later.', {
                cause: error
            });
        });
        const isHuman = judged.success && judged.score >= leastScore;
        if (!isHuman || judged.action !== action || judged.hostname !== hostname) throw notHuman();
    };
}

const life = 2 * 60_000;

/**
 * A proof of work that needs no internet: the browser searches for a number whose digest starts with enough zero bits.
 * Challenges are signed and not stored; used challenges are stored until they expire, for all nodes.
 */
export function proofOfWork({ config, secrets, store, now }: App) {
    const { bits } = config.humanCheck;
    const keys = keysOf(secrets, 'challenge');
    return {
        challenge(action: CheckedAction) {
            const expires = now() + life;
            const text = `${action}~${expires}~${randomBytes(12).toString('base64url')}`;
            return { challenge: `${text}~${sign(text, secrets.challenge)}`, difficulty: bits, expires };
        },
        pass: async (token: string, wanted: CheckedAction) => {
            const [, challenge = ''] = /^(.*)\.\d+$/s.exec(token) ?? [];
            const cut = challenge.lastIndexOf('~');
            const text = challenge.slice(0, Math.max(cut, 0));
            const [action, expires = '0'] = text.split('~');
            const isOurs = keys(now()).some((key) => areEqual(challenge.slice(cut + 1), sign(text, key)));
            const isGood = isOurs && action === wanted && Number(expires) > now();
            if (!isGood || zeroBits(token) < bits) throw notHuman();
            const isFirst = await store.write((tx) => useOnce(tx, challenge, Number(expires)));
            if (!isFirst) throw notHuman();
        }
    };
}

const sign = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64url');

function areEqual(given: string, made: string) {
    const [a, b] = [Buffer.from(given), Buffer.from(made)];
    return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns the number of leading zero bits of the text's SHA-256. */
function zeroBits(text: string) {
    const digest = createHash('sha256').update(text).digest();
    const byte = digest.findIndex((value) => value !== 0);
    return byte < 0 ? digest.length * 8 : byte * 8 + Math.clz32(digest[byte] ?? 0) - 24;
}

/** The actions that require a check; a token for one action is not valid for another. */
const checkedActions = ['reset_password', 'request_password_reset', 'intake', 'login'] as const;
export type CheckedAction = (typeof checkedActions)[number];

interface HumanCheck {
    /** Verifies a token, which is valid once. Refuses: human_check; unavailable when the verifier cannot be reached. */
    pass: (token: string, action: CheckedAction) => Promise<void>;
}

const notHuman = () => new Refusal('human_check', 'Human verification failed.', { field: 'recaptcha_token' });
