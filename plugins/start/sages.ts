// The sages of an author or a reviewer on Start: where each stands, and how many candidates came how far, as a plot.
import { setImmediate } from 'node:timers/promises';
import { funnelsOf, type Funnel, funnelSteps } from '../../db/judgement/funnel.ts';
import { isOwnOrAdministered, listSages, type SageRow } from '../../db/sages/sages.ts';
import { candidateStates } from '../../words/states/candidates.ts';
import type { App } from '../app.ts';
import { nameOf, sagePath, stateOf } from '../shared/sage-view.ts';
import { type Stage, stageOf } from '../shared/stage.ts';
import { viewerOf } from '../shared/viewer.ts';
import { council, editors } from '../surfaces/auth/capability-sets.ts';
import { may } from '../surfaces/auth/requester.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html, type Part } from '../surfaces/pages/layout.ts';
import { pluralize } from '../surfaces/pages/parts/count.ts';
import { formatTotal } from '../surfaces/pages/parts/pager.ts';
import { block, nextBox, shown } from './block.ts';

/** The sages that this user changed last, or anyone where they may change all; and the first that has a step to do. */
export async function yourSages(visit: PageContext): Promise<{ html?: Part; next?: Part }> {
    const { app, actor } = visit;
    if (!may(actor, ...council)) return {};
    const isNarrow = may(actor, ...editors) && !isOwnOrAdministered(actor, { ownerId: null });
    const ownerId = isNarrow ? actor.id : undefined;
    const found = await listSages(app.store.read, viewerOf(app, actor), {
        sort: '-changed',
        ownerId,
        ...shown
    });
    if (found.total === 0) return {};
    const funnels = await funnelsOf(
        app.store.read,
        found.items.map(({ id }) => id)
    );
    const rows: Awaited<ReturnType<typeof rowOf>>[] = [];
    for (const sage of found.items) {
        rows.push(await rowOf(app, sage, funnels.get(sage.id)));
        await setImmediate(); // to read what is left of a rubric takes some milliseconds
    }
    const first = rows.find(({ next }) => !['meet', 'checking'].includes(next));
    return {
        html: block({
            title: 'Sages',
            all: { count: formatTotal(found), href: '/sages' },
            lines: rows.map(({ sage, about, funnel }) => ({
                what: nameOf(sage),
                href: sagePath(sage),
                about,
                when: html`${funnel && plot(sage, funnel)}${stateOf(sage)}`
            }))
        }),
        ...(first &&
            may(actor, ...editors) && {
                next: nextBox({
                    title: nameOf(first.sage),
                    says: first.about,
                    href: sagePath(first.sage),
                    button: 'Continue'
                })
            })
    };
}

/** What is next, where it is not to meet candidates. */
const waysOn: Record<Exclude<Stage['next'], 'meet' | 'write' | 'finish'>, string> = {
    check: 'Ready to check.',
    checking: 'The check is running.',
    failed: 'The check failed. See what to change.',
    stopped: 'The check stopped before it was finished.',
    changed: 'Changed since its check. Run the check again.',
    read: 'Checked. Read the test answers.',
    confirm: 'Checked. Confirm the test answers.',
    open: 'Checked. Open it for candidates.'
};

async function rowOf(app: App, sage: SageRow, funnel: Funnel | undefined) {
    const { next, blockers } = await stageOf(app, sage);
    return { sage, next, funnel, about: aboutOf({ next, blockers }, funnel) };
}

const mostNamed = 2;

function aboutOf({ next, blockers }: Pick<Stage, 'next' | 'blockers'>, funnel: Funnel | undefined) {
    if (next === 'meet') {
        if (!funnel) return 'No candidates yet.';
        return `${pluralize(funnel.invited, 'candidate')}, ${funnel.waiting === 1 ? '1 needs' : `${funnel.waiting || 'none'} need`} review.`;
    }
    if (next !== 'write' && next !== 'finish') return waysOn[next];
    const more = blockers.length - mostNamed;
    const named = blockers.slice(0, mostNamed).map(({ says }) => ` ${says}.`);
    return `Not ready to check.${named.join('')}${more > 0 ? ` ${more} more.` : ''}`;
}

const words: Record<(typeof funnelSteps)[number], string> = {
    invited: candidateStates.invited.en.label,
    started: 'Started',
    submitted: 'Submitted',
    decided: 'Reviewed',
    advanced: candidateStates.advanced.en.label,
    hired: candidateStates.hired.en.label
};

const bar = { left: 68, width: 130, height: 10, step: 16 };

/** A bar for each step, with its number. */
const plot = (sage: SageRow, funnel: Funnel) =>
    html`<svg class="chart funnel" viewBox="0 0 240 ${bar.step * funnelSteps.length}" role="img"
        aria-label="${nameOf(sage)}: ${funnelSteps.map((step) => `${words[step]} ${funnel[step]}`).join(', ')}">
        ${funnelSteps.map((step, place) => {
            const y = place * bar.step;
            const width = Math.round((funnel[step] / funnel.invited) * bar.width);
            return html`<text x="0" y="${y + 11}">${words[step]}</text>
                <rect class="ground" x="${bar.left}" y="${y + 2}" width="${bar.width}" height="${bar.height}" rx="2" />
                <rect x="${bar.left}" y="${y + 2}" width="${width}" height="${bar.height}" rx="2" />
                <text x="${bar.left + bar.width + 8}" y="${y + 11}">${funnel[step]}</text>`;
        })}</svg>`;
