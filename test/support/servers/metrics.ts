// How tests read the figures of a server.
import { agentOf } from '../clients/agent.ts';
import type { TestApp } from './test-app.ts';

export async function scraper(testApp: TestApp, scopes = ['metrics:read']) {
    const { token } = await agentOf(testApp, { scopes });
    const headers = { authorization: `Bearer ${token}` };
    return async () => (await testApp.server.inject({ url: '/metrics', headers })).payload;
}

/** The value of a line such as `credits{kind="balance"}`. */
export const valueOf = (text: string, line: string) =>
    Number(
        text
            .split('\n')
            .find((one) => one.startsWith(`${line} `))
            ?.slice(line.length) ?? Number.NaN
    );
