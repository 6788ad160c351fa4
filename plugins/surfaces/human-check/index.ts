// Is the sender of a form a person? A proof of work that needs no internet, reCAPTCHA, or nothing where it was switched off.
import type { Plugin } from '@hapi/hapi';
import Joi from 'joi';
import type { App } from '../../app.ts';
import { count } from '../openapi/response-fields.ts';
import { validated } from '../fields.ts';
import { type CheckedAction, checkedActions, type HumanCheck } from './check.ts';
import { proofOfWork } from './proof-of-work.ts';
import { recaptcha } from './recaptcha.ts';
import { success } from '../rest.ts';
import { restDocs } from '../openapi/route-docs.ts';

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
            options: restDocs(
                'A proof of work to be done: the smallest n whose SHA-256 of `<challenge>.<n>` fits.',
                { query: asked, response: task }
            ),
            handler: (request) => {
                const { action } = validated(asked, request.query, {
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
