// Intake items over JSON: the routes of the staff, and the one of the public.
import type { ServerRoute, Request } from '@hapi/hapi';
import Joi from 'joi';
import { dealStatuses } from '../../db/sales/deals.ts';
import {
    answerIntake,
    assignIntake,
    closeIntake,
    convertIntake,
    createIntake,
    type IntakeBody,
    type IntakeRow,
    type ChecklistStep,
    checklistSteps,
    setStep,
    takeIntake,
    toggleStep,
    listIntake,
    receiveIntake,
    restoreIntake,
    type Working,
    intakeStatuses,
    isSentAgain
} from '../../db/sales/intake.ts';
import type { App } from '../app.ts';
import { actBy, strangerAt } from '../surfaces/auth/requester.ts';
import {
    formInteger,
    listOf,
    pageOf,
    viewPage,
    emailAddress,
    freeText,
    oneLine,
    shortText
} from '../surfaces/http/fields.ts';
import { count, oneOf, several, wholeId, anyText, flag, message } from '../surfaces/http/response-fields.ts';
import { rest, success } from '../surfaces/rest.ts';
import { type Form, typed } from '../surfaces/http/bodies/typed.ts';
import { dateIn, humanTime } from '../surfaces/pages/dates.ts';
import { newItemForm } from './pages/new.ts';
import { bosses, sales, working, backTo } from './rights.ts';
import { item, itemOf, itemsIn, type AskedIntake, intakeFilter } from './rows.ts';
import { eachOf, mostAtOnce } from '../shared/many.ts';
import { pluralize } from '../surfaces/pages/parts/count.ts';
import type { Tx } from '../../db/store/index.ts';
import { inColumns, type Wire } from '../shared/wire.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { bodyOf, longTexts } from '../surfaces/http/bodies/index.ts';
import { mailField, mailWay } from '../surfaces/public-pages/mail-way.ts';
import { publicRest } from '../surfaces/public-rest.ts';
import { isPlain } from '../surfaces/pages/form-posts.ts';
import { exactLimiter } from '../surfaces/auth/attempt-limits.ts';
import { publicForm, publicFormFailure, toThanks } from './pages/public-form.ts';

export const itemRoutes = (app: App): ServerRoute[] => [
    checklistRoute(app),
    stepRoute(app),
    publicRoute(app),
    listRoute(app),
    createRoute(app),
    assignRoute(app),
    takeRoute(app),
    answerRoute(app),
    convertRoute(app),
    closeRoute(app),
    manyRoute(app, 'spam'),
    manyRoute(app, 'restore')
];

/** Of the routes that do something with one item. */
const onItem = {
    method: 'POST',
    scope: sales,
    params: { id: formInteger.required() },
    also: [404, 409],
    response: { item }
} as const;

/** Writes an item, and returns it as responses show it. */
const written = async (app: App, work: (tx: Tx) => Promise<IntakeRow>) => ({
    item: itemOf(await app.store.write(work))
});

const listRoute = (app: App): ServerRoute =>
    rest<AskedIntake>(app, {
        name: 'listIntakeItems',
        method: 'GET',
        path: '/intake',
        summary:
            'Lists the items, newest first. Without ss_sales_admin, your own and open ones without an owner.',
        scope: sales,
        query: intakeFilter,
        response: listOf(item),
        run: async ({ page, per_page, ...filter }, worker) => {
            const rows = pageOf({ page, per_page });
            return viewPage(await listIntake(app.store.read, { worker, ...filter, ...rows }), itemOf);
        }
    });

const createRoute = (app: App): ServerRoute =>
    rest<NewItem>(app, {
        name: 'createIntakeItem',
        method: 'POST',
        path: '/intake',
        summary: 'Creates an item. The current user becomes its owner.',
        scope: sales,
        formPost: newItemForm,
        bodyOfForm: itemOfForm,
        body: newItem,
        status: 201,
        response: { item },
        run: (body, { id: ownerId }, request) => {
            const creation = { ownerId, ...actBy(app, request) };
            return written(app, (tx) => createIntake(tx, inColumns(body), creation));
        }
    });

const assignRoute = (app: App): ServerRoute =>
    rest<{ id: number; owner_id: number }>(app, {
        ...onItem,
        name: 'assignIntakeItem',
        path: '/intake/{id}/assign',
        summary: 'Assigns an item to a user with a sales role.',
        scope: bosses,
        formPost: { backTo, keeps: ['owner_id'], says: 'Owner assigned.' },
        bodyOfForm: ({ owner_id }) => ({ owner_id: Number(owner_id) }),
        body: { owner_id: Joi.number().integer().positive().required() },
        run: ({ id, owner_id }, worker, request) => {
            const by = working(app, worker, request);
            return written(app, (tx) => assignIntake(tx, id, owner_id, by));
        }
    });

