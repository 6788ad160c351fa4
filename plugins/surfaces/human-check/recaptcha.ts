import Joi from 'joi';
import { Refusal } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import { type CheckedAction, type HumanCheck, notHuman } from './check.ts';

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
export function recaptcha({ config, outgoing }: App): HumanCheck['pass'] {
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
        if (!isHuman(judged, action) || judged.hostname !== hostname) throw notHuman();
    };
}

const isHuman = (judged: Verdict, action: CheckedAction) =>
    judged.success && judged.action === action && judged.score >= leastScore;
