// The home of a sage: where it stands, what comes next, who is there.
import type { ServerRoute } from '@hapi/hapi';
import type { SageRow } from '../../../../db/sages/sages.ts';
import { testingOf } from '../../../../db/council/status.ts';
import type { App } from '../../../app.ts';
import { checkProgress } from '../../../shared/check-progress.ts';
import { ofSage, type OfSage } from '../../../shared/owned.ts';
import { nameOf, sagePath, stateOf } from '../../../shared/sage-view.ts';
import { stageOf } from '../../../shared/stage.ts';
import { council } from '../../../surfaces/auth/capability-sets.ts';
import { may } from '../../../surfaces/auth/requester.ts';
import type { View } from '../../../surfaces/pages/console/frame.ts';
import { live } from '../../../surfaces/pages/console/live.ts';
import { consolePage } from '../../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../../surfaces/pages/console/visit.ts';
import { type Html, html } from '../../../surfaces/pages/layout.ts';
import { dialogButton } from '../../../surfaces/pages/parts/dialog.ts';
import { postForm } from '../../../surfaces/pages/parts/post-form.ts';
import { mayChange, sageOf } from '../part.ts';
import { candidatesOf, candidatesSection } from './candidates.ts';
import { closeDialog } from './closing.ts';
import { demoLink } from './demo-link.ts';
import { nextBox } from './next.ts';
import { strip } from './strip.ts';

export const homePage = (app: App): ServerRoute =>
    consolePage<OfSage>(app, {
        id: 'showSage',
        path: '/sages/{id}',
        description: 'Shows how far a sage is, what comes next, and its candidates.',
        ...ofSage,
        scope: council,
        show: async (asked, visit) => showHome(visit, await sageOf(visit, asked))
    });

async function showHome(visit: PageContext, sage: SageRow): Promise<View> {
    const { app, actor } = visit;
    const stage = await stageOf(app, sage);
    const candidates = may(actor, 'council_screen') ? await candidatesOf(app, sage) : undefined;
    const tested = await testingOf(app.store.read, sage);
    const running = stage.last?.state === 'running' ? stage.last : undefined;
    const follow = live({
        id: 'check',
        path: sagePath(sage),
        isRunning: running !== undefined,
        every: 2,
        body: html`${running && (await checkProgress(visit, running))}`
    });
    const next = stage.next === 'checking' ? undefined : await nextBox(visit, sage, { ...stage, candidates });
    const close = sage.status === 'ss_active' && may(actor, 'ss_council_admin');
    const closing = close ? [await closeDialog(visit, sage)] : [];
    const demo = demoLink(visit, sage);
    const isOpen = stage.next === 'meet';
    return {
        title: nameOf(sage),
        styles: ['sages.css'],
        mark: stateOf(sage),
        crumbs: [{ word: 'Sages', href: '/sages' }],
        actions: html`${isOpen && candidates && html`<a role="button" class="secondary" href="/screens/invite?sage_id=${sage.id}">Invite</a>`}
            ${more(visit, sage, closing.map(dialogButton))}`,
        body: html`${strip(sage, { stage, tested, candidates })} ${next?.html} ${follow.html}
            ${candidates && (await candidatesSection(candidates, visit, sage))} ${demo?.html}`,
        dialogs: [...closing, ...(next?.dialogs ?? []), ...(demo?.dialogs ?? [])],
        live: [follow]
    };
}

/** What is done rarely. */
function more(visit: PageContext, sage: SageRow, closing: readonly Html[]) {
    const copy = postForm(visit, {
        to: { rest: `${sagePath(sage)}/copy` },
        body: html`<button type="submit" class="plain">Create a copy</button>`
    });
    return html`<details class="menu more"><summary role="button" class="secondary" aria-label="More">…</summary><div>
        <a href="${sagePath(sage, 'criteria')}">${mayChange(visit, sage) ? 'Edit questions' : 'Questions'}</a>
        <a href="${sagePath(sage, 'build')}">Checks</a>
        <a href="${sagePath(sage, 'details')}">Advanced</a>
        ${may(visit.actor, 'ss_council_sage') && copy} ${closing}</div></details>`;
}
