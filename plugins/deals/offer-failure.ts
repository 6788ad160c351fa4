// The page of a customer's request that was refused.
import { isPast, openOffer } from '../../db/sales/deal-moves.ts';
import type { Key } from '../../words/index.ts';
import type { App } from '../app.ts';
import { type FailureKind, publicErrorPage, outsideFor } from '../surfaces/public-pages/outside.ts';
import { calendarDay } from '../surfaces/pages/dates.ts';
import type { FailurePage } from '../surfaces/http/form-post.ts';

export const offerFailure =
    (app: App): FailurePage =>
    async (request, status) => {
        const isTooLate = status === 409 && (await isOver(app, String(request.params['token'])));
        return publicErrorPage(await outsideFor(app, request), status, (kind) => ({
            title: titles[kind],
            says: isTooLate ? 'offer.failure.over' : says[kind],
            next: isTooLate ? 'offer.failure.next.over' : `offer.failure.next.${kind}`
        }));
    };

type Keys = Partial<Record<FailureKind, Key>>;

const titles: Keys = { 404: 'offer.failure.title.404', 409: 'offer.failure.title.409' };
const says: Keys = { 404: 'offer.failure.404', 409: 'offer.failure.409', 429: 'offer.failure.429' };

/** Whether what was refused came after the last day, not after another reply. */
async function isOver({ store, config, now }: App, token: string) {
    const deal = await openOffer(store.read, token).catch(() => undefined);
    return deal !== undefined && isPast(deal, calendarDay(config.timeZone, now()));
}
