// The backups on the settings page: the last one, the next one, and a running one.
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { live } from '../surfaces/pages/console/live.ts';
import { html } from '../surfaces/pages/layout.ts';
import { clockOf, moment } from '../surfaces/pages/parts/moment.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { progressBar } from '../surfaces/pages/parts/progress.ts';
import { sizeOf } from './standing.ts';

type State = Awaited<ReturnType<PageContext['app']['backups']['state']>>;

/** Polls while a backup is created. */
export async function backups(visit: PageContext) {
    const state = await visit.app.backups.state();
    const { failed, last, making } = state;
    return {
        says: 'A backup contains all data, stored objects and secrets. Keep the folder private and on another disk.',
        live: live({
            id: 'backups-now',
            path: visit.request.path,
            isRunning: making !== undefined,
            body: html`<small>${facts(visit, state)}</small>${making && progress(making)}`
        }),
        state: failed ? ('failed' as const) : last ? ('on' as const) : ('missing' as const),
        act: making ? undefined : button(visit)
    };
}

function facts({ app }: PageContext, { last, nextAt, failed, sentTo }: State) {
    const clock = clockOf(app);
    const size = last?.bytes === undefined ? '' : `, ${sizeOf(last.bytes)}`;
    const next =
        nextAt === undefined
            ? html`not scheduled (<a href="/settings/environment?q=BACKUP">environment</a>)`
            : moment(Math.max(nextAt, clock.now), clock);
    return html`Last: ${last ? html`${moment(last.madeAt, clock)}${size}` : 'no backup yet'}. Next: ${next}.
        ${sentTo !== undefined && html`Sent to: ${sentTo}.`}
        ${failed && html`Failed ${moment(failed.at, clock)}: ${failed.why}`}`;
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
        body: html`<button type="submit" class="secondary">Back up now</button>`
    });