const takeRoute = (app: App): ServerRoute =>
    rest<{ id: number }>(app, {
        ...onItem,
        body: {},
        name: 'takeIntakeItem',
        path: '/intake/{id}/take',
        summary: 'Assigns an open item without an owner to you.',
        // Whoever comes too late may no longer see the item.
        formPost: { backTo: (form, done) => (done ? backTo(form) : '/intake'), says: 'You took the item.' },
        run: ({ id }, worker, request) => {
            const by = working(app, worker, request);
            return written(app, (tx) => takeIntake(tx, id, by));
        }
    });

const answerRoute = (app: App): ServerRoute =>
    rest<{ id: number; text: string }>(app, {
        ...onItem,
        name: 'answerIntakeItem',
        path: '/intake/{id}/answer',
        summary:
            'Emails an answer to the contact of an open item and marks it as responded. The same text again sends nothing.',
        formPost: { backTo, keeps: ['text'] },
        bodyOfForm: ({ text }) => ({ text }),
        body: { text: freeText.trim().replace(/\r\n/g, '\n').min(1).max(5000).required() },
        response: { ...message, item, ...mailField },
        run: async ({ id, text }, worker, request) => {
            const by = { ...working(app, worker, request), sender: worker.displayName };
            const answered = await written(app, (tx) => answerIntake(tx, id, text, by));
            const way = mailWay(app.config);
            const says = way.mail === 'kept' ? 'Answer saved. Send it yourself.' : 'Answer queued.';
            return { message: says, ...answered, ...way };
        }
    });

const convertRoute = (app: App): ServerRoute =>
    rest<{ id: number }>(app, {
        ...onItem,
        body: {},
        name: 'convertIntakeItem',
        path: '/intake/{id}/convert',
        summary: 'Converts an item into a draft deal.',
        formPost: {
            backTo: (form, done, data) =>
                done ? `/deals/${(data as { deal: { id: number } }).deal.id}` : backTo(form),
            says: 'Deal created as a draft.'
        },
        response: { item, deal: Joi.object({ id: wholeId, status: oneOf(...dealStatuses) }).required() },
        run: async ({ id }, worker, request) => {
            const by = working(app, worker, request);
            const { item, deal } = await app.store.write((tx) => convertIntake(tx, id, by));
            return { item: itemOf(item), deal: { id: deal.id, status: deal.status } };
        }
    });

const closeRoute = (app: App): ServerRoute =>
    rest<{ id: number; status: 'intake_closed' | 'intake_spam' }>(app, {
        ...onItem,
        name: 'closeIntakeItem',
        path: '/intake/{id}/close',
        summary: 'Closes an item without a deal.',
        formPost: { backTo, keeps: ['status'], says: 'Item closed.' },
        bodyOfForm: ({ status }) => ({ status }),
        body: { status: Joi.valid('intake_closed', 'intake_spam').required() },
        run: ({ id, status }, worker, request) => {
            const by = working(app, worker, request);
            return written(app, (tx) => closeIntake(tx, id, status, by));
        }
    });

/** What several items can become, and what that is called. */
const ofMany = {
    spam: {
        name: 'markIntakeSpam',
        summary: 'Marks up to 200 open items as spam.',
        says: 'marked as spam',
        work: (tx: Tx, id: number, by: Working) => closeIntake(tx, id, 'intake_spam', by)
    },
    restore: {
        name: 'restoreIntakeItems',
        summary: 'Opens up to 200 closed items or spam again.',
        says: 'restored',
        work: restoreIntake
    }
} as const;

const manyRoute = (app: App, way: keyof typeof ofMany): ServerRoute => {
    const { says, work, ...route } = ofMany[way];
    return rest<{ ids: number[] }>(app, {
        ...route,
        method: 'POST',
        path: `/intake/${way}`,
        scope: sales,
        formPost: { backTo },
        bodyOfForm: (form) => ({ ids: itemsIn(form) }),
        body: { ids: Joi.array().items(onItem.params.id).min(1).max(mostAtOnce).unique().required() },
        response: {
            ...message,
            done: count,
            skipped: several(Joi.object({ id: wholeId, reason: anyText, message: anyText }).id('SkippedItem'))
        },
        run: async ({ ids }, worker, request) => {
            const by = working(app, worker, request);
            const skipped = await eachOf(app, ids, (tx, id) => work(tx, id, by));
            const done = ids.length - skipped.length;
            const why = [...new Set(skipped.map(({ message }) => message))].join(' ');
            const rest = skipped.length === 0 ? '' : ` Skipped ${skipped.length}. ${why}`;
            return { message: `${pluralize(done, 'item')} ${says}.${rest}`, done, skipped };
        }
    });
};

/** The fields of a new intake item, which the staff and the public fill in alike. */
const newItem = {
    title: shortText.required(),
    contact_name: shortText.required(),
    contact_email: emailAddress.required(),
    company: oneLine(200).trim().allow('').default(''),
    message: freeText.allow('').max(5000).default('')
};

