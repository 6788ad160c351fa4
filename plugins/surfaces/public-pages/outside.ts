// Public pages: in the language of their readers, under the name of the organisation that invites them.
import accept from '@hapi/accept';
import type { Request } from '@hapi/hapi';
import { settingsOf, settingsWithoutStore, type SettingValues } from '../../../db/record/settings.ts';
import { type Key, type Values, type Words, wordsIn } from '../../../words/index.ts';
import type { App } from '../../app.ts';
import { type Html, html, type Page, page } from '../pages/layout.ts';
import { senderOf } from './sender.ts';

/** What such a page is written with. */
export interface Outside {
    words: Words;
    /** A message; `contact` and `organisation` are always among its values, `none` where the settings name none. */
    say: (key: Key, values?: Values) => string;
    moment: (at: number) => string;
    sender: Html | undefined;
    config: App['config'];
    settings: SettingValues;
}

/** In the language of the questions, else in one that the browser requests, else in that of the organisation. */
export async function outsideFor(app: App, request: Request, language?: string): Promise<Outside> {
    const { config } = app;
    const settings = await settingsOf(app).catch(() => settingsWithoutStore(config)); // also for the page of an outage
    const { organisation: ours } = settings;
    const words = wordsIn([language, ...wanted(request), ours.language]);
    const { contact = 'none', name: organisation = 'none' } = ours;
    return {
        words,
        say: (key, values) => words.say(key, { contact, organisation, ...values }),
        moment: (at) => words.moment(at, ours.timeZone),
        sender: senderOf(config, settings),
        config,
        settings
    };
}

/** A header that is malformed wants none. */
function wanted({ headers }: Request) {
    const header: unknown = headers['accept-language'];
    if (typeof header !== 'string') return [];
    try {
        return accept.languages(header);
    } catch (error) {
        if (error instanceof Error && 'isBoom' in error) return [];
        throw error;
    }
}

export const publicPage = (
    { words: { language }, sender }: Outside,
    view: Pick<Page, 'title' | 'body' | 'scripts' | 'styles'>
) => page({ ...view, outside: true, language, sender });

const own = [400, 403, 404, 409, 413, 429, 500, 503] as const;
export type FailureKind = (typeof own)[number];

/** The texts of an error page that replace the default ones. */
interface FailureKeys {
    title?: Key | undefined;
    says?: Key | undefined;
    next?: Key | undefined;
}

/** Shows what went wrong and what to do next, for a refusal of any origin. */
export function publicErrorPage(
    outside: Outside,
    status: number,
    keysFor: (kind: FailureKind) => FailureKeys = () => ({})
) {
    const { say } = outside;
    const kind = own.find((one) => one === status) ?? (status < 500 ? 400 : 500);
    const ordinary = kind === 404 ? 'failure.title.404' : 'failure.title';
    const { title: name = ordinary, says = `failure.${kind}`, next = `failure.next.${kind}` } = keysFor(kind);
    const title = say(name);
    return publicPage(outside, {
        title,
        body: html`<h1>${title}</h1>
            <p>${say(says)}</p>
            <p>${say(next)}</p>`
    });
}
