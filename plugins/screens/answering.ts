// One answer comes in: kept, or given back with what is wrong with it.
import type { Lifecycle, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { saveAnswer } from '../../db/screens/answering.ts';
import { sha256 } from '../../db/tokens.ts';
import { Refusal } from '../../db/refusal.ts';
import type { Criterion } from '../../db/sages/sages.ts';
import type { ScreenRow } from '../../db/screens/screens.ts';
import type { App } from '../app.ts';
import { bodyOf } from '../surfaces/http/bodies.ts';
import { checked } from '../surfaces/fields.ts';
import { limiter } from '../surfaces/auth/rate-limits.ts';
import type { Door } from './doors.ts';
import { latePage, longestAnswer, questionPage } from './pages.ts';
import { type Begun, begun, stageOf } from './visits.ts';

interface Answer {
    criterion: string;
    text: string;
    next?: number;
    /** The digest of what the page showed. */
    shown?: string;
}

export const answerFields = Joi.object<Answer>({
    criterion: Joi.string().max(60).required(),
    // A browser sends a line break as two characters and counts it as one.
    text: Joi.string().allow('').replace(/\r\n/g, '\n').required(),
    next: Joi.number().integer().min(1).max(51),
    shown: Joi.string().allow('').max(64)
}).unknown();

/** Saves one answer; a script is told so in JSON, a browser without one goes on to the next question. */
export function answer(app: App, door: Door): Lifecycle.Method {
    const { store, now } = app;
    const saves = limiter(120, 60);
    return async (request, h) => {
        const run = await begun(app, door, request);
        const given = checked(answerFields, bodyOf(request), { convert: true });
        const criterion = run.criteria.find(({ id }) => id === given.criterion);
        if (!criterion) throw new Refusal('invalid_field', 'There is no such question.');
        const refusal = refusalOf(run.screen, given, now());
        const script = String(request.headers['accept']).startsWith('application/json');
        if (refusal && script) throw refusal;
        if (refusal) return refusedAnswer({ ...run, criterion, given, refusal, now: now() }, h);
        const entry = { screenId: run.screen.id, criterionId: criterion.id, answer: given.text, at: now() };
        await saves.count(run.screen.id);
        const untouched = given.shown === sha256(given.text);
        await store.write((tx) => saveAnswer(tx, entry, { untouched }));
        if (script) return { success: true, data: { saved: true } };
        return h.redirect(given.next === undefined ? run.base : `${run.base}?q=${given.next}`).code(303);
    };
}

function refusalOf(screen: ScreenRow, { text }: Answer, at: number) {
    if (stageOf(screen, at) !== 'answering') {
        return new Refusal('wrong_state', 'These questions are not open any more.');
    }
    if (text.length <= longestAnswer) return undefined;
    const over = text.length - longestAnswer;
    const much = over === 1 ? 'one character' : `${over} characters`;
    return new Refusal('invalid_field', `Your answer is ${much} too long. Shorten it and save it again.`);
}

interface Refused extends Begun {
    criterion: Criterion;
    given: Answer;
    refusal: Refusal;
    now: number;
}

/** What was typed comes back, whatever was wrong with it. */
function refusedAnswer({ given, refusal, ...run }: Refused, h: ResponseToolkit) {
    if (refusal.reason === 'wrong_state') return h.response(latePage(given.text)).code(409);
    const number = run.criteria.indexOf(run.criterion) + 1;
    const answers = new Map([[run.criterion.id, given.text]]);
    return h.response(questionPage({ ...run, answers, number, error: refusal.message })).code(400);
}
