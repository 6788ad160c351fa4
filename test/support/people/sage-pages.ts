// A user at a browser on the pages of sages.
import type { ExecutionContext } from 'ava';
import { setFields } from '../../../db/sages/sages.ts';
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
    return { client, browser: plainBrowser(testApp, { svc_session: client.cookie }) };
}

export async function withSage(t: ExecutionContext, person: Person = 'author', changes = {}) {
    const { testApp, client, browser } = await opened(t, person);
    const { sage } = (await client.send('POST', '/sages', engineer)).body.data;
    if (Object.keys(changes).length > 0) await testApp.store.write((tx) => setFields(tx, sage.id, changes));
    return { testApp, client, browser, id: Number(sage.id), path: `/sages/${sage.id}` };
}

/** What a browser sends of the form of this id without any change. */
export function formOf(page: string, id: string): Record<string, string> {
    const [, form = ''] = new RegExp(`<form[^>]*id="${id}"[^>]*>(.*?)</form>`, 's').exec(page) ?? [];
    const unescaped = (text = '') =>
        text
            .replaceAll('&quot;', '"')
            .replaceAll('&#39;', "'")
            .replaceAll('&lt;', '<')
            .replaceAll('&gt;', '>')
            .replaceAll('&amp;', '&');
    const sent = /<input(?![^>]*type="checkbox"(?![^>]*\bchecked))([^>]*)>/g;
    const inputs = Array.from(form.matchAll(sent), ([, attributes = '']) => [
        /name="([^"]*)"/.exec(attributes)?.[1] ?? '',
        unescaped(/value="([^"]*)"/.exec(attributes)?.[1])
    ]);
    const areas = Array.from(
        form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>\n?(.*?)<\/textarea>/gs),
        ([, name = '', text]) => [name, unescaped(text).replaceAll('\n', '\r\n')]
    );
    const choices = Array.from(
        form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs),
        ([, name = '', inside = '']) => [name, /value="([^"]*)" selected/.exec(inside)?.[1] ?? '']
    );
    return Object.fromEntries([...inputs, ...areas, ...choices]);
}

export const saved = (path: string) => `/rest/svc/v1${path}?_method=PATCH`;
