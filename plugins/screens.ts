import type { Plugin } from '@hapi/hapi';
import { Refusal } from '../db/refusal.ts';
import { answersOf, findScreen, markOpened, type ScreenRow } from '../db/screens.ts';
import type { App } from './app.ts';
import { uuid } from './surfaces/fields.ts';
import { rest } from './surfaces/rest.ts';

export const screens: Plugin<App> = {
    name: 'screens',
    dependencies: ['auth'],
    register(server, app) {
        server.route(
            rest<{ id: string }>(app, {
                method: 'GET',
                path: '/screens/{id}',
                summary: 'A screen with its answers, verdict and evidence.',
                scope: ['council_screen'],
                params: { id: uuid.required() },
                run: async ({ id }) => ({ screen: await openScreen(app, id) })
            })
        );
    }
};

/** Reading a screen for the first time is remembered: testing a sage rests on somebody having looked. */
async function openScreen({ store, now }: App, id: string) {
    const screen = await findScreen(store.read, id);
    if (!screen) throw new Refusal('not_found', 'Screen not found.');
    if (screen.openedAt === null) await store.write((tx) => markOpened(tx, id, now()));
    return { ...screenOf(screen), answers: await answersOf(store.read, id) };
}

function screenOf(screen: ScreenRow) {
    const { id, kind, status, decision, verdict } = screen;
    return {
        id,
        sage_id: screen.sageId,
        run_id: screen.runId,
        kind,
        status,
        decision,
        candidate: { name: screen.candidateName, email: screen.candidateEmail },
        verdict,
        created_at: new Date(screen.createdAt).toISOString(),
        evaluated_at: screen.evaluatedAt === null ? null : new Date(screen.evaluatedAt).toISOString()
    };
}
