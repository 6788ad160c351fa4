// A user with an account, at a browser without JavaScript, and the links that they are mailed.
import { hashPassword } from '../../../db/accounts/passwords.ts';
import { createUser, findUser } from '../../../db/accounts/users.ts';
import { readMails } from '../../../jobs/mail/text.ts';
import { secrets } from './roles.ts';
import type { TestApp } from '../servers/test-app.ts';
import { plainBrowser } from './plain-browser.ts';

export const password = 'a long enough secret';
export const loginPath = '/rest/svc/v1/login';
export const actionPath = (name: string) => `/rest/svc/v1/admin/admin-ajax.php?action=${name}`;

/** Makes a user who can log in. */
export async function withUser(testApp: TestApp, login = 'ada') {
    const passwordHash = await hashPassword(password);
    const user = {
        login,
        email: `${login.toLowerCase()}@example.test`,
        role: 'sage_author',
        passwordHash
    } as const;
    return testApp.store.write((tx) => createUser(tx, user, testApp.now()));
}

export const userNow = ({ store }: TestApp, login = 'ada') => findUser(store.read, login);

/** Logs in with a new browser. */
export async function atBrowser(testApp: TestApp, login = 'ada') {
    const browser = plainBrowser(testApp);
    await browser.post(loginPath, { login, password });
    return browser;
}

/** The links that were mailed to an address, the newest first, as paths with their queries. */
export async function linksTo({ store, app: { config } }: TestApp, email: string) {
    const addresses = { baseUrl: config.baseUrl, restPath: config.paths.rest, links: secrets.links };
    const { items } = await readMails(store.read, addresses);
    const texts = items.filter(({ to }) => to === email).map(({ text }) => text);
    const links = texts.flatMap((text) => text.match(/^http\S+$/gm) ?? []);
    return links.map((link) => link.slice(config.baseUrl.length));
}