type NewItem = Wire<IntakeBody>;

/** Returns the item of a form's fields, as the JSON route takes it. */
const itemOfForm = (form: Form): NewItem => ({
    title: typed(form, 'title').trim(),
    contact_name: typed(form, 'contact_name').trim(),
    contact_email: typed(form, 'contact_email').trim(),
    company: typed(form, 'company').trim(),
    message: typed(form, 'message')
});

/** Every error has the same message, as in the form actions; the header X-Svc-Field names the field. */
const toggleFields = Joi.object({
    item_id: Joi.number().integer().positive().required(),
    step: Joi.valid(...checklistSteps).required()
}).messages({ '*': 'Invalid request' });

/** The contract allows this to the owner and to administrators, whatever other capabilities they have. */
function checklistRoute(app: App) {
    return rest<{ item_id: number; step: ChecklistStep }>(app, {
        name: 'toggleChecklistStep',
        method: 'POST',
        path: '/intake/toggle-checklist',
        summary: 'Toggles one step of the checklist of an open item, and records the time.',
        body: toggleFields,
        also: [404, 409],
        response: {
            step: oneOf(...checklistSteps),
            done: flag,
            done_at: anyText.description('A date and time for people to read.')
        },
        run: async ({ item_id, step }, worker, request) => {
            const by = working(app, worker, request);
            const { done, at } = await app.store.write((tx) => toggleStep(tx, item_id, step, by));
            return { step, done, done_at: humanTime(app.zone.name())(at) };
        }
    });
}

/** For the pages: sets the step to a state, where the contract's route toggles it and could undo another user's change. */
function stepRoute(app: App): ServerRoute {
    return rest<{ id: number; step: ChecklistStep; done: boolean }>(app, {
        name: 'setChecklistStep',
        method: 'POST',
        path: '/intake/{id}/checklist',
        summary: 'Sets one checklist step of an open item. Idempotent.',
        ofPages: true,
        formPost: { backTo },
        bodyOfForm: ({ on, off }) => ({ step: on ?? off, done: on !== undefined }),
        params: onItem.params,
        body: { step: Joi.valid(...checklistSteps).required(), done: Joi.boolean().required() },
        also: [404, 409],
        response: {
            item,
            done_at: anyText.description('When the step was changed, for people to read. Empty if never.')
        },
        run: async ({ id, ...step }, worker, request) => {
            const by = working(app, worker, request);
            const row = await app.store.write((tx) => setStep(tx, id, step, by));
            const at = row[`${step.step}At`];
            return { item: itemOf(row), done_at: at === null ? '' : dateIn(app.zone.name(), at) };
        }
    });
}

const hour = 60 * 60;

interface PublicItem extends NewItem {
    recaptcha_token: string;
}

/** For a form on another site: there is no login, but a human check and a limit per address and hour. */
function publicRoute(app: App): ServerRoute {
    const points = app.config.rates.intake;
    const sent = exactLimiter(app, { name: 'intake', points, seconds: hour });
    return publicRest<PublicItem>(app, {
        name: 'createPublicIntakeItem',
        method: 'POST',
        path: '/intake/public',
        summary: 'Creates an item without a login, after the human check `intake`.',
        formPost: publicForm(app),
        failing: { failurePage: publicFormFailure(app), framedBy: app.config.intakeFrameOrigins },
        bodyOfForm: (form: Form) => ({
            ...itemOfForm(form),
            recaptcha_token: typed(form, 'recaptcha_token')
        }),
        maxBytes: longTexts,
        body: { ...newItem, recaptcha_token: Joi.string().max(4096).required() },
        status: 201,
        response: made,
        also: [303, 429],
        first: (request) => {
            if (isPlain(request)) bodyOf(request); // parsed, it is shown again when it is one too many
            return sent.count(request.clientAddress);
        },
        run: async ({ recaptcha_token: proof, ...item }, request, h) => {
            const make = () => makeItem(app, inColumns(item), { request, proof });
            if (!isPlain(request)) return make();
            const again = () => isSentAgain(app.store.read, inColumns(item), app.now());
            if (await again()) return toThanks(h);
            try {
                await make();
            } catch (error) {
                // The first of two presses has used the check, and is stored meanwhile.
                if (!(error instanceof Refusal && error.reason === 'human_check' && (await again())))
                    throw error;
            }
            return toThanks(h);
        }
    });
}

const made = {
    ...message,
    item: Joi.object({ id: wholeId, status: oneOf(...intakeStatuses) }).required()
};

async function makeItem(
    { store, now }: App,
    body: IntakeBody,
    { request, proof }: { request: Request; proof: string }
) {
    await request.server.plugins['human-check'].pass(proof, 'intake');
    const by = strangerAt(request, 'public');
    const { id, status } = await store.write((tx) => receiveIntake(tx, body, { by, at: now() }));
    return success({ message: 'Thank you. We will reply by email.', item: { id, status } });
}
