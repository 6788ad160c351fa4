// The actions on a screen that is not submitted yet: each as a dialog with the consequences.
import { mayOpenAgain } from '../../../db/council/more-time.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import { area, select } from '../../surfaces/pages/form-controls.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialog } from '../../surfaces/pages/parts/dialog.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { creditsRefunded } from '../../surfaces/pages/parts/count.ts';

/** The acts that the state of the screen allows, the likeliest first. */
export function actsOn(visit: PageContext, screen: ScreenRow, clock: Clock): Dialog[] {
    const { status, kind } = screen;
    if (kind !== 'real') return [];
    if (status === 'ss_draft') return [inviting(visit, screen), cancelling(visit, screen)];
    const acts = [reminding(visit, screen), extending(visit, screen, clock)];
    if (status === 'ss_invited') return [copying(visit, screen), ...acts, cancelling(visit, screen)];
    if (status === 'ss_started') return acts;
    return mayOpenAgain(screen) ? [opening(visit, screen)] : [];
}

const target = ({ id }: ScreenRow, step: string) => ({
    to: { rest: `/screens/${id}/${step}` }
});

function inviting(visit: PageContext, screen: ScreenRow): Dialog {
    const { days } = visit.app.config.screens;
    return dialog(visit, {
        word: 'Invite',
        id: 'invite',
        title: `Invite ${screen.candidateName}?`,
        says: visit.app.config.mail.url
            ? `We email a personal link to ${screen.candidateEmail}. They have ${days} days to start.`
            : `No mail server is set up, so nothing is emailed. You can copy the link afterwards. They have ${days} days to start.`,
        ...target(screen, 'invite'),
        button: 'Send invitation'
    });
}

function copying(visit: PageContext, screen: ScreenRow): Dialog {
    return dialog(visit, {
        word: 'Copy link',
        id: 'link',
        title: `Show the link of ${screen.candidateName}?`,
        says: 'Anyone with this link can answer in their name. We record that you saw it. Once they start, no one can see it here.',
        to: { rest: `/screens/${screen.id}/link`, page: `/screens/${screen.id}` },
        button: 'Show link'
    });
}

function reminding(visit: PageContext, screen: ScreenRow): Dialog {
    return dialog(visit, {
        word: 'Remind',
        id: 'remind',
        title: `Remind ${screen.candidateName}?`,
        says: `We email the same link to ${screen.candidateEmail} again. You can do this once a day.`,
        ...target(screen, 'remind'),
        button: 'Send reminder'
    });
}

const hours = { '': 'None', 1: '1 hour', 24: '1 day', 72: '3 days', 168: '1 week' } as const;
const minutes = {
    '': 'None',
    5: '5 minutes',
    15: '15 minutes',
    30: '30 minutes',
    60: '1 hour',
    1440: '1 day',
    4320: '3 days'
} as const;

const chosen = ({ flash }: PageContext, name: string, otherwise: string | number) =>
    flash?.typed[name] ?? String(otherwise);

const moreMinutes = (visit: PageContext, value: keyof typeof minutes) =>
    select({
        name: 'minutes',
        label: 'More time to answer',
        options: minutes,
        value: chosen(visit, 'minutes', value)
    });

function extending(visit: PageContext, screen: ScreenRow, clock: Clock): Dialog {
    const isInvited = screen.status === 'ss_invited';
    const until = isInvited ? screen.expiresAt : screen.deadlineAt;
    return dialog(visit, {
        id: 'more-time',
        title: `Extend the time for ${screen.candidateName}`,
        says: html`<p>${isInvited ? 'They can start later.' : 'They can submit later.'} Only this candidate is affected.
                ${until !== null && html`Current deadline: ${moment(until, clock)}.`}</p>`,
        fields: isInvited
            ? html`${select({ name: 'hours', label: 'More time to start', options: hours, value: chosen(visit, 'hours', 72) })} ${visit.app.config.screens.minutes > 0 && moreMinutes(visit, '')}`
            : moreMinutes(visit, 60),
        ...target(screen, 'extend'),
        button: 'Extend time'
    });
}

/** The time ran out by accident: what was written is there again. It names nobody, for the answers may be read blind. */
const opening = (visit: PageContext, screen: ScreenRow): Dialog =>
    dialog(visit, {
        id: 'more-time',
        word: 'Give more time',
        title: 'Open the questions again?',
        says: `The time ran out before the answers were submitted. Their link opens the questions again, with what is written${visit.app.config.mail.url ? ', and we email it to them' : ''}. The time counts from now. What the software found is discarded.`,
        fields: moreMinutes(visit, 1440),
        ...target(screen, 'extend'),
        button: 'Open again'
    });

/** Why an invitation is cancelled. */
export const reasonField = ({ flash }: PageContext, value: string | undefined) =>
    area({
        name: 'reason',
        label: 'Why',
        help: 'Optional. Visible to colleagues, not to candidates.',
        value,
        error: flash?.field === 'reason' ? 'Use 1,000 characters or fewer.' : undefined,
        maxlength: 1000,
        rows: 2
    });

function cancelling(visit: PageContext, screen: ScreenRow): Dialog {
    const { credits } = visit.app.config.screens;
    const back = creditsRefunded(credits);
    return dialog(visit, {
        id: 'cancel',
        title: `Cancel the invitation of ${screen.candidateName}?`,
        says:
            screen.invitedAt === null
                ? `They were not invited yet, so no email is sent, and ${back}. You cannot undo this.`
                : `Their link stops working, ${back}, and we notify them at ${screen.candidateEmail}. You cannot undo this.`,
        fields: reasonField(visit, visit.flash?.typed['reason']),
        ...target(screen, 'cancel'),
        button: 'Cancel invitation',
        isDangerous: true
    });
}
