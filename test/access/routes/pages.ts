// Pages and files for everybody, and what whoever runs the service asks.
import { issueSetupKey } from '../../../db/installation/installation.ts';
import type { About, Table } from '../calls.ts';
import { anyone, knowing, ownPage } from '../rules.ts';
import type { Fixtures } from '../fixtures.ts';

const files = [
    'autosave.js',
    'check.svg',
    'deals.css',
    'drafts.js',
    'icon.svg',
    'intake.css',
    'keys.js',
    'look.css',
    'proof-of-work.js',
    'recaptcha.js',
    'sages.css',
    'screens.css',
    'sha-256.js',
    'shell.css',
    'shell.js',
    'switches.js',
    'time-left.js',
    'vendor/htmx.LICENSE.md',
    'vendor/htmx.min.js',
    'vendor/pico.LICENSE.md',
    'vendor/pico.classless.css'
];

/** A path below these pages that is none of them. */
const elsewhere = (): About => ({ params: { any: 'no/such/page' } });

export const pages: Table = {
    ...Object.fromEntries(files.map((file) => [`get /public/${file}`, { rule: anyone }])),
    'get /': { rule: anyone },
    'get /search': { rule: ownPage, about: () => ({ query: '?q=a' }) },
    'post /theme': { rule: anyone, done: 303, about: () => ({ form: { theme: 'dark' } }) },
    'get /healthz': { rule: anyone },
    'get /readyz': { rule: anyone },
    'get /openapi.json': { rule: anyone },
    'get /.well-known/security.txt': { rule: anyone, done: 404 },
    'get /docs': { rule: anyone, about: () => ({ query: '?q=deal' }) },
    'get /docs/{operation}': { rule: anyone, about: () => ({ params: { operation: 'listDeals' } }) },
    '* /screen/{any*}': { rule: anyone, done: 404, about: elsewhere },
    '* /deal/{any*}': { rule: anyone, done: 404, about: elsewhere },
    'get /setup/{key}': { rule: knowing('key'), about: setup },
    'post /setup/{key}': { rule: knowing('key'), about: setup, onlyFirst: true }
};

async function setup({ testApp: { store, now } }: Fixtures): Promise<About> {
    const key = await store.write((tx) => issueSetupKey(tx, now()));
    const form = { login: 'first', email: 'first@example.test', password: 'a good long password' };
    return { params: { key }, form };
}
