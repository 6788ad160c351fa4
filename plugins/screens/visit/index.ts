// The candidate's pages: plain forms that a private link or a demo key opens.
import type { Lifecycle, Plugin, Request, ResponseToolkit, RouteOptions, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { submitScreen } from '../../../db/screens/answering.ts';
import { writtenOf } from '../../../db/screens/saving.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import { sha256 } from '../../../db/accounts/tokens.ts';
import type { App } from '../../app.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { FailurePage, FormPost } from '../../surfaces/http/form-post.ts';
import { publicErrorPage, type Outside, outsideFor } from '../../surfaces/public-pages/outside.ts';
import { anyText, count, flag } from '../../surfaces/http/response-fields.ts';
import { bodyOf, formPayload, jsonType, readBody } from '../../surfaces/http/bodies/index.ts';
import { validated } from '../../surfaces/http/fields.ts';
import { outsideNotFound, publicPageOptions, withForm } from '../../surfaces/openapi/route-docs.ts';
import { answer, answerFields, answerForm } from './answering.ts';
import { byDemoKey, byLink, type Access, notOpen, stateDemoCookie, type Visit } from './access.ts';
import { overPage, thanksPage, landing, judgingPage, resultPage, noticeOf } from './pages.ts';
import { endedPage } from './ending.ts';
import { questionPage, reviewPage } from './question.ts';
import { closedPage, closingIn, closingPage, closingRoutes, hasWithdrawn } from './closing.ts';
import { type Begun, criteriaOf, stageOf } from './stages.ts';

/** The path of these pages holds the secret that gives access, so there is no login and no nonce. */
export const candidatePages: Plugin<App> = {
    name: 'candidate',
    register(server, app) {
        const link = remembering(byLink(app));
        const demoKey = remembering(byDemoKey(app));
        stateDemoCookie(server, app);
        server.route([
            ...pagesOf(app, { path: '/screen/{token}', noun: 'Screen', access: link }),
            ...pagesOf(app, { path: '/screen/demo/{key}', noun: 'Demonstration', access: demoKey }),
            ...closingRoutes(app, link, failurePage(app, link)),
            outsideNotFound(failurePage(app), '/screen')
        ]);
    }
};

declare module '@hapi/hapi' {
    interface PluginsStates {
        /** The visit, once it is known. */
        candidate?: Visit;
    }
}

const remembering = (access: Access): Access => ({
    ...access,
    async find(request) {
        const visit = await access.find(request);
        request.plugins.candidate = visit;
        return visit;
    }
});

/** In the language of the questions, also for a request that was refused before its screen was known. */
function failurePage(app: App, access?: Access): FailurePage {
    return async (request, status) => {
        const isKnown = access !== undefined && status !== 404 && status !== 429;
        const visit =
            request.plugins.candidate ??
            (isKnown ? await access.find(request).catch(() => undefined) : undefined);
        return publicErrorPage(visit?.outside ?? (await outsideFor(app, request)), status);
    };
}

const kib = 1024;

interface Mount {
    path: string;
    /** Ends the operationIds of its routes. */
    noun: string;
    access: Access;
}

function pagesOf(app: App, { path, noun, access }: Mount): ServerRoute[] {
    const failing = failurePage(app, access);
    const post = (step: string, options: RouteOptions, handler: Lifecycle.Method): ServerRoute => ({
        method: 'POST',
        path: `${path}/${step}`,
        options,
        handler
    });
    return [
        { method: 'GET', path, options: showOptions(noun, failing), handler: show(app, access) },
        post('start', withForm(startOptions(noun, failing), startForm(app)), start(app, access)),
        post('answer', withForm(answerOptions(noun, failing), answerForm(app)), answer(app, access)),
        post('submit', submitOptions(noun, failing), submit(app, access))
    ];
}

const form = (maxBytes: number): RouteOptions => ({
    payload: { ...formPayload, maxBytes },
    pre: [readBody]
});

const showOptions = (noun: string, failing: FailurePage) =>
    publicPageOptions(
        failing,
        `show${noun}`,
        'Shows the current page of the candidate: consent, a question, the review or the end.',
        { also: [404, 410, 429] }
    );

const startOptions = (noun: string, failing: FailurePage) => ({
    ...publicPageOptions(failing, `start${noun}`, 'Starts the questions. The field `consent` is required.', {
        status: 303,
        body: Joi.object({
            consent: Joi.string().required(),
            notice: Joi.string().description('The digest of the notice that was shown.')
        }).id('Consent'),
        also: [404, 409, 429]
    }),
    ...form(64 * kib)
});

const saved = Joi.object({
    saved: flag,
    shown: anyText.description('The digest of this text, for the next save.'),
    rivals: flag.description('A text from another device is stored too. The page asks which one to use.'),
    seconds_left: count.allow(null).description('Until the end. Null without a time limit.')
}).required();

const answerOptions = (noun: string, failing: FailurePage) => ({
    ...publicPageOptions(
        failing,
        `answer${noun}`,
        'Saves one answer. A client that accepts JSON gets JSON, a browser is redirected to the next question.',
        {
            types: [jsonType],
            body: answerFields,
            response: Joi.object({ success: flag, data: saved }).id('Saved'),
            also: [303, 404, 409, 412, 429]
        }
    ),
    // Room for an answer that is far too long, in letters of several bytes, each percent-encoded: its page must show it again.
    ...form(384 * kib)
});

const submitOptions = (noun: string, failing: FailurePage) => ({
    ...publicPageOptions(failing, `submit${noun}`, 'Submits the answers.', {
        status: 303,
        also: [404, 409, 429]
    }),
    ...form(64 * kib)
});

function show(app: App, access: Access): Lifecycle.Method {
    return async (request, h) => {
        const visit = await access.find(request);
        const run = { ...visit, criteria: await criteriaOf(app, visit) };
        const { screen } = visit;
        if (screen === undefined || beginsAgain(screen, request)) return landing(app, run);
        const stage = stageOf(screen, app.now());
        const closing = closingIn(screen, request);
        if (closing && (stage === 'answering' || (stage === 'before' && closing === 'person')))
            return closingPage(visit, closing);
        switch (stage) {
            case 'before':
                return landing(app, run);
            case 'answering':
                return answering(app, { ...run, screen }, request);
            case 'late':
                return endedPage(visit.outside, 'time');
            case 'done':
                if (screen.verdict?.fault === 'person_asked') return closedPage(visit.outside, 'person');
                return screen.kind === 'demo' ? demoEnd({ ...run, screen }, h) : thanksPage(visit.outside);
            case 'over':
                if (hasWithdrawn(screen)) return closedPage(visit.outside, 'stop');
                return h.response(overPage(visit.outside, screen.status)).code(410);
        }
    };
}

/** A visitor may run a demo again; a candidate answers once. */
const beginsAgain = ({ kind, status }: ScreenRow, { query }: Request) =>
    kind === 'demo' && status === 'ss_evaluated' && 'again' in query;

// A query that is not the number of a question shows the first question without an answer.
const questionQuery = Joi.object<{ q?: number }>({
    q: Joi.number().integer().min(1).max(51).failover(0)
}).unknown();

async function answering({ store, now }: App, run: Begun, { query }: Request) {
    const { screen, criteria } = run;
    const answers = await writtenOf(store.read, screen.id);
    const open = criteria.findIndex(({ id }) => !answers.get(id)?.done) + 1; // the one that they were in
    const number = validated(questionQuery, query, { convert: true }).q || open;
    const form = { ...run, answers, now: now() };
    const criterion = criteria[number - 1];
    return criterion
        ? questionPage({ ...form, criterion, number, isEmpty: 'empty' in query })
        : reviewPage(form);
}

function demoEnd({ screen, criteria, base, outside }: Begun, h: ResponseToolkit) {
    if (screen.verdict) return resultPage({ verdict: screen.verdict, criteria, base, outside });
    return h.response(judgingPage(outside)).header('refresh', '2');
}

function start(app: App, access: Access): Lifecycle.Method {
    return async (request, h) => {
        const visit = await access.find(request);
        const { screen, base, outside } = visit;
        if (screen && !mayBegin(screen)) return h.redirect(base).code(303);
        if (stageOf(screen, app.now()) === 'over')
            return h.response(overPage(outside, 'ss_expired')).code(409);
        const { text, reader, operator } = await noticeOf(app, visit);
        assertAgreed(bodyOf(request), text, outside);
        await access.begin(request, h, { ...visit, notice: { text, reader, operator } });
        return h.redirect(base).code(303);
    };
}

/** A candidate who has read an earlier notice reads the present one before they agree. */
function assertAgreed(
    { consent, notice }: Readonly<Record<string, unknown>>,
    text: string,
    { say }: Pick<Outside, 'say'>
) {
    if (consent === undefined)
        throw new Refusal('invalid_field', say('refused.consent'), { field: 'consent' });
    if (notice !== undefined && notice !== sha256(text))
        throw new Refusal('invalid_field', say('refused.notice'), { field: 'consent' });
}

const startForm = (app: App): FormPost => ({
    async showAgain({ plugins: { candidate: visit } }, h, { field, message }) {
        if (!visit || field !== 'consent') return undefined;
        const run = { ...visit, criteria: await criteriaOf(app, visit) };
        return h.response(await landing(app, run, message)).code(400);
    }
});

const mayBegin = ({ kind, status }: ScreenRow) =>
    status === 'ss_invited' || (kind === 'demo' && status === 'ss_evaluated');

function submit({ store, now }: App, access: Access): Lifecycle.Method {
    return async (request, h) => {
        const { screen, base } = await access.find(request);
        if (!screen) throw notOpen();
        if (screen.status === 'ss_started') await store.write((tx) => submitScreen(tx, screen.id, now()));
        return h.redirect(base).code(303);
    };
}
