// A user at a browser on the pages of the service, first of all on those of a sage.
import type { ExecutionContext } from 'ava';
import { setFields } from '../../../db/sages/sages.ts';
import { pageOf } from './page.ts';
import { plainBrowser } from './plain-browser.ts';
import type { Person } from './roles.ts';
import { engineer } from '../fixtures/sages.ts';
import { createTestApp, type TestApp } from '../servers/test-app.ts';

export async function opened(
    t: ExecutionContext,
    person: Person = 'author',
    env: Record<string, string> = {}
) {
    const testApp = await createTestApp(t, { env });
    return { testApp, ...(await browserOf(testApp, person)) };
}

export async function browserOf(testApp: TestApp, person: Person) {
    const client = await testApp.as(person);
    const browser = plainBrowser(testApp, { svc_session: client.cookie });
    const html = async (path: string): Promise<string> => (await browser.get(path)).body;
    return {
        client,
        browser,
        html,
        page: async (path: string) => pageOf(await html(path)),
        /** Presses a button of the page at this path, with this typed before. */
        pressAt: async (path: string, ...pressed: Tail<Parameters<typeof browser.press>>) =>
            browser.press(await html(path), ...pressed)
    };
}

type Tail<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never;

export async function withSage(t: ExecutionContext, person: Person = 'author', changes = {}) {
    const it = await opened(t, person);
    const { sage } = (await it.client.send('POST', '/sages', engineer)).body.data;
    if (Object.keys(changes).length > 0)
        await it.testApp.store.write((tx) => setFields(tx, sage.id, changes));
    const path = `/sages/${sage.id}`;
    const shown = async () => (await it.client.get(path)).body.data.sage;
    return { ...it, id: Number(sage.id), path, shown };
}

/** What a browser sends of the form that is saved by a button, its lines ended as browsers end them. */
export function formOf(html: string, button: string | RegExp = /^(Save|Apply)$/) {
    const fields = Object.entries(pageOf(html).button(button)?.fields ?? {});
    return Object.fromEntries(fields.map(([name, value]) => [name, value.replaceAll('\n', '\r\n')]));
}
