// Which candidates are erased next by their age, and, in a store of before, whether any are.
import type { ServerRoute } from '@hapi/hapi';
import {
    retentionNoticePeriod,
    deletionDate,
    listDue,
    isRetentionEnabled
} from '../../../db/installation/retention.ts';
import { settingsOf } from '../../../db/record/settings.ts';
import { sageNamesOf } from '../../../db/sages/sages.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import { wordsIn } from '../../../words/index.ts';
import type { App } from '../../app.ts';
import { erasers } from '../../surfaces/auth/capability-sets.ts';
import { may } from '../../surfaces/auth/requester.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { notice } from '../../surfaces/pages/form-controls.ts';
import { html, type Part } from '../../surfaces/pages/layout.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { table } from '../../surfaces/pages/parts/table.ts';

const mostShown = 100;

export const retentionPage = (app: App): ServerRoute =>
    consolePage(app, {
        id: 'showRetention',
        path: '/screens/retention',
        description: 'Shows the candidates who are due for automatic deletion.',
        scope: erasers,
        show: (_, visit) => showRetention(visit)
    });

async function showRetention(visit: PageContext): Promise<View> {
    const { store, now } = visit.app;
    const { keepCandidatesDays: days } = await settingsOf(visit.app);
    const isOn = await isRetentionEnabled(store.read);
    const due = await listDue(store.read, { days, at: now() + retentionNoticePeriod }, mostShown + 1);
    const ask =
        !isOn && days > 0 && may(visit.actor, 'ss_admin_all') ? [confirmation(visit, days, due.length)] : [];
    return {
        title: 'Due for deletion',
        crumbs: [{ word: 'Candidates', href: '/screens' }],
        actions: ask.length > 0 && ask.map(dialogButton),
        dialogs: ask,
        body: html`${notice(ruleInWords(days, isOn))}
            ${due.length > 0 ? await list(visit, days, due) : emptyState({ says: 'No candidates are due for deletion in the next 7 days.' })}`
    };
}

function ruleInWords(days: number, isOn: boolean): string {
    if (days === 0)
        return 'Candidate data is stored until someone deletes it. An administrator can change this in the settings.';
    const rule = `Candidate data is deleted ${pluralize(days, 'day')} after the decision or, without a decision, after the last event.`;
    return isOn
        ? rule
        : `${rule} This is not active yet: an administrator must turn it on because the data comes from an earlier version.`;
}

function confirmation(visit: PageContext, days: number, due: number) {
    const many = due > mostShown ? `more than ${mostShown}` : String(due);
    return dialog(visit, {
        id: 'confirm',
        title: 'Turn on automatic deletion?',
        says: wordsIn(['en']).say('retention.says', { days, candidates: many }),
        to: { rest: '/retention/confirm' },
        word: 'Turn on automatic deletion',
        button: 'Turn on and delete',
        isDangerous: true
    });
}

async function list({ app }: PageContext, days: number, due: readonly ScreenRow[]): Promise<Part> {
    const names = await sageNamesOf(app.store.read, due);
    const clock = clockOf(app);
    return html`${table({
        caption: 'Candidates due for deletion in the next 7 days',
        columns: [
            { title: 'Candidate', cell: ({ candidateName }: ScreenRow) => candidateName },
            { title: 'Sage', cell: ({ sageId }: ScreenRow) => names.get(sageId) ?? '', minor: true },
            { title: 'Deletion', cell: (screen: ScreenRow) => moment(deletionDate(screen, { days }), clock) }
        ],
        rows: due.slice(0, mostShown),
        href: ({ id }) => `/screens/${id}/data`
    })}${due.length > mostShown && html`<p><small>The first ${mostShown}.</small></p>`}`;
}
