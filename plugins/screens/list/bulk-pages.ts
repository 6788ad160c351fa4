// What the list of candidates leads to before an act on several: the question before they are cancelled, and their file.
import type { ResponseObject, ServerRoute } from '@hapi/hapi';
import { getUserById } from '../../../db/accounts/users.ts';
import { record } from '../../../db/record/audit.ts';
import { managedScreens, stillManagedScreens } from '../../../db/screens/access.ts';
import { queueStateOf } from '../../../db/judgement/queue.ts';
import { iso } from '../../../db/store/time.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import type { App } from '../../app.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { actBy, actorOf } from '../../surfaces/auth/requester.ts';
import { csvOf } from '../../surfaces/http/bodies/csv.ts';
import { typed } from '../../surfaces/http/bodies/typed.ts';
import { validated } from '../../surfaces/http/fields.ts';
import type { Form } from '../../surfaces/http/form-post.ts';
import { jsonRoute } from '../../surfaces/json-routes.ts';
import { draftPage } from '../../surfaces/pages/console/form-page.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { creditsRefunded, pluralize } from '../../surfaces/pages/parts/count.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { reasonField } from '../review/acts.ts';
import { stateOf } from '../../shared/candidates/words.ts';
import { backToList, cancelPath, ids, many, screensIn } from './bulk.ts';

const scope = ['council_screen'] as const;

export const bulkPages = (app: App): ServerRoute[] => [
    draftPage(app, {
        id: 'showCancelling',
        path: cancelPath,
        description: 'Asks before several invitations are cancelled. Saves nothing.',
        scope,
        also: [400, 404],
        show: (_, visit, form) => cancelling(app, visit, form)
    }),
    exportRoute(app)
];

async function cancelling(app: App, visit: PageContext, form: Form): Promise<View> {
    const { ids } = validated(many, { ids: screensIn(form) }, { convert: false });
    // A refused one comes back with its reason, whatever became of a candidate meanwhile.
    const read = visit.flash ? stillManagedScreens : managedScreens;
    const found = await read(app.store.read, ids, viewerOf(app, visit.actor));
    const open = found.filter(({ screen }) => screen.status === 'ss_draft' || screen.status === 'ss_invited');
    const back = html`<a role="button" class="secondary" href="${backToList(form)}">Go back</a>`;
    const head = {
        crumbs: [{ word: 'Candidates', href: backToList(form) }],
        narrow: true,
        styles: ['screens.css']
    };
    if (open.length === 0)
        return {
            ...head,
            title: 'Nothing to cancel',
            body: emptyState({ says: 'You can cancel only before the candidate starts.', action: back })
        };
    const what = pluralize(open.length, 'invitation');
    const invited = open.filter(({ screen }) => screen.invitedAt !== null).length;
    const credits = creditsRefunded(open.length * app.config.screens.credits);
    const others = found.length - open.length;
    const names = open.map(
        ({ screen, sage }) =>
            html`<li><div>${screen.candidateName} <small class="soft">${sage.name}, ${stateOf(screen).en.label}</small></div></li>`
    );
    return {
        ...head,
        title: `Cancel ${what}?`,
        body: html`<p>Their links stop working, ${credits}, and we notify ${pluralize(invited, 'invited candidate')} by email. You cannot undo this.</p>
            ${others > 0 && html`<p>Not cancelled, because you can cancel only before the candidate starts: ${others} of the selected.</p>`}
            <ul class="lines">${names}</ul>
            ${postForm(visit, {
                to: { rest: '/screens/cancel' },
                fields: {
                    back: typed(form, 'back'),
                    ...Object.fromEntries(open.map(({ screen }) => [`pick_${screen.id}`, 1]))
                },
                body: html`${reasonField(visit, typed(form, 'reason'))}<div class="acts">${back}<button type="submit" class="danger">Cancel ${what}</button></div>`
            })}`
    };
}

const columns = [
    'name',
    'email',
    'sage',
    'state',
    'invited_at',
    'started_at',
    'submitted_at',
    'ended_at',
    'decision',
    'decided_at'
];

/** The file is all of the selected or none: a part of them would be taken for all. */
const exportRoute = (app: App): ServerRoute =>
    jsonRoute<{ ids: string[] }>(
        {
            name: 'exportCandidates',
            method: 'POST',
            path: `${app.config.paths.rest}/screens/export`,
            summary:
                'Returns up to 200 candidates as a file for a spreadsheet: names, states, dates and decisions.',
            body: { ids },
            bodyOfForm: (form) => ({ ids: screensIn(form) }),
            also: [404],
            types: ['text/csv'],
            response: {},
            formPost: {
                backTo: backToList,
                again: true,
                once: ({ response }) => Promise.resolve(response as ResponseObject)
            },
            run: async ({ ids }, request, h) => {
                const actor = actorOf(request);
                const viewer = viewerOf(app, actor);
                const { csvSeparator: separator } = await getUserById(app.store.read, actor.id);
                const { at, by } = actBy(app, request);
                const found = await app.store.write(async (tx) => {
                    const screens = await managedScreens(tx, ids, viewer);
                    for (const { screen } of screens)
                        await record(tx, { by, act: 'screen.export', target: `screen:${screen.id}`, at });
                    return screens;
                });
                return h
                    .response(csvOf(found.map(rowOf), columns, { separator }))
                    .type('text/csv')
                    .header('content-disposition', 'attachment; filename="candidates.csv"');
            }
        },
        { surface: 'rest', strategy: 'session', scope, nonces: ['svc_rest'], limit: 'actions' }
    );

function rowOf({ screen, sage }: Awaited<ReturnType<typeof managedScreens>>[number]) {
    const isDecided = screen.decision !== 'not_reviewed';
    return {
        name: screen.candidateName,
        email: screen.candidateEmail,
        sage: sage.name,
        state: stateOf(screen).en.label,
        invited_at: iso(screen.invitedAt),
        started_at: iso(screen.startedAt),
        submitted_at: iso(screen.submittedAt),
        ended_at: iso(screen.endedAt),
        decision: isDecided ? candidateStates[queueStateOf(screen)].en.label : '',
        decided_at: iso(screen.decidedAt)
    };
}
