// The test answers of a check: whoever reads them confirms them here, and goes on with the sage.
import { workflow } from '../../../db/sages/workflow.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import { sagePath } from '../../shared/sage-view.ts';
import { may } from '../../surfaces/auth/requester.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';

export function tryingBox(visit: PageContext, { kind, runId }: ScreenRow, sage: SageRow | undefined) {
    if (kind !== 'test' || !sage) return undefined;
    const isNext = sage.stepNumber === workflow.testing && runId === sage.releaseRunId;
    const mayConfirm = isNext && may(visit.actor, 'ss_council_sage', 'ss_council_admin', 'ss_admin_all');
    const confirm = postForm(visit, {
        to: { rest: `${sagePath(sage)}/testing/pass` },
        body: html`<button type="submit">Looks right: continue</button>`
    });
    return html`<section class="next" aria-labelledby="next-title"><div><h2 id="next-title">Do the test answers look right?</h2>
        <p>This is what a reviewer sees, with the passages that the software found. No candidate wrote these answers.</p></div>
        <div class="acts">${mayConfirm && confirm}<a role="button" class="secondary" href="${sagePath(sage)}">Back to the sage</a></div></section>`;
}
