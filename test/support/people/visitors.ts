// People who have a link to the candidate's pages.
import type { ExecutionContext } from 'ava';
import { answersOf } from '../../../db/screens/screens.ts';
import { invited, withActiveSage } from '../fixtures/council.ts';
import { createTestApp, type TestApp } from '../servers/test-app.ts';

/** An invited candidate of a built and active sage. */
export async function withCandidate(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const { council, sage } = fixtures;
    const admin = await testApp.as('administrator');
    const act = (name: string) => admin.action(name, { sage_id: sage.id });
    return { testApp, council, act, ...(await invited(testApp, fixtures, ada)) };
}

const ada = { name: 'Ada', email: 'ada@example.test' };

export const consent = { consent: '1' };
export const script = { accept: 'application/json' };
export const saved = ({ store }: TestApp, id: string) => answersOf(store.read, id);
