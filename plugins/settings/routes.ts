// The settings over JSON, and one try each of the mail server and of the language model.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { record } from '../../db/record/audit.ts';
import { queueTestMail } from '../../db/jobs/mails.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { App } from '../app.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { mailField, mailWay } from '../surfaces/public-pages/mail-way.ts';
import {
    anyText,
    flag,
    maybeText,
    message,
    oneOf,
    several,
    uuidText
} from '../surfaces/http/response-fields.ts';
import { settingsScope as scope } from '../shared/settings-view.ts';
import { rest } from '../surfaces/rest.ts';
import { allInForce } from './page.ts';

export const settingsRoutes = (app: App): ServerRoute[] => [
    listRoute(app),
    mailRoute(app),
    evaluatorRoute(app),
    backupRoute(app)
];

const setting = Joi.object({
    name: anyText,
    value: maybeText.description('Null if not set, and for secrets.'),
    secret: flag,
    set: flag,
    source: oneOf('default', 'environment', 'file', 'page')
});

const listRoute = (app: App): ServerRoute =>
    rest(app, {
        name: 'listSettings',
        method: 'GET',
        path: '/settings',
        summary: 'Lists current settings and their sources. For secrets, only whether they are set.',
        scope,
        response: { items: several(setting) },
        run: async () => ({
            items: (await allInForce(app)).map(({ isSecret: secret, isSet: set, ...one }) => ({
                ...one,
                secret,
                set
            }))
        })
    });

const mailRoute = (app: App): ServerRoute =>
    rest(app, {
        name: 'testMail',
        method: 'POST',
        path: '/settings/mail-test',
        summary: 'Sends you a test email.',
        scope,
        formPost: {
            backTo: (_, done, data) =>
                done ? `/jobs/mails/${(data as { mail_id: string }).mail_id}` : '/settings'
        },
        response: { ...message, mail_id: uuidText, ...mailField },
        async run(_, { email }, request) {
            const done = actBy(app, request);
            const { id } = await app.store.write(async (tx) => {
                const queued = await queueTestMail(tx, email, done.at);
                await record(tx, { ...done, act: 'mail.test', target: `mail:${queued.id}` });
                return queued;
            });
            return { message: `Test email to ${email} queued.`, mail_id: id, ...mailWay(app.config) };
        }
    });

const evaluatorRoute = (app: App): ServerRoute =>
    rest(app, {
        name: 'testEvaluator',
        method: 'POST',
        path: '/settings/evaluator-test',
        summary:
            'Sends test questions to the language model, one and several at a time. A 409 contains the reason of a failure.',
        scope,
        formPost: { backTo: () => '/settings#model' },
        also: [409],
        response: { ...message, model: anyText, seconds: Joi.number().min(0).required() },
        async run(_, __, request) {
            const { llm } = app.config;
            const trial = await app.askModel();
            const act = { act: 'evaluator.test', target: 'evaluator', after: trial.ok ? 'ok' : 'failed' };
            await app.store.write((tx) => record(tx, { ...act, ...actBy(app, request) }));
            const says = modelWords(trial, llm?.model ?? '');
            if (!trial.ok) throw new Refusal('wrong_state', says);
            return { message: says, model: llm?.model ?? '', seconds: trial.seconds ?? 0 };
        }
    });

const backupRoute = (app: App): ServerRoute =>
    rest(app, {
        name: 'makeBackup',
        method: 'POST',
        path: '/settings/backup',
        summary: 'Starts a backup in BACKUP_DIR. 409 if one is already running.',
        scope,
        formPost: { backTo: () => '/settings#backups' },
        also: [409],
        response: message,
        async run(_, __, request) {
            app.backups.begin();
            await app.store.write((tx) =>
                record(tx, { act: 'backup.make', target: 'installation', ...actBy(app, request) })
            );
            return { message: 'Backup started.' };
        }
    });

type Trial = Awaited<ReturnType<App['askModel']>>;

/** For administrators: why the model cannot be relied on, or what its server can. */
function modelWords({ ok, seconds = 0, reason, finding, ...trial }: Trial, model: string) {
    const took = `${model} answered in ${seconds.toFixed(1)} seconds`;
    if (!ok) return reason ?? `${took}, but not in a usable format: ${finding?.reason ?? 'nothing found'}.`;
    const { form = 'unknown', context = 'unknown', thinks = false, counts = false } = trial.server ?? {};
    const { calls_at_once: calls, seconds_for_5: five, seconds_for_20: twenty } = trial.candidate ?? {};
    return `${took}. Level of the test answer: ${finding?.level ?? ''}. Format of replies: ${form}. Context in tokens: ${context}.
        Thinks first: ${yes(thinks)}. Detects truncated prompts: ${yes(counts)}. A candidate takes at least
        ${five} seconds with 5 criteria, ${twenty} with 20 (calls at a time: ${calls}).`.replaceAll(
        /\s+/g,
        ' '
    );
}

const yes = (is: unknown) => (is ? 'yes' : 'no');
