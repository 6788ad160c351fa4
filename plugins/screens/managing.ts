// Actions on one candidate's screen before the review: inviting, reminding, more time, cancelling.
import type { Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Done } from '../../db/record/audit.ts';
import { extendScreen } from '../../db/council/more-time.ts';
import { assertMayManage } from '../../db/screens/access.ts';
import { cancelScreen } from '../../db/screens/cancellations.ts';
import { keysOf } from '../../db/installation/secrets.ts';
import { inviteCandidate, openTokenOf, remindCandidate, showLink } from '../../db/screens/invitations.ts';
import { getScreen, type ScreenRow } from '../../db/screens/screens.ts';
import type { Tx } from '../../db/store/index.ts';
import type { App } from '../app.ts';
import { mailField, mailWay } from '../surfaces/public-pages/mail-way.ts';
import { rest } from '../surfaces/rest.ts';
import { linkShown } from './inviting/link-page.ts';
import { link, linkTo } from './links.ts';
import { reviewPath } from './review/review-page.ts';
import { answered, changed, changeScreen, type Work, toScreen } from './changing.ts';
import { screen } from './rows.ts';
import { typed } from '../surfaces/http/bodies/typed.ts';
import { freeText, InvalidField } from '../surfaces/http/fields.ts';

export const managingRoutes = (app: App): ServerRoute[] => [
    inviteRoute(app),
    linkRoute(app),
    remindRoute(app),
    extendRoute(app),
    cancelRoute(app)
];

/** A route of one screen, which its page posts to as well. */
const toManage = {
    ...toScreen,
    formPost: { backTo: reviewPath, keeps: ['reason', 'hours', 'minutes'] }
} as const;

const inviteRoute = (app: App): ServerRoute =>
    rest<{ id: string }>(app, {
        ...toManage,
        name: 'inviteCandidate',
        path: '/screens/{id}/invite',
        summary: 'Invites the candidate of a draft by email, and returns their private link.',
        body: {},
        response: { screen, link: link.required(), ...mailField },
        run: async ({ id }, _, request) => {
            const invited = await changeScreen(
                app,
                id,
                request,
                (tx) => invite(tx, app, id),
                assertMayManage
            );
            return { ...invited, ...(await answered(app, request, invited.screen)) };
        }
    });

const linkRoute = (app: App): ServerRoute =>
    rest<{ id: string }>(app, {
        ...toManage,
        name: 'showCandidateLink',
        path: '/screens/{id}/link',
        summary: 'Returns the private link of an invited candidate until they start. Each call is recorded.',
        formPost: { backTo: reviewPath, once: linkShown(app) },
        body: {},
        response: { screen, link: link.required() },
        run: async ({ id }, _, request) => {
            const show = async (tx: Tx, act: Done) => withLink(app, tx, await getScreen(tx, id), act);
            const shown = await changeScreen(app, id, request, show, assertMayManage);
            return { ...shown, ...(await answered(app, request, shown.screen)) };
        }
    });

const remindRoute = (app: App): ServerRoute =>
    rest<{ id: string }>(app, {
        ...toManage,
        name: 'remindCandidate',
        path: '/screens/{id}/remind',
        summary: 'Sends the candidate their link again.',
        body: {},
        response: { screen, ...mailField },
        run: async ({ id }, _, request) => ({
            ...(await managed(app, id, request, (tx, act) => remindCandidate(tx, id, act))),
            ...mailWay(app.config)
        })
    });

/** 30 days. */
const mostHours = 720;

const extendRoute = (app: App): ServerRoute =>
    rest<{ id: string; hours?: number; minutes?: number }>(app, {
        ...toManage,
        name: 'extendScreen',
        path: '/screens/{id}/extend',
        summary:
            "Extends a candidate's time. Answers whose time ran out are opened again, until they are judged.",
        body: {
            hours: Joi.number()
                .integer()
                .min(1)
                .max(mostHours)
                .description('To start or, if started, to submit.'),
            minutes: Joi.number()
                .integer()
                .min(1)
                .max(mostHours * 60)
                .description('To answer, also before the start.')
        },
        bodyOfForm: (form) =>
            Object.fromEntries(
                ['hours', 'minutes'].flatMap((name) =>
                    typed(form, name) === '' ? [] : [[name, Number(form[name])]]
                )
            ),
        run: ({ id, hours = 0, minutes = 0 }, _, request) => {
            if (hours + minutes === 0) throw new InvalidField('hours', 'Give hours or minutes.');
            const more = { hours, minutes };
            return managed(app, id, request, (tx, act) => extendScreen(tx, id, { ...more, ...act }));
        }
    });

const cancelRoute = (app: App): ServerRoute =>
    rest<{ id: string; reason: string }>(app, {
        ...toManage,
        name: 'cancelScreen',
        path: '/screens/{id}/cancel',
        summary: 'Cancels a screen that has not started and refunds its credits.',
        body: { reason: freeText.trim().allow('').max(1000).default('') },
        bodyOfForm: ({ reason = '' }) => ({ reason }),
        run: ({ id, reason }, _, request) =>
            managed(app, id, request, (tx, act) => cancelScreen(tx, id, { reason, ...act }))
    });

/** Refuses: not_found; forbidden to users who may only review. */
const managed = (app: App, id: string, request: Request, work: Work<ScreenRow>) =>
    changed(app, id, request, work, { guard: assertMayManage });

/** Invites the candidate of a draft and returns their link, which is not stored. */
async function invite(tx: Tx, app: App, id: string) {
    const { config, secrets, now } = app;
    const { days } = config.screens;
    const { screen, token } = await inviteCandidate(tx, id, { secret: secrets.links, days, at: now() });
    return { screen, link: linkTo(app, token), ...mailWay(config) };
}

/** The same, where the screen may be one that was created and sent before: its candidate keeps their link. */
export async function inviteOnce(tx: Tx, app: App, screen: ScreenRow) {
    if (screen.status === 'ss_draft') return invite(tx, app, screen.id);
    const { config, secrets, now } = app;
    const isOpen = screen.status === 'ss_invited'; // once they have started, no one sees it
    const token = isOpen && openTokenOf(screen, { secret: secrets.links, at: now() });
    return { screen, ...(token && { link: linkTo(app, token) }), ...mailWay(config) };
}

/** The same without an email: the inviter sends the link, which is there until the candidate starts. */
export async function inviteByLink(tx: Tx, app: App, screen: ScreenRow, act: Done) {
    if (screen.status !== 'ss_draft')
        return screen.status === 'ss_invited' ? withLink(app, tx, screen, act) : { screen };
    const { config, secrets } = app;
    const invitation = { secret: secrets.links, days: config.screens.days, at: act.at, isMailed: false };
    const invited = await inviteCandidate(tx, screen.id, invitation);
    return withLink(app, tx, invited.screen, act);
}

async function withLink(app: App, tx: Tx, screen: ScreenRow, { by, at }: Done) {
    const token = await showLink(tx, screen, { keys: keysOf(app.secrets, 'links')(at), by, at });
    return { screen, link: linkTo(app, token) };
}
