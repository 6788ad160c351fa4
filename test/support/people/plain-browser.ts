// A browser without JavaScript: it asks for pages, keeps cookies, posts forms and goes where it is sent.
import { pageOf } from './page.ts';
import { ask, encode } from './roles.ts';
import type { TestApp } from '../servers/test-app.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

type Answer = Awaited<ReturnType<typeof ask>>;

export function plainBrowser({ server }: TestApp, jar: Record<string, string> = {}) {
    const headers = () => ({
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
        cookie: Object.entries(jar)
            .map((pair) => pair.join('='))
            .join('; ')
    });
    function keepCookies(answer: Answer) {
        for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
            if (/Max-Age=0/.test(line)) delete jar[name];
            else jar[name] = value;
        }
        return answer;
    }
    const get = async (url: string) => keepCookies(await ask(server, { url, headers: headers() }));
    async function sent(url: string, type: Record<string, string>, payload: string | Buffer) {
        return keepCookies(
            await ask(server, { method: 'POST', url, headers: { ...headers(), ...type }, payload })
        );
    }
    const post = (url: string, fields: Record<string, string | number>) => sent(url, form, encode(fields));
    /** Posts a form with files, as a browser does. */
    const upload = async (url: string, fields: Record<string, string | Blob>) => {
        const { type, payload } = await multipart(fields);
        return sent(url, { 'content-type': type }, payload);
    };
    /** Posts a form; answers the page that the browser ends at. */
    const submit = async (url: string, fields: Record<string, string | number>) => {
        let answer = await post(url, fields);
        for (let n = 0; [303, 307].includes(answer.statusCode) && n < 5; n += 1) {
            const to = String(answer.headers.location);
            answer = answer.statusCode === 307 ? await post(to, fields) : await get(to);
        }
        return answer;
    };
    /** Presses a button of a page, with this typed before; answers the page that the browser ends at. */
    const press = (page: string, button: string | RegExp, typed: Record<string, string | number> = {}) => {
        const form = pageOf(page).button(button);
        if (!form)
            throw new Error(`The page has no button ${button}, but ${pageOf(page).buttons().join(', ')}`);
        return submit(form.action, { ...form.fields, ...typed });
    };
    return { jar, get, post, upload, submit, press };
}

/** The hidden fields of the form of a page that has `holding` in it. */
export function hiddenFields(page: string, holding = '') {
    const form = page.split('<form').find((part) => part.includes(holding) && part.includes('</form>')) ?? '';
    const inputs = form.matchAll(/<input type="hidden" name="([^"]*)"\s+value="([^"]*)"/g);
    return Object.fromEntries(Array.from(inputs, ([, name, value]) => [name ?? '', value ?? '']));
}

/** A form as a browser sends it that may hold files. */
export async function multipart(fields: Record<string, string | Blob>) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const sent = new Response(form);
    return {
        type: sent.headers.get('content-type') ?? '',
        payload: Buffer.from(await sent.arrayBuffer())
    };
}
