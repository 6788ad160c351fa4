// A candidate's data: exported, and erased on demand or automatically.
import type { ServerRoute } from '@hapi/hapi';
import { appendErasures } from '../../../db/installation/erasures-file.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { erasePerson } from '../../../db/erasing/erase.ts';
import { enableRetention } from '../../../db/installation/retention.ts';
import { iso } from '../../../db/store/time.ts';
import type { App } from '../../app.ts';
import { erasers } from '../../surfaces/auth/capability-sets.ts';
import { actBy } from '../../surfaces/auth/requester.ts';
import { uuid } from '../../surfaces/http/fields.ts';
import { flag, several, uuidText } from '../../surfaces/http/response-fields.ts';
import { rest } from '../../surfaces/rest.ts';
import { dataPage } from './data-page.ts';
import { exportRoute } from './export.ts';
import { decideRoute, mentionsRoute, mentionsPage } from './mentions.ts';
import { personBy } from './person.ts';
import { retentionPage } from './retention-page.ts';

export const candidateDataRoutes = (app: App): ServerRoute[] => [
    exportRoute(app),
    eraseRoute(app),
    confirmRoute(app),
    dataPage(app),
    retentionPage(app),
    mentionsRoute(app),
    decideRoute(app),
    mentionsPage(app)
];

const backToData = ({ id }: Readonly<Record<string, unknown>>) =>
    `/screens/${encodeURIComponent(String(id))}/data`;

const eraseRoute = (app: App): ServerRoute =>
    rest<{ id: string }>(app, {
        name: 'eraseCandidate',
        method: 'POST',
        path: '/screens/{id}/erase',
        summary:
            "Deletes a candidate's data in all their screens: name, address, answers, quotes, reasons, notes, labelled answers. You cannot undo this.",
        scope: erasers,
        params: { id: uuid.required() },
        body: {},
        also: [404, 409],
        response: { erased: several(uuidText).description('The ids of the screens.') },
        formPost: { backTo: backToData, says: 'Candidate data deleted.' },
        run: async ({ id }, actor, request) => {
            const act = actBy(app, request);
            await personBy(app, id, actor);
            const erased = await app.store.write((tx) => erasePerson(tx, id, { why: 'asked', ...act }));
            if (erased.length === 0)
                throw new Refusal('wrong_state', "This candidate's data is already deleted.");
            await tellBackups(app, erased, act.at);
            return { erased };
        }
    });

/** An older backup that is restored must know of it, even if this process ends now; where it fails upkeep tries again. */
async function tellBackups({ config, log }: App, erased: readonly string[], at: number) {
    const lines = erased.map((id) => ({ screen_id: id, at: iso(at) }));
    await appendErasures(config, lines).catch((error: unknown) =>
        log.error({ err: error }, 'erasure not yet recorded next to the backups')
    );
}

const confirmRoute = (app: App): ServerRoute =>
    rest(app, {
        name: 'confirmRetention',
        method: 'POST',
        path: '/retention/confirm',
        summary: 'Starts automatic deletion in a database that an earlier version created.',
        scope: ['ss_admin_all'],
        body: {},
        also: [409],
        response: { confirmed: flag.valid(true) },
        formPost: { backTo: () => '/screens/retention', says: 'Automatic deletion is on.' },
        run: async (_, _actor, request) => {
            await app.store.write((tx) => enableRetention(tx, actBy(app, request)));
            return { confirmed: true };
        }
    });
