// What can be done with a screen that is not handed in yet: each as a question that says what will happen.
import type { ScreenRow } from '../../../db/screens/screens.ts';
import { area } from '../../surfaces/pages/form-controls.ts';
import type { Visit } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialog } from '../../surfaces/pages/parts/dialog.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { creditsComeBack } from '../../surfaces/pages/parts/count.ts';

interface Act {
    dialog: Dialog;
    /** On the button that opens it. */
    word: string;
}

/** The acts that the state of the screen allows, the likeliest first. */
export function actsOn(visit: Visit, screen: ScreenRow, clock: Clock): Act[] {
    const { status, kind } = screen;
    if (kind !== 'real') return [];
    if (status === 'ss_draft') return [inviting(visit, screen), cancelling(visit, screen)];
    if (status === 'ss_invited')
        return [reminding(visit, screen), extending(visit, screen, clock), cancelling(visit, screen)];
    return status === 'ss_started' ? [reminding(visit, screen), extending(visit, screen, clock)] : [];
}

const target = ({ id }: ScreenRow, step: string) => ({
    to: { rest: `/screens/${id}/${step}` }
});

function inviting(visit: Visit, screen: ScreenRow): Act {
    const { days } = visit.app.config.screens;
    return {
        word: 'Invite',
        dialog: dialog(visit, {
            id: 'invite',
            title: `Invite ${screen.candidateName}?`,
            says: `A mail with their own link goes to ${screen.candidateEmail}. They have ${days} days to begin.`,
            ...target(screen, 'invite'),
            button: 'Invite them'
        })
    };
}

function reminding(visit: Visit, screen: ScreenRow): Act {
    return {
        word: 'Remind',
        dialog: dialog(visit, {
            id: 'remind',
            title: `Remind ${screen.candidateName}?`,
            says: `The same link goes to ${screen.candidateEmail} once more. That is possible once a day.`,
            ...target(screen, 'remind'),
            button: 'Remind them'
        })
    };
}

const choices = { 1: '1 hour', 24: '1 day', 72: '3 days', 168: '1 week' } as const;

function extending(visit: Visit, screen: ScreenRow, clock: Clock): Act {
    const isInvited = screen.status === 'ss_invited';
    const until = isInvited ? screen.expiresAt : screen.deadlineAt;
    const options = Object.entries(choices).map(
        ([hours, word]) =>
            html`<option value="${hours}" ${hours === (isInvited ? '72' : '1') && { html: 'selected' }}>${word}</option>`
    );
    return {
        word: 'More time',
        dialog: dialog(visit, {
            id: 'more-time',
            title: `More time for ${screen.candidateName}?`,
            says: html`<p>${isInvited ? 'They can begin later.' : 'They can hand in later.'} Nobody asks why, and only they get it.
                ${until !== null && html`Now their time ends ${moment(until, clock)}.`}</p>`,
            fields: html`<label for="hours">How much more</label><select id="hours" name="hours">${options}</select>`,
            ...target(screen, 'extend'),
            button: 'Give more time'
        })
    };
}

function cancelling(visit: Visit, screen: ScreenRow): Act {
    const { credits } = visit.app.config.screens;
    const back = creditsComeBack(credits);
    return {
        word: 'Cancel the screen',
        dialog: dialog(visit, {
            id: 'cancel',
            title: `Cancel the screen of ${screen.candidateName}?`,
            says:
                screen.invitedAt === null
                    ? `They were never invited, so nobody is written to; ${back}. It cannot be taken back.`
                    : `Their link is closed, ${back}, and a mail tells them at ${screen.candidateEmail}. It cannot be taken back.`,
            fields: area({
                name: 'reason',
                label: 'Why',
                help: 'For your colleagues; the candidate does not read it. May be empty.',
                value: visit.flash?.typed['reason'],
                maxlength: 1000,
                rows: 2
            }),
            ...target(screen, 'cancel'),
            button: 'Cancel the screen',
            isDangerous: true
        })
    };
}
