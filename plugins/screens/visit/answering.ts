// Saving one answer. A refused answer is shown to the candidate again, with the error.
import type { Lifecycle, Request } from '@hapi/hapi';
import Joi from 'joi';
import { grace, isSaved, saveAnswer, writtenOf } from '../../../db/screens/saving.ts';
import { sha256 } from '../../../db/accounts/tokens.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import { findScreen } from '../../../db/screens/screens.ts';
import type { App } from '../../app.ts';
import { bodyOf } from '../../surfaces/http/bodies/index.ts';
import { type Form, typed as typedIn } from '../../surfaces/http/bodies/typed.ts';
import { freeText, InvalidField, validated } from '../../surfaces/http/fields.ts';
import { statuses } from '../../surfaces/http/statuses.ts';
import { limiter } from '../../surfaces/auth/rate-limits.ts';
import type { FormPost } from '../../surfaces/http/form-post.ts';
import type { Access } from './access.ts';
import { endedPage, endingOf, secondsLeft } from './ending.ts';
import { longestAnswer, questionPage } from './question.ts';
import { type Begun, begun, stageOf } from './stages.ts';

interface Answer {
    criterion: string;
    text: string;
    next?: number;
    shown?: string;
    /** The candidate was asked whether they mean to answer nothing. */
    empty?: string;
}

export const answerFields = Joi.object<Answer>({
    criterion: Joi.string().max(60).required(),
    // A browser sends a line break as two characters and counts it as one.
    text: freeText.allow('').replace(/\r\n/g, '\n').required(),
    next: Joi.number().integer().min(1).max(51),
    shown: Joi.string()
        .allow('')
        .max(64)
        .description('The digest of the text on the page. A text that was saved since then is kept too.'),
    empty: Joi.string().max(1).description('Continues without an answer, after the page has asked once.')
})
    .unknown()
    .id('ScreenAnswer');

declare module '@hapi/hapi' {
    interface PluginsStates {
        /** The answer that a candidate sends. */
        answering?: Answering;
    }
}

/** As it was typed, so that a page can show it again whatever is wrong with it. */
type Answering = Begun & { criterion: Criterion; input: Pick<Answer, 'text' | 'shown'> };

/** To the first question where it names none. */
function answeringOf(run: Begun, form: Form): Answering {
    const criterion = run.criteria.find(({ id }) => id === form['criterion']) ?? run.criteria[0];
    if (!criterion) throw new Error('a screen has questions');
    return { ...run, criterion, input: { text: typedIn(form, 'text'), shown: typedIn(form, 'shown') } };
}

/** Saves one answer. A script gets a JSON response; a browser without scripts is redirected to the next question. */
export function answer(app: App, access: Access): Lifecycle.Method {
    const { store, now } = app;
    const saves = limiter('answers', 120, 60);
    return async (request, h) => {
        const run = await begun(app, access, request);
        const form = bodyOf(request);
        const answering = answeringOf(run, form);
        request.plugins.answering = answering;
        const input = validated(answerFields, form, { convert: true });
        const { criterion } = answering;
        request.plugins.answering = { ...answering, input };
        if (criterion.id !== input.criterion) throw new InvalidField('criterion', 'Question not found.');
        assertAnswerable(run, input, now());
        if (isToAsk(request, input)) return h.redirect(`${addressOf(run, criterion)}&empty=1`).code(303);
        await saves.count(run.screen.id);
        const { text, shown } = input;
        const save = { screenId: run.screen.id, criterionId: criterion.id, text, shown, at: now() };
        const done = !isByScript(request) && input.next !== numberOf(run, criterion);
        const rivals = await store.write((tx) => saveAnswer(tx, { ...save, done }));
        if (isByScript(request)) {
            const left = secondsLeft(run.screen, now());
            return { success: true, data: { saved: true, shown: sha256(text), rivals, seconds_left: left } };
        }
        return h.redirect(rivals ? addressOf(run, criterion) : nextOf(run, input)).code(303);
    };
}

/** A script saves an empty answer; without one the candidate has to confirm it once. */
const isToAsk = (request: Request, { text, empty }: Answer) =>
    text.trim() === '' && empty === undefined && !isByScript(request);

const numberOf = ({ criteria }: Begun, criterion: Criterion) => criteria.indexOf(criterion) + 1;

const addressOf = (run: Begun, criterion: Criterion) => `${run.base}?q=${numberOf(run, criterion)}`;

const nextOf = ({ base }: Begun, { next }: Answer) => (next === undefined ? base : `${base}?q=${next}`);

const isByScript = ({ headers }: Request) => String(headers['accept']).startsWith('application/json');

function assertAnswerable({ screen, outside }: Begun, { text }: Answer, at: number) {
    if (stageOf(screen, at - grace) !== 'answering')
        throw new Refusal('wrong_state', 'These questions are closed.');
    if (text.length <= longestAnswer) return;
    throw new InvalidField('text', outside.say('question.too-long', { over: text.length - longestAnswer }));
}

/** The page of a refused answer always holds the text that the candidate typed, unless it is saved. */
export const answerForm = (app: App): FormPost => ({
    async showAgain(request, h, refusal) {
        const { answering } = request.plugins;
        if (!answering) return undefined;
        const response = isByScript(request)
            ? { success: false, data: { message: problemOf(refusal, answering) } }
            : await againFor(app, answering, refusal);
        return h.response(response).code(statuses[refusal.reason]);
    }
});

async function againFor({ store, now }: App, answering: Answering, refusal: Refusal) {
    const { reason } = refusal;
    const { input, criterion, outside, screen } = answering;
    const answers = await writtenOf(store.read, screen.id);
    if (reason === 'wrong_state') {
        const isKept = isSaved(answers.get(criterion.id), input.text);
        const ending = endingOf((await findScreen(store.read, screen.id)) ?? screen);
        return endedPage(outside, ending, isKept ? '' : input.text);
    }
    const error = problemOf(refusal, answering);
    // With one text too many the page shows all others, so that it may replace them.
    const typed = reason === 'version_conflict' ? { text: input.text } : input;
    const number = numberOf(answering, criterion);
    return questionPage({ ...answering, answers, number, typed, error, now: now() });
}

/** In words for the candidate. */
function problemOf({ reason, message, field }: Refusal, { outside: { say } }: Answering) {
    if (reason === 'invalid_field' && field === 'text') return message;
    return say(reason === 'version_conflict' ? 'rivals.too-many' : 'saving.refused');
}
