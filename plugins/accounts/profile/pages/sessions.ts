// Where a user is logged in, and the way out of each.
import type { Config } from '../../../../config/index.ts';
import type { listSessionsOf } from '../../../../db/accounts/sessions.ts';
import { dateIn } from '../../../surfaces/pages/dates.ts';
import { hidden } from '../../../surfaces/pages/form-controls.ts';
import { type Html, html } from '../../../surfaces/pages/layout.ts';
import { deviceName } from './device.ts';

type Session = Awaited<ReturnType<typeof listSessionsOf>>[number];

export const sessionList = (sessions: readonly Session[], nonce: string, config: Config) =>
    html`<p>Devices where you are signed in. Sign out any you do not recognise.</p>
        <ul class="rows">${sessions.map((session) => sessionRow(session, nonce, config))}</ul>`;

function sessionRow({ id, agent, createdAt, isCurrent }: Session, nonce: string, config: Config): Html {
    const name = deviceName(agent);
    const end = html`<form method="post" action="${config.paths.rest}/sessions/${id}/revoke">
        ${hidden({ nonce })}<button type="submit" class="quiet" aria-label="Sign out ${name}">Sign out</button></form>`;
    return html`<li>
        <p><strong>${name}</strong> ${isCurrent && html`<span class="badge">this browser</span>`}<br />
            <small>since ${dateIn(config.timeZone, createdAt)}</small></p>
        ${!isCurrent && end}
    </li>`;
}
