// What comes next for a sage, as a sentence, a reason and one filled button.
import { buildStepNames } from '../../../../db/builds/plan.ts';
import type { StepReport } from '../../../../db/builds/reports.ts';
import { artifactsOf, type RunRow } from '../../../../db/builds/runs.ts';
import { obstacleOf } from '../../../../db/sages/obstacles.ts';
import { failuresInWords } from '../../../shared/failures.ts';
import type { SageRow } from '../../../../db/sages/sages.ts';
import { runStates } from '../../../../words/states/builds.ts';
import { sageChecks } from '../../../../words/states/sages.ts';
import { blockerList, blockerPlace } from '../../../shared/readiness.ts';
import { sagePath } from '../../../shared/sage-view.ts';
import { mayCheck, nexts, type Stage, type StepOfSage } from '../../../shared/stage.ts';
import { editors } from '../../../surfaces/auth/capability-sets.ts';
import { may } from '../../../surfaces/auth/requester.ts';
import type { PageContext } from '../../../surfaces/pages/console/visit.ts';
import { html, type Part } from '../../../surfaces/pages/layout.ts';
import { pluralize } from '../../../surfaces/pages/parts/count.ts';
import { type Dialog, dialog, dialogButton } from '../../../surfaces/pages/parts/dialog.ts';
import { formatDuration } from '../../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../../surfaces/pages/parts/post-form.ts';
import { mayChange } from '../part.ts';
import type { Candidates } from './candidates.ts';
import { priceOfCheck, requestDialog } from './checking.ts';

interface Next {
    title: string;
    says: Part;
    /** Undefined for users who may not do it; then `says` has who does. */
    act?: Part;
    tone?: 'bad' | 'quiet';
    dialogs?: readonly Dialog[];
}

type Standing = Stage & { candidates: Candidates | undefined };

export async function nextBox(visit: PageContext, sage: SageRow, standing: Standing) {
    const { title, says, act, tone, dialogs = [] } = await ways[nexts[standing.next]](visit, sage, standing);
    const classes = ['next', ...(tone ? [tone] : [])].join(' ');
    return {
        html: html`<section class="${classes}" aria-labelledby="next-title"><div><h2 id="next-title">${title}</h2>${says}</div>
            ${act && html`<div class="acts">${act}</div>`}</section>`,
        dialogs
    };
}

const ways: Record<
    StepOfSage,
    (visit: PageContext, sage: SageRow, standing: Standing) => Next | Promise<Next>
> = { questions: toWrite, check: toCheck, try: toTry, open: toOpen, candidates: toMeet };

const link = (href: string, word: string) => html`<a role="button" href="${href}">${word}</a>`;

function toWrite(visit: PageContext, sage: SageRow, { next, blockers }: Standing): Next {
    const [first] = blockers;
    const mayWrite = mayChange(visit, sage);
    if (!mayWrite)
        return {
            title: 'The questions are not finished',
            says: html`<p>Its author is still writing them.</p>`
        };
    if (next === 'write' || !first)
        return {
            title: 'Write your questions',
            says: html`<p>Three to five are enough. Each has its levels and the phrases that you look for.</p>`,
            act: link(sagePath(sage, 'criteria'), 'Write questions')
        };
    return {
        title: `${pluralize(blockers.length, 'thing')} to change before the check`,
        says: blockerList(sage, blockers, sage),
        act: link(
            blockerPlace(sage, first, sage),
            first.field === 'criteria' ? 'Finish the questions' : 'Finish'
        )
    };
}

const titles = {
    check: 'Run the check',
    changed: 'Check it again before you invite',
    stopped: 'The check stopped before it was finished'
} as const;

async function toCheck(visit: PageContext, sage: SageRow, { next, last }: Standing): Promise<Next> {
    const title = titles[next as keyof typeof titles];
    if (next === 'failed' && last) return toMend(visit, sage, last);
    const why = reasonFor(sage, next, last);
    const { says, ...acts } = await checking(visit, sage);
    const isTheirs = mayCheck(visit.actor, sage) || may(visit.actor, ...editors);
    return { title: isTheirs ? title : 'The check comes next', says: html`<p>${why}${says}</p>`, ...acts };
}

/** The button of the check with its price, or whom to ask for it. */
async function checking(visit: PageContext, sage: SageRow, isSecond = false) {
    if (mayCheck(visit.actor, sage)) {
        const { says, act = checkButton(visit, sage, isSecond) } = await priceOfCheck(visit);
        return { says, act };
    }
    if (sage.builtAt === null) return { says: 'An author runs it.' };
    const request = requestDialog(visit, sage);
    const says = 'Only a council administrator can run the check of this sage again.';
    return request ? { says, act: dialogButton(request), dialogs: [request] } : { says };
}

const mostFailures = 3;

/** What stopped the check, each with the way to its field. */
async function toMend(visit: PageContext, sage: SageRow, { runId }: RunRow): Promise<Next> {
    const names = buildStepNames.map((name) => `report:${name}`);
    const reports = Object.values(await artifactsOf(visit.app.store.read, runId, names)) as StepReport[];
    const found = failuresInWords(
        sage,
        reports.flatMap(({ gates }) => gates),
        reports.flatMap(({ failures }) => failures)
    ).filter(({ blocks }) => blocks);
    const [first] = found;
    const more = found.length - mostFailures;
    const lines = found
        .slice(0, mostFailures)
        .map(
            ({ title, act, href }) =>
                html`<li>${href === undefined ? title : html`<a href="${href}">${title}</a>`}. ${act}</li>`
        );
    const report = `${sagePath(sage)}/builds/${runId}`;
    const isFixable = mayChange(visit, sage) && !first?.href?.endsWith('#next-title');
    const fix = isFixable && first?.href !== undefined && link(first.href, first.button);
    const again = await checking(visit, sage, fix !== false);
    return {
        title: found.length > 1 ? `The check failed: ${found.length} things to change` : 'The check failed',
        tone: 'bad',
        says: html`<ul>${lines}</ul><p>${more > 0 && `And ${more} more. `}You got the credits back. <a href="${report}">Read the report</a></p><p>${again.says}</p>`,
        act: html`${fix}${again.act}`,
        ...(again.dialogs && { dialogs: again.dialogs })
    };
}

