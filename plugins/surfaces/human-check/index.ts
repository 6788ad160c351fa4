// Checks that a person sends a form: by a proof of work that needs no internet, by reCAPTCHA, or not at all if off.
import type { Plugin } from '@hapi/hapi';
import Joi from 'joi';
import type { App } from '../../app.ts';
import { count } from '../http/response-fields.ts';
import { type CheckedAction, checkedActions, type HumanCheck } from './check.ts';
import { proofOfWork } from './proof-of-work.ts';
import { recaptcha } from './recaptcha.ts';
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
