// Rate limits of the login: they slow down an address that guesses, and never lock out an attacked user.
import type { Request } from '@hapi/hapi';
import { forget, isUsedUp, refund, type Share } from '../../../db/accounts/short-lived/budgets.ts';
import type { Tx } from '../../../db/store/index.ts';
import type { App } from '../../app.ts';
import { type Attempt, sharesOf, countAll } from './attempt-limits.ts';

const asked = 'Too many failed logins with this name. Complete the human check, then try again.';

/** Without a limit of its own: what the human check has let through counts, and is not refused for the count. */
const letThrough = ({ budget, who }: Share): Share => ({ budget: { ...budget, points: Infinity }, who });

const liftable = ({ budget, who }: Share): Share => ({
    budget: { ...budget, message: asked, liftedBy: 'recaptcha_token' },
    who
});

export function loginLimits(app: App) {
    const { store, now, config } = app;
    const { login: perName, loginAddress: perAddress } = config.rates;
    const { address, named, both } = sharesOf({ name: 'logins', perName, perAddress });
    const asks = async (tried: string) =>
        config.humanCheck.driver !== 'off' && perName > 0 && isUsedUp(store.read, named(tried), now());

    async function countChecked({ request, tried, token = '' }: Trying) {
        await countAll(app, [address(request)]);
        await request.server.plugins['human-check'].pass(token, 'login');
        await countAll(app, [both(request, tried), letThrough(named(tried))]);
    }

    return {
        /** Whether a login with this name asks for the human check now. */
        asks,
        /**
         * Counts an attempt before anything is looked up. Refuses: too_many_requests, for the address that guesses; human_check, where
         * others have guessed at the name. Without a human check the name is refused: else many addresses could guess for ever.
         */
        async count(trying: Trying): Promise<Attempt> {
            const { request, tried, token } = trying;
            const shares = [address(request), both(request, tried), named(tried)];
            const isFirm = config.humanCheck.driver === 'off' || token === undefined;
            const name = isFirm ? named(tried) : liftable(named(tried));
            if (token && (await asks(tried))) await countChecked(trying);
            else await countAll(app, [address(request), both(request, tried), name]);
            return { refund: (tx) => refund(tx, shares) };
        },
        /** Forgets the attempts with these names from here and in all: their owner has proved to be who they are. */
        forget: (tx: Tx, request: Request, names: readonly string[]) =>
            forget(
                tx,
                names.flatMap((one) => [named(one), both(request, one)])
            )
    };
}

interface Trying {
    request: Request;
    tried: string;
    /** Of the human check; empty without one. Undefined: the form has no human check. */
    token?: string;
}
