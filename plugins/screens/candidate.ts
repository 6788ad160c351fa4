// The candidate's pages: plain forms that a private link or a demo key opens.
import type { Lifecycle, Plugin, Request, ResponseToolkit, RouteOptions, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { submitScreen } from '../../db/screens/answering.ts';
import { answersOf, type ScreenRow } from '../../db/screens/screens.ts';
import { sha256 } from '../../db/tokens.ts';
import type { App } from '../app.ts';
import { Refusal } from '../../db/refusal.ts';
import type { FormPost } from '../surfaces/pages/form-posts.ts';
import { flag } from '../surfaces/openapi/response-fields.ts';
import { bodyOf, formPayload, jsonType, readBody } from '../surfaces/http/bodies.ts';
import { validated } from '../surfaces/fields.ts';
import { outsideNotFound, outsidePage, withForm } from '../surfaces/openapi/route-docs.ts';
import { advice } from './advice.ts';
import { answer, answerFields, answerForm } from './answering.ts';
import { byDemoKey, byLink, demoCookie, type Access, notOpen, type Visit } from './access.ts';
import { landingPage, latePage, overPage, questionPage, reviewPage, thanksPage } from './pages.ts';
import { noticeOf } from './notice.ts';
import { judgingPage, resultPage } from './result-page.ts';
import { type Begun, criteriaOf, type Run, stageOf } from './visits.ts';

/** The path of these pages holds the secret that gives access, so there is no login and no nonce. */
export const candidate: Plugin<App> = {
    name: 'candidate',
    register(server, app) {
        const link = byLink(app);
        const demoKey = byDemoKey(app);
        server.state(demoCookie, { ...demoCookieOptions, isSecure: app.config.secure });
        server.route([
            ...pagesOf(app, { path: '/screen/{token}', noun: 'Screen', access: link }),
            ...pagesOf(app, { path: '/screen/demo/{key}', noun: 'Demonstration', access: demoKey }),
            outsideNotFound(advice, '/screen')
        ]);
    }
};

const demoCookieOptions = {
    encoding: 'none',
    isHttpOnly: true,
    isSameSite: 'Lax',
    path: '/screen/demo/',
    ignoreErrors: true
} as const;

declare module '@hapi/hapi' {
    interface PluginsStates {
        /** The visit of somebody who begins a screen. */
        candidate?: Visit;
    }
}

const kib = 1024;

interface Mount {
    path: string;
    /** Ends the operationIds of its routes. */
    noun: string;
    access: Access;
}

function pagesOf(app: App, { path, noun, access }: Mount): ServerRoute[] {
    const post = (step: string, options: RouteOptions, handler: Lifecycle.Method): ServerRoute => ({
        method: 'POST',
        path: `${path}/${step}`,
        options,
        handler
    });
    return [
        { method: 'GET', path, options: showOptions(noun), handler: show(app, access) },
        post('start', withForm(startOptions(noun), startForm(app)), start(app, access)),
        post('answer', withForm(answerOptions(noun), answerForm(app)), answer(app, access)),
        post('submit', submitOptions(noun), submit(app, access))
    ];
}

const form = (maxBytes: number): RouteOptions => ({
    payload: { ...formPayload, maxBytes },
    pre: [readBody]
});

const showOptions = (noun: string) =>
    outsidePage(
        advice,
        `show${noun}`,
        'Shows the page that the candidate has reached: consent, a question, the review or the end.',
        { also: [404, 410, 429] }
    );

const startOptions = (noun: string) => ({
    ...outsidePage(advice, `start${noun}`, 'Begins the screen. The field `consent` is required.', {
        status: 303,
        body: Joi.object({
            consent: Joi.string().required(),
            notice: Joi.string().description('The digest of the notice that was shown.')
        }).id('Consent'),
        also: [404, 409, 429]
    }),
    ...form(64 * kib)
});

const answerOptions = (noun: string) => ({
    ...outsidePage(
        advice,
        `answer${noun}`,
        'Saves one answer. A client that accepts JSON gets JSON, a browser is redirected to the next question.',
        {
            types: [jsonType],
            body: answerFields,
            response: Joi.object({ success: flag, data: Joi.object({ saved: flag }).required() }).id('Saved'),
            also: [303, 404, 409, 429]
        }
    ),
    // Room for the longest answer in letters of several bytes, each byte percent-encoded.
    ...form(256 * kib)
});

const submitOptions = (noun: string) => ({
    ...outsidePage(advice, `submit${noun}`, 'Submits the answers.', { status: 303, also: [404, 409, 429] }),
    ...form(64 * kib)
});

function show(app: App, access: Access): Lifecycle.Method {
    return async (request, h) => {
        const visit = await access.find(request);
        const run = { ...visit, criteria: await criteriaOf(app, visit) };
        const { screen } = visit;
        if (screen === undefined || beginsAgain(screen, request)) return landing(app, run);
        switch (stageOf(screen, app.now())) {
            case 'before':
                return landing(app, run);
            case 'answering':
                return answering(app, { ...run, screen }, request);
            case 'late':
                return latePage();
            case 'done':
                return screen.kind === 'demo' ? demoEnd({ ...run, screen }, h) : thanksPage();
            case 'over':
                return h.response(overPage(screen.status)).code(410);
        }
    };
}

/** A visitor may run a demonstration again; a candidate answers once. */
const beginsAgain = ({ kind, status }: ScreenRow, { query }: Request) =>
    kind === 'demo' && status === 'ss_evaluated' && 'again' in query;

const landing = async (app: App, run: Run, error?: string) =>
    landingPage({
        ...run,
        notice: await noticeOf(app, run),
        questions: run.criteria.length,
        minutes: app.config.screens.minutes,
        timeZone: app.config.timeZone,
        error
    });

// A query that is not the number of a question shows the first question without an answer.
const questionQuery = Joi.object<{ q?: number }>({
    q: Joi.number().integer().min(1).max(51).failover(0)
}).unknown();

async function answering({ store, now }: App, run: Begun, { query }: Request) {
    const { screen, criteria } = run;
    const saved = await answersOf(store.read, screen.id);
    const answers = new Map(saved.map(({ criterionId, answer }) => [criterionId, answer]));
    const open = criteria.findIndex(({ id }) => !answers.has(id)) + 1;
    const number = validated(questionQuery, query, { convert: true }).q || open;
    const form = { ...run, answers, now: now() };
    const criterion = criteria[number - 1];
    return criterion ? questionPage({ ...form, criterion, number }) : reviewPage(form);
}

function demoEnd({ screen, criteria, base }: Begun, h: ResponseToolkit) {
    if (screen.verdict) return resultPage({ verdict: screen.verdict, criteria, base });
    return h.response(judgingPage()).header('refresh', '2');
}

function start(app: App, access: Access): Lifecycle.Method {
    return async (request, h) => {
        const visit = await access.find(request);
        request.plugins.candidate = visit;
        const { screen, base } = visit;
        if (screen && !mayBegin(screen)) return h.redirect(base).code(303);
        if (stageOf(screen, app.now()) === 'over') return h.response(overPage('ss_expired')).code(409);
        const { text, reader, operator } = await noticeOf(app, visit);
        assertAgreed(bodyOf(request), text);
        await access.begin(request, h, { ...visit, notice: { text, reader, operator } });
        return h.redirect(base).code(303);
    };
}

/** Whoever has read another notice than the one that holds now reads it before they agree. */
function assertAgreed({ consent, notice }: Readonly<Record<string, unknown>>, text: string) {
    if (consent === undefined)
        throw new Refusal('invalid_field', 'Please agree before you begin.', { field: 'consent' });
    if (notice !== undefined && notice !== sha256(text))
        throw new Refusal('invalid_field', 'Who reads your answers has changed. Please read it again.', {
            field: 'consent'
        });
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
