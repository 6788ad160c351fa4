// Acts on several candidates at once.
import type { Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { sagesToJudge, assertMayManage, readableScreen } from '../../../db/screens/access.ts';
import { assignScreen } from '../../../db/screens/assigning.ts';
import { cancelScreen } from '../../../db/screens/cancellations.ts';
import { remindCandidate } from '../../../db/screens/invitations.ts';
import type { Viewer } from '../../../db/sages/sages.ts';
import { findScreen } from '../../../db/screens/screens.ts';
import type { Done } from '../../../db/record/audit.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { Tx } from '../../../db/store/index.ts';
import type { App } from '../../app.ts';
import { eachOf, mostAtOnce, pickedIn, type Skipped } from '../../shared/many.ts';
import { viewerOf } from '../../shared/viewer.ts';
import type { Guard } from '../changing.ts';
import { actBy, actorOf } from '../../surfaces/auth/requester.ts';
import { typed } from '../../surfaces/http/bodies/typed.ts';
import { freeText, uuid } from '../../surfaces/http/fields.ts';
import type { Form } from '../../surfaces/http/form-post.ts';
import { anyText, count, message, several, uuidText } from '../../surfaces/http/response-fields.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { rest } from '../../surfaces/rest.ts';
import { shownName } from '../../shared/candidates/words.ts';

/** The screens of an act on several. */
export const ids = Joi.array().items(uuid).min(1).max(mostAtOnce).unique().required();

/** The same as a whole body. */
export const many = Joi.object<Many>({ ids });

/** The selected rows of the list. */
export const screensIn = (form: Form) => pickedIn(form, /^[\da-f-]{36}$/);

/** The page that asks before several are cancelled. */
export const cancelPath = '/screens/cancel';

/** The list as it was; a refused form comes back with what was selected in it. */
export function backToList(form: Form) {
    const query = new URLSearchParams(typed(form, 'back')).toString();
    return query === '' ? '/screens' : `/screens?${query}`;
}

const toMany = {
    method: 'POST',
    scope: ['council_screen'],
    formPost: { backTo: backToList, again: true },
    response: {
        ...message,
        done: count,
        skipped: several(
            Joi.object({ id: uuidText, reason: anyText, message: anyText }).id('SkippedCandidate')
        )
    }
} as const;

interface Many {
    ids: string[];
}

export const bulkRoutes = (app: App): ServerRoute[] => [
    rest<Many>(app, {
        ...toMany,
        name: 'remindCandidates',
        path: '/screens/remind',
        summary: 'Sends up to 200 candidates their link again, each at most once a day.',
        body: { ids },
        bodyOfForm: (form) => ({ ids: screensIn(form) }),
        run: ({ ids }, _, request) =>
            each(app, request, {
                ids,
                guard: assertMayManage,
                work: remindCandidate,
                says: (done) => `${pluralize(done, 'reminder')} queued.`
            })
    }),
    rest<Many & { reason: string }>(app, {
        ...toMany,
        name: 'cancelScreens',
        path: '/screens/cancel',
        summary: 'Cancels up to 200 screens that have not started and refunds their credits.',
        body: { ids, reason: freeText.trim().allow('').max(1000).default('') },
        bodyOfForm: (form) => ({ ids: screensIn(form), reason: form['reason'] ?? '' }),
        formPost: {
            backTo: (form, done) => (done || screensIn(form).length === 0 ? backToList(form) : cancelPath),
            again: true
        },
        run: ({ ids, reason }, _, request) =>
            each(app, request, {
                ids,
                guard: assertMayManage,
                work: (tx, id, act) => cancelScreen(tx, id, { ...act, reason }),
                says: (done) => `${pluralize(done, 'invitation')} cancelled.`
            })
    }),
    rest<Many & { assigned_to: number | null }>(app, {
        ...toMany,
        name: 'assignScreens',
        path: '/screens/assign',
        summary: 'Assigns up to 200 candidates to a user who may review them, or to no one.',
        body: {
            ids,
            assigned_to: Joi.number()
                .integer()
                .positive()
                .allow(null)
                .required()
                .description('A user; null for no one.')
        },
        bodyOfForm: (form) => ({ ids: screensIn(form), assigned_to: assigneeIn(typed(form, 'assigned_to')) }),
        run: ({ ids, assigned_to: to }, _, request) =>
            each(app, request, {
                ids,
                guard: readableScreen,
                work: (tx, id, act) => assignScreen(tx, id, { ...act, to, access: app.config.sageAccess }),
                says: (done) => `${pluralize(done, 'candidate')} assigned${to === null ? ' to no one' : ''}.`
            })
    })
];

/** The form has 0 for no one, and an empty text where nothing was chosen. */
function assigneeIn(value: string) {
    if (value === '')
        throw new Refusal('invalid_field', 'Choose who reviews them.', { field: 'assigned_to' });
    return value === '0' ? null : Number(value);
}

interface Acting extends Many {
    /** Whether this user may do it. */
    guard: Guard;
    work: (tx: Tx, id: string, act: Done) => Promise<unknown>;
    /** What was done, in words. */
    says: (done: number) => string;
}

async function each(app: App, request: Request, { ids, guard, work, says }: Acting) {
    const viewer = viewerOf(app, actorOf(request));
    const act = actBy(app, request);
    const skipped = await eachOf(app, ids, async (tx, id) => {
        await guard(tx, id, viewer);
        await work(tx, id, act);
    });
    const done = ids.length - skipped.length;
    return { message: says(done) + (await whySkipped(app, viewer, skipped)), done, skipped };
}

const mostNamed = 3;

/** The skipped candidates by why, the first few by name. It is kept in a cookie, and so is short. */
async function whySkipped({ store: { read } }: App, viewer: Viewer, skipped: readonly Skipped<string>[]) {
    if (skipped.length === 0) return '';
    const known = new Map((await sagesToJudge(read, viewer)).map((sage) => [sage.id, sage]));
    const nameOf = async ({ id }: Skipped<string>) => {
        const screen = await findScreen(read, id);
        const sage = screen && known.get(screen.sageId);
        return sage ? [shownName(screen, { isNamed: sage.mayManage })] : []; // a foreign one has no name
    };
    const parts = Array.from(
        Map.groupBy(skipped, ({ message }) => message),
        async ([message, some]) => {
            const names = (await Promise.all(some.slice(0, mostNamed).map(nameOf))).flat();
            const more = some.length - names.length;
            return `${[...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')}: ${message}`;
        }
    );
    return ` Skipped ${skipped.length}. ${(await Promise.all(parts)).join(' ')}`.slice(0, 400);
}
