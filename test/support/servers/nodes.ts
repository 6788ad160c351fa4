import { createServer } from '../../../server.ts';
import type { TestApp } from './test-app.ts';

/** Another node over the store of this test app. */
export const otherNode = async (testApp: TestApp): Promise<TestApp> => ({
    ...testApp,
    server: await createServer(testApp.app)
});
