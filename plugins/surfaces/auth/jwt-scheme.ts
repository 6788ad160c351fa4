// Clients of the backend API by JWT.
import { findHolder } from '../../../db/accounts/users.ts';
import { keysOf } from '../../../db/installation/secrets.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { cachedUntilCommit } from '../../../db/store/commit-cache.ts';
import type { App } from '../../app.ts';
import type { HotRequest } from '../http/asked.ts';
import { jwtReader } from './jwt.ts';
import { leewayOf } from './leeway.ts';
import type { AuthScheme } from './scheme.ts';

/** Allows only capabilities that both the token and the user have: a demotion or a disabled account takes effect immediately. */
export function jwtScheme({ store, config, secrets, now }: App): AuthScheme {
    const read = jwtReader(keysOf(secrets, 'jwt'), leewayOf(config));
    const holderOf = cachedUntilCommit(store, (id) => findHolder(store.read, Number(id)));
    return {
        async identify(request) {
            const claims = read(bearerOf(request), now());
            const user = claims && (await holderOf(claims.sub, now()));
            if (!user) throw new Refusal('not_logged_in', 'Unauthorized');
            const scope = user.capabilities.filter((held) => claims.permissions.includes(held));
            return { bearer: user, scope };
        } // and no nonce: a browser never sends a token automatically
    };
}

const bearerToken = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;
const longestToken = 4096;

/** The one token that a request shows, or an empty text: two headers arrive as one with a comma in it. */
function bearerOf({ headers }: HotRequest) {
    const shown = String(headers['authorization']);
    return shown.length > longestToken ? '' : (bearerToken.exec(shown)?.[1] ?? '');
}
