// The section that starts a check of a sage: the button with its price, or the people who may start one.
import type { RunRow } from '../../../db/builds/runs.ts';
import { account } from '../../../db/accounts/credits.ts';
import { obstacleOf } from '../../../db/sages/obstacles.ts';
import { isStale, type SageRow } from '../../../db/sages/sages.ts';
import { sageChecks } from '../../../words/states/sages.ts';
import { may } from '../../surfaces/auth/requester.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { area } from '../../surfaces/pages/form-controls.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { blockerList, readinessOf } from '../../shared/readiness.ts';
import { sagePath } from '../../shared/sage-view.ts';
import { lackNote, lackOfCredits } from '../../shared/spending.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';

export async function startSection(
    visit: PageContext,
    sage: SageRow,
    last: RunRow | undefined
): Promise<Html> {
    const mayBuild = sage.builtAt === null || may(visit.actor, 'ss_admin_all', 'ss_council_admin');
    const { blockers } = await readinessOf(visit.app, sage);
    return html`<section><h2>${headingOf(sage, last)}</h2>
        ${obstacleOf(sage) === 'untested' && html`<p>${sageChecks.untested.en.sentence} <a href="${sagePath(sage)}">Go to the test review</a>.</p>`}
        <p>A check takes a few minutes. It evaluates test answers, and tests whether the evaluator
            does what your questions say and resists manipulation. If it fails, you get the credits back and a report.</p>
        ${
            blockers.length > 0 &&
            html`<p>Not ready to check. Change this first:</p>${blockerList(sage, blockers, sage)}`
        }
        ${blockers.length === 0 && (mayBuild ? await button(visit, sage) : request(visit, sage))}</section>`;
}

function headingOf(sage: SageRow, last: RunRow | undefined) {
    if (isStale(sage)) return sageChecks.stale.en.label;
    if (last?.state === 'completed') return sageChecks.built.en.label;
    return last === undefined ? sageChecks.unbuilt.en.label : runTheCheck;
}

const runTheCheck = 'Run the check';

const readers = ['ss_admin_all', 'ss_council_admin', 'ss_council_sage', 'ss_support'] as const;

async function button(visit: PageContext, sage: SageRow) {
    const { app, actor } = visit;
    const { buildCredits } = app.config;
    const balance = may(actor, ...readers) ? await account(app.store.read) : undefined;
    const lack = balance && (await lackOfCredits(visit, buildCredits, balance.available));
    if (lack) return lackNote(lack);
    return postForm(visit, {
        to: { action: 'svc_start_full_sage_build' },
        fields: { sage_id: sage.id },
        body: html`<button type="submit" ${isCurrent(sage) && { html: 'class="secondary"' }}>${runTheCheck} for ${pluralize(buildCredits, 'credit')}</button>
            ${balance && html`<small>${pluralize(balance.available, 'credit')} available.</small>`}`
    });
}

const isCurrent = (sage: SageRow) => sage.releaseRunId !== null && !isStale(sage);

/** An author does not build a sage again: they ask, or take a copy. */
function request(visit: PageContext, sage: SageRow) {
    if (!may(visit.actor, 'ss_council_sage')) return undefined;
    return html`<p>Only a council administrator can run the check of this sage again.</p>
        ${postForm(visit, {
            to: { rest: `${sagePath(sage)}/rebuild-request` },
            body: html`${area({ name: 'reason', label: 'Reason (optional)', value: visit.flash?.typed['reason'] ?? '', maxlength: 1000, rows: 2 })}
                <button type="submit" ${isCurrent(sage) && { html: 'class="secondary"' }}>Request a check</button>`
        })}
        ${postForm(visit, {
            to: { rest: `${sagePath(sage)}/copy` },
            body: html`<button type="submit" class="secondary">Copy this sage and check the copy</button>`
        })}`;
}
