// Access to the candidate's pages: by the private link of a candidate, or by a demo key.
import { randomBytes } from 'node:crypto';
import type { Request, ResponseToolkit, Server } from '@hapi/hapi';
import type { ConsentNotice } from '../../../db/screens/consent.ts';
import { findByLink, startDemo, startScreen } from '../../../db/screens/answering.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { findByDemoKey } from '../../../db/council/status.ts';
import { findSage, type SageRow } from '../../../db/sages/sages.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { Reader } from '../../../db/store/index.ts';
import type { App } from '../../app.ts';
import { type Outside, outsideFor } from '../../surfaces/public-pages/outside.ts';
import { exactLimiter } from '../../surfaces/auth/attempt-limits.ts';
import { ourCookie } from '../../surfaces/http/cookies.ts';

export interface Visit {
    sage: SageRow;
    /** Undefined for a visitor with a demo key who has not started yet. */
    screen: ScreenRow | undefined;
    /** The path of the pages of this visit. */
    base: string;
    /** In the language of the sage, so that the page and its questions are in one. */
    outside: Outside;
}

interface Agreed extends Visit {
    notice: ConsentNotice;
}

/** The one way to the candidate's pages: finds the screen of a visitor, and starts it. */
export interface Access {
    find(request: Request): Promise<Visit>;
    begin(request: Request, h: ResponseToolkit, visit: Agreed): Promise<void>;
}

const demoCookie = 'svc_demo';

export const stateDemoCookie = (server: Server, { config }: App) =>
    server.state(demoCookie, { ...ourCookie(config), encoding: 'none', path: '/screen/demo/' });

export function byLink(app: App): Access {
    const { store, config, now } = app;
    return {
        async find(request) {
            const token = String(request.params['token']);
            const screen = await findByLink(store.read, token);
            const sage = screen && (await findSage(store.read, screen.sageId));
            if (!sage || screen.kind !== 'real') throw notOpen(); // demos open by their key only
            return {
                sage,
                screen,
                base: `/screen/${token}`,
                outside: await outsideFor(app, request, sage.language)
            };
        },
        async begin(_request, _h, { screen, notice }) {
            if (!screen) throw notOpen();
            await store.write((tx) =>
                startScreen(tx, screen, { minutes: config.screens.minutes, notice, at: now() })
            );
        }
    };
}

/** A cookie identifies the visitor's own demo; the key alone opens the first page. */
export function byDemoKey(app: App): Access {
    const { store, config, now } = app;
    const { demo, demoUnknown } = config.rates;
    const unknown = exactLimiter(app, { name: 'unknown demo keys', points: demoUnknown, seconds: 60 });
    const begun = exactLimiter(app, { name: 'demonstrations', points: demo, seconds: 60 * 60 });
    return {
        async find(request) {
            const key = String(request.params['key']);
            const sage = /^[0-9a-f]{16}$/.test(key) ? await findByDemoKey(store.read, key) : undefined;
            if (!sage || sage.releaseRunId === null) {
                await unknown.count(request.clientAddress);
                throw notOpen();
            }
            const screen = await ownRun(store.read, request, sage);
            const outside = await outsideFor(app, request, sage.language);
            return { sage, screen, base: `/screen/demo/${key}`, outside };
        },
        async begin(request, h, { sage, notice }) {
            await begun.count(request.clientAddress);
            const token = randomBytes(32).toString('base64url');
            const fresh = { token, minutes: config.screens.minutes, notice, at: now() };
            await store.write((tx) => startDemo(tx, sage, fresh));
            h.state(demoCookie, token);
        }
    };
}

/** A demo that was cancelled with its sage does not count: the visitor may start again with the key. */
async function ownRun(on: Reader, { state }: Request, { id }: SageRow) {
    const cookie: unknown = state[demoCookie];
    const screen = typeof cookie === 'string' ? await findByLink(on, cookie) : undefined;
    const isOwn = screen?.kind === 'demo' && screen.sageId === id && screen.status !== 'ss_cancelled';
    return isOwn ? screen : undefined;
}

export const notOpen = () =>
    new Refusal('not_found', 'This link does not work. It may have been used, withdrawn or mistyped.');
