// Automatic deletions due within a week, for users who may erase; or a notice that it has not started.
import { settingsOf } from '../../db/record/settings.ts';
import { hasDoubts } from '../../db/erasing/mentions.ts';
import { deletionDate, listDue, isRetentionEnabled } from '../../db/installation/retention.ts';
import type { ScreenRow } from '../../db/screens/screens.ts';
import { erasers } from '../surfaces/auth/capability-sets.ts';
import { may } from '../surfaces/auth/requester.ts';
import { pageAt } from '../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import { moment } from '../surfaces/pages/parts/moment.ts';
import { block, shown } from './block.ts';
import { day } from '../../db/store/time.ts';

const week = 7 * day;

/** The blocks for users who may erase. */
export async function erasing(visit: PageContext): Promise<Html[]> {
    if (!may(visit.actor, ...erasers)) return [];
    return [await undecided(visit), await erasedNext(visit)].filter((block) => block !== undefined);
}

/** Where erased candidates may be meant in what others wrote. */
async function undecided({ app, request }: PageContext) {
    if (!(await hasDoubts(app.store.read))) return undefined;
    const href = pageAt(request.server, '/screens/mentions');
    const about = 'Other texts and files may be about them. Decide for each place.';
    return block({ title: 'Erased candidates', lines: [{ what: 'Possible mentions', href, about }] });
}

async function erasedNext(visit: PageContext) {
    const { app, actor, request } = visit;
    const { keepCandidatesDays: days } = await settingsOf(app);
    const href = pageAt(request.server, '/screens/retention');
    if (days === 0) return undefined;
    if (!(await isRetentionEnabled(app.store.read)))
        return may(actor, 'ss_admin_all') ? notBegun(href) : undefined;
    const due = await listDue(app.store.read, { days, at: app.now() + week }, shown.limit + 1);
    if (due.length === 0) return undefined;
    return block({
        title: 'Due for deletion within 7 days',
        all: { count: due.length > shown.limit ? 'of them' : String(due.length), href },
        lines: due.slice(0, shown.limit).map((screen) => lineOf(visit, screen, days))
    });
}

function lineOf({ app, request }: PageContext, screen: ScreenRow, days: number) {
    const { timeZone } = app.config;
    return {
        what: screen.candidateName,
        href: pageAt(request.server, '/screens/{id}/data', { id: screen.id }),
        when: html`<small>${moment(deletionDate(screen, { days }), { now: app.now(), timeZone })}</small>`
    };
}

const notBegun = (href: string | undefined) =>
    block({
        title: 'Candidates’ data',
        lines: [
            {
                what: 'Automatic deletion is off',
                href,
                about: 'Your data comes from an earlier version. An administrator must turn on automatic deletion.'
            }
        ]
    });