/** By what stopped it, where no answer was the cause. */
const stops: Readonly<Record<string, string>> = {
    over_budget: 'The evaluator took too long. You got the credits back.',
    evaluator_unavailable: 'The evaluator did not answer. You got the credits back.'
};

/** Why it cannot invite candidates yet, or what stopped the last check. */
function reasonFor(sage: SageRow, next: Stage['next'], last: RunRow | undefined) {
    if (next === 'stopped' && last)
        return `${stops[last.failure ?? ''] ?? runStates[last.state].en.sentence} `;
    const obstacle = obstacleOf(sage);
    return obstacle === undefined ? '' : `${sageChecks[obstacle].en.sentence} `;
}

const checkButton = (visit: PageContext, sage: SageRow, isSecond: boolean) =>
    postForm(visit, {
        to: { action: 'svc_start_full_sage_build' },
        fields: { sage_id: sage.id },
        body: html`<button type="submit" ${isSecond && { html: 'class="secondary"' }}>Run the check</button>`
    });

function toTry(visit: PageContext, sage: SageRow, standing: Standing): Next {
    const { next, testScreenId, candidates, isAnswered } = standing;
    const mayEnd = may(visit.actor, ...editors);
    const maySkip = may(visit.actor, 'ss_admin_all', 'ss_council_sage');
    const skip = maySkip ? [skipDialog(visit, sage)] : [];
    const read = candidates && testScreenId !== undefined ? `/screens/${testScreenId}` : undefined;
    const skipButton = skip.map(dialogButton);
    if (next === 'confirm' && mayEnd)
        return {
            title: 'Do the test answers look right?',
            says: html`<p>You have read them. If something is wrong, change the questions and run the check again.</p>`,
            act: html`${postForm(visit, { to: { rest: `${sagePath(sage)}/testing/pass` }, body: html`<button type="submit">Looks right: continue</button>` })}
                ${read !== undefined && html`<a role="button" class="secondary" href="${read}">Read them again</a>`}`
        };
    if (maySkip && !isAnswered)
        return {
            title: 'There are no test answers to read',
            says: html`<p>Continue without. Or write one of each level to a question, as a candidate might: after another check you see them as a reviewer will see answers.</p>`,
            act: html`<a role="button" href="?ask=skip" data-dialog="skip">Continue without</a>
                <a role="button" class="secondary" href="${sagePath(sage, 'criteria')}">Write test answers</a>`,
            dialogs: skip
        };
    return {
        title: 'Read the test answers',
        says: html`<p>They show what a reviewer will see. ${sageChecks.untested.en.sentence}</p>`,
        act: html`${read !== undefined && link(read, 'Read the test answers')}${skipButton}`,
        dialogs: skip
    };
}

const skipDialog = (visit: PageContext, sage: SageRow) =>
    dialog(visit, {
        id: 'skip',
        title: 'Skip the test review?',
        says: html`<p>Candidates can be invited although no one has read the test answers. The audit log records that you skipped it.</p>`,
        to: { action: 'skip_testing_update_step' },
        hidden: { sage_id: sage.id },
        word: 'Skip',
        button: 'Skip review'
    });

function toOpen(visit: PageContext, sage: SageRow): Next {
    const mayOpen = may(visit.actor, 'ss_council_admin');
    return {
        title: 'Open it for candidates',
        says: html`<p>From then on you can invite people. You can close it again at any time. ${!mayOpen && 'Only a council administrator can open it.'}</p>`,
        ...(mayOpen && {
            act: postForm(visit, {
                to: { action: 'svc_toggle_sage_status' },
                fields: { sage_id: sage.id },
                body: html`<button type="submit">Open it</button>`
            })
        })
    };
}

function toMeet({ app }: PageContext, sage: SageRow, { candidates }: Standing): Next {
    if (!candidates)
        return { title: 'It is open', says: html`<p>Reviewers can invite candidates.</p>`, tone: 'quiet' };
    const { waiting, invited, started } = candidates;
    const [first] = waiting.items;
    if (first)
        return {
            title: `${waiting.total === 1 ? '1 candidate needs' : `${waiting.total} candidates need`} review`,
            says: html`<p>The first has waited for ${formatDuration(app.now() - (first.evaluatedAt ?? app.now()))}.</p>`,
            act: link(
                `/screens/${first.id}?sage_id=${sage.id}`,
                `Review ${pluralize(waiting.total, 'candidate')}`
            )
        };
    if (invited.total + started.total === 0)
        return {
            title: 'Invite candidates',
            says: html`<p>Each gets a personal link and answers when it suits them.</p>`,
            act: link(`/screens/invite?sage_id=${sage.id}`, 'Invite')
        };
    return {
        title: 'No one needs a review now',
        says: html`<p>${invited.total} invited, ${started.total} answering. They appear here once they submit.</p>`,
        tone: 'quiet'
    };
}
