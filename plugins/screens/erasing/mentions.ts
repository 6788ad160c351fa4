// Where erased people may be meant in what others wrote: read and decided by the council's administrators.
import Joi from 'joi';
import { decideDoubt, listDoubts } from '../../../db/erasing/mentions.ts';
import { placesIn } from '../../../db/erasing/places.ts';
import * as tables from '../../../db/migrations/schema.ts';
import type { App } from '../../app.ts';
import { erasers } from '../../surfaces/auth/capability-sets.ts';
import { auditActorOf } from '../../surfaces/auth/requester.ts';
import { anyText, flag, maybeText, oneOf, several } from '../../surfaces/http/response-fields.ts';
import { rest } from '../../surfaces/rest.ts';
import { identifier } from '../../surfaces/http/fields.ts';

const places = placesIn(Object.values(tables));

/** The places that need a decision. */
export const mentionsIn = ({ store, config: { dataDir } }: App) =>
    listDoubts(store.read, { dataDir, places });

const mention = Joi.object({
    id: anyText,
    in: anyText.description('The table of the row, or `storage` for a stored object.'),
    key: anyText.description('The id of the row, or the bucket and key of the object.'),
    context: several(Joi.string()).description('The current text. Empty if it was removed.'),
    deciding: flag.description('A deletion was decided and follows within seconds.'),
    failed: maybeText.description('Why a deletion failed. Decide again.')
});

export const mentionsRoute = (app: App) =>
    rest(app, {
        name: 'listMentions',
        method: 'GET',
        path: '/mentions',
        summary:
            'Returns places in other texts that may be about an erased candidate: names, answers and binary files.',
        scope: erasers,
        response: { items: several(mention), more: flag },
        run: async () => {
            const { items, more } = await mentionsIn(app);
            return {
                items: items.map(({ isChosen: deciding, key, ...item }) => ({
                    ...item,
                    key: String(key),
                    deciding
                })),
                more
            };
        }
    });

interface Decided {
    id: string;
    choice: 'erase' | 'keep';
}

export const decideRoute = (app: App) =>
    rest<Decided>(app, {
        name: 'decideMention',
        method: 'POST',
        path: '/mentions/decide',
        summary:
            'Decides about one place that may be about an erased candidate: `erase` removes the words, or deletes a file that is not text; `keep` leaves it.',
        scope: erasers,
        body: {
            id: identifier.max(2000).required(),
            choice: Joi.string().valid('erase', 'keep').required()
        },
        bodyOfForm: ({ id, choice }) => ({ id, choice }),
        also: [404],
        response: { id: anyText, choice: oneOf('erase', 'keep') },
        formPost: { backTo: () => '/screens/mentions', says: 'Decision saved.' },
        run: async ({ id, choice }, _actor, request) => {
            const decision = { id, erase: choice === 'erase', by: auditActorOf(request), at: app.now() };
            await app.store.write((tx) => decideDoubt(tx, decision));
            return { id, choice };
        }
    });
