// Saving one answer. A refused answer is shown to the candidate again, with the mistake.
import type { Lifecycle, Request } from '@hapi/hapi';
import Joi from 'joi';
import { saveAnswer } from '../../db/screens/answering.ts';
import { sha256 } from '../../db/tokens.ts';
import { Refusal } from '../../db/refusal.ts';
import type { Criterion } from '../../db/sages/sages.ts';
import type { ScreenRow } from '../../db/screens/screens.ts';
import { wordsIn } from '../../words/index.ts';
import type { App } from '../app.ts';
import { bodyOf } from '../surfaces/http/bodies.ts';
import { validated } from '../surfaces/http/fields.ts';
import type { Outside } from '../surfaces/outside/outside.ts';
import { limiter } from '../surfaces/auth/rate-limits.ts';
import type { FormPost } from '../surfaces/pages/form-posts.ts';
import type { Access } from './access.ts';
import { latePage, longestAnswer, questionPage } from './pages.ts';
import { type Begun, begun, stageOf } from './visits.ts';

interface Answer {
    criterion: string;
    text: string;
    next?: number;
    /** The digest of the answer that the page showed. */
    shown?: string;
    /** The candidate was asked whether they mean to answer nothing. */
    empty?: string;
}

export const answerFields = Joi.object<Answer>({
    criterion: Joi.string().max(60).required(),
    // A browser sends a line break as two characters and counts it as one.
    text: Joi.string().allow('').replace(/\r\n/g, '\n').required(),
    next: Joi.number().integer().min(1).max(51),
    shown: Joi.string().allow('').max(64),
    empty: Joi.string().max(1).description('Answers nothing, after the page has asked once.')
})
    .unknown()
    .id('ScreenAnswer');

declare module '@hapi/hapi' {
    interface PluginsStates {
        /** The answer that a candidate sends, once it is known to which question. */
        answering?: Begun & { criterion: Criterion; input: Answer };
    }
}

/** Saves one answer. A script gets a JSON response; a browser without scripts is redirected to the next question. */
export function answer(app: App, access: Access): Lifecycle.Method {
    const { store, now } = app;
    const saves = limiter('answers', 120, 60);
    return async (request, h) => {
        const run = await begun(app, access, request);
        const input = validated(answerFields, bodyOf(request), { convert: true });
        const criterion = run.criteria.find(({ id }) => id === input.criterion);
        if (!criterion) throw new Refusal('invalid_field', 'There is no such question.');
        request.plugins.answering = { ...run, criterion, input };
        assertAnswerable(run.screen, input, now());
        if (isToAsk(request, input)) return h.redirect(questionAgain(run, criterion)).code(303);
        const entry = { screenId: run.screen.id, criterionId: criterion.id, answer: input.text, at: now() };
        await saves.count(run.screen.id);
        const untouched = input.shown === sha256(input.text);
        await store.write((tx) => saveAnswer(tx, entry, { untouched }));
        if (isByScript(request)) return { success: true, data: { saved: true } };
        return h.redirect(input.next === undefined ? run.base : `${run.base}?q=${input.next}`).code(303);
    };
}

/** A script saves what there is; somebody who goes on without a word is asked once. */
const isToAsk = (request: Request, { text, empty }: Answer) =>
    text.trim() === '' && empty === undefined && !isByScript(request);

const questionAgain = ({ base, criteria }: Begun, criterion: Criterion) =>
    `${base}?q=${criteria.indexOf(criterion) + 1}&empty=1`;

const isByScript = ({ headers }: Request) => String(headers['accept']).startsWith('application/json');

function assertAnswerable(screen: ScreenRow, { text }: Answer, at: number) {
    if (stageOf(screen, at) !== 'answering')
        throw new Refusal('wrong_state', 'These questions are no longer open.');
    if (text.length <= longestAnswer) return;
    throw new Refusal('invalid_field', tooLong(wordsIn(['en']), text));
}

const tooLong = ({ say }: Pick<Outside, 'say'>, text: string) =>
    say('question.too-long', { over: text.length - longestAnswer });

/** The page of a refused answer always holds the text that the candidate typed. */
export const answerForm = ({ now }: App): FormPost => ({
    showAgain(request, h, { reason }) {
        const { answering } = request.plugins;
        if (!answering || isByScript(request)) return undefined;
        const { input, criterion, criteria, outside } = answering;
        if (reason === 'wrong_state') return h.response(latePage(outside, input.text)).code(409);
        if (reason !== 'invalid_field') return undefined;
        const number = criteria.indexOf(criterion) + 1;
        const answers = new Map([[criterion.id, input.text]]);
        const question = { ...answering, answers, number, error: tooLong(outside, input.text), now: now() };
        return h.response(questionPage(question)).code(400);
    }
});
