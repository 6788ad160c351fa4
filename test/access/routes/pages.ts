// Pages and files that are open to all, and what operators use.
import { issueSetupKey } from '../../../db/installation/installation.ts';
import type { About, Table } from '../calls.ts';
import type { Fixtures } from '../fixtures.ts';

/** A path below these pages that is none of them. */
const elsewhere = { sent: { params: { any: 'no/such/page' } } };

/** A form that is shown as it was typed. */
const looked = { sent: { form: { do: 'look' } } };

export const pages: Table = {
    'get /search': { sent: { query: '?q=a' } },
    'post /theme': { sent: { form: { theme: 'dark' } } },
    '* /screen/{any*}': elsewhere,
    '* /deal/{any*}': elsewhere,
    'get /setup/{key}': { secret: 'key', about: setup },
    'post /intake/new': looked,
    'post /people/tokens/new': looked,
    'post /settings/candidates': looked,
    'post /settings/decision-mails': looked,
    'post /settings/organisation': looked,
    'post /settings/tasks/new': looked,
    'post /setup/{key}': { secret: 'key', about: setup, onlyFirst: true }
};

async function setup({ testApp: { store, now } }: Fixtures): Promise<About> {
    const key = await store.write((tx) => issueSetupKey(tx, now()));
    const form = { login: 'first', email: 'first@example.test', password: 'a good long password' };
    return { params: { key }, form };
}
