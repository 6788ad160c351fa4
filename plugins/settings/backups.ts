// The backups on the settings page: the last one, the next one, and a running one.
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { type Live, live } from '../surfaces/pages/console/live.ts';
import { html } from '../surfaces/pages/layout.ts';
import { clockOf, moment } from '../surfaces/pages/parts/moment.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { progressBar } from '../surfaces/pages/parts/progress.ts';
import { sizeOf } from './standing.ts';

type State = Awaited<ReturnType<PageContext['app']['backups']['state']>>;

/** Polls while a backup is created. */
export async function backups(visit: PageContext): Promise<Live> {
    const state = await visit.app.backups.state();
    return live({
        id: 'backups-now',
        path: visit.request.path,
        isRunning: state.making !== undefined,
        body: html`${facts(visit, state)} ${state.making ? progress(state.making) : button(visit)}`
    });
}

function facts({ app }: PageContext, { last, nextAt, failed, sentTo }: State) {
    const clock = clockOf(app);
    const size = last?.bytes === undefined ? '' : `, ${sizeOf(last.bytes)}`;
    const next =
        nextAt === undefined
            ? 'not scheduled (set BACKUP_EVERY)'
            : moment(Math.max(nextAt, clock.now), clock);
    return html`<dl class="facts">
        <dt>Last</dt><dd>${last ? html`${moment(last.madeAt, clock)}${size}` : 'No backup yet'}</dd>
        <dt>Next</dt><dd>${next}</dd>
        ${sentTo !== undefined && html`<dt>Sent to</dt><dd>${sentTo}</dd>`}
        ${failed && html`<dt>Failed</dt><dd>${moment(failed.at, clock)}: ${failed.why}</dd>`}</dl>`;
}

function progress({ done, of }: NonNullable<State['making']>) {
    return progressBar({
        label: 'Backup in progress',
        value: done,
        max: Math.max(1, of),
        words: `${sizeOf(done)} of about ${sizeOf(of)}`
    });
}

const button = (visit: PageContext) =>
    postForm(visit, {
        to: { rest: '/settings/backup' },
        body: html`<p>A backup contains all data, stored objects and secrets. Keep the folder private and on another disk.</p><button type="submit" class="secondary">Back up now</button>`
    });
