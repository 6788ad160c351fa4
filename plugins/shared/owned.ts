// Routes about a sage or one of its screens. Users who may not see the sage get `not_found`.
import type { Request } from '@hapi/hapi';
import type { Actor } from '../../db/accounts/sessions.ts';
import { type SageRef, type SageRow, visibleSage } from '../../db/sages/sages.ts';
import type { Reader, Tx } from '../../db/store/index.ts';
import type { App } from '../app.ts';
import { actOfUser } from '../surfaces/auth/requester.ts';
import { sageRef, uuid } from '../surfaces/http/fields.ts';
import { viewerOf } from './viewer.ts';

export interface OfSage {
    id: SageRef;
}

/** For a route whose path has the sage as {id}. */
export const ofSage = { owned: 'id', params: { id: sageRef.required() } } as const;

/** For a route whose path has the screen as {id}. */
export const ofScreen = { owned: 'id', params: { id: uuid.required() } } as const;

/** Returns the sage to users who may see it. Refuses: not_found. */
export const sageFor = (app: App, on: Reader, ref: SageRef, actor: Actor) =>
    visibleSage(on, ref, viewerOf(app, actor));

/** Changes a sage in one write that first checks that the user may see it. Refuses: not_found, and the rule's own reasons. */
export const changeOfSage = <Result>(
    app: App,
    ref: SageRef,
    request: Request,
    rule: (tx: Tx, sage: SageRow, act: ReturnType<typeof actOfUser>) => Promise<Result>
) =>
    app.store.write(async (tx) => {
        const act = actOfUser(app, request);
        return rule(tx, await sageFor(app, tx, ref, act.by), act);
    });
