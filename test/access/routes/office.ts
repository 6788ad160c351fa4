// Intake and banners.
import { createIntake } from '../../../db/sales/intake.ts';
import { createSplash } from '../../../db/sales/splashes.ts';
import type { About, Table } from '../calls.ts';
import { anyone, holding, loggedIn, owning, pageHolding } from '../rules.ts';
import type { Fixtures } from '../fixtures.ts';

const seller = holding('ss_sales', 'ss_sales_admin', 'ss_admin_all');
const bosses = ['ss_sales_admin', 'ss_admin_all'] as const;
const sellersPage = pageHolding('ss_sales', 'ss_sales_admin', 'ss_admin_all');
const administrator = holding('ss_admin_all');
const root = '/rest/svc/v1/intake';
const written = { title: 'A call', contact_name: 'Ada', contact_email: 'ada@example.test' };

export const intake: Table = {
    [`get ${root}`]: { rule: owning(seller, 'hidden', ...bosses), about: markedItem },
    [`post ${root}`]: { rule: seller, done: 201, about: () => ({ json: written }) },
    [`post ${root}/public`]: {
        rule: anyone,
        done: 201,
        about: () => ({ json: { ...written, recaptcha_token: 'x' } })
    },
    // To the letter of the contract: the owner, whatever else they may do, or an administrator.
    [`post ${root}/toggle-checklist`]: {
        rule: owning(loggedIn, 403, ...bosses),
        about: async (fixtures, owner) => ({
            json: { item_id: (await itemOf(fixtures, owner)).id, step: 'reviewed' }
        })
    },
    // 403 as at the checklist, which tells of the item anyway.
    [`post ${root}/{id}/convert`]: { rule: owning(seller, 403, ...bosses), about: itemInPath({}) },
    [`post ${root}/{id}/close`]: {
        rule: owning(seller, 403, ...bosses),
        about: itemInPath({ status: 'intake_closed' })
    },
    [`post ${root}/{id}/checklist`]: {
        rule: owning(loggedIn, 403, ...bosses),
        about: itemInPath({ step: 'reviewed', done: true })
    },
    'get /intake': { rule: owning(sellersPage, 'hidden', ...bosses), about: markedItem },
    'get /intake/form': { rule: anyone },
    'get /intake/new': { rule: sellersPage },
    'get /intake/{id}': { rule: owning(sellersPage, 403, ...bosses), about: itemInPath() },
    [`post ${root}/{id}/assign`]: {
        rule: holding(...bosses),
        about: async (fixtures, owner) => ({
            params: { id: (await itemOf(fixtures, owner)).id },
            json: { owner_id: fixtures.client('salesRep').user.id }
        })
    }
};

export const notices: Table = {
    'post /_actions/svc_get_active_splash': { rule: loggedIn },
    'post /_actions/svc_mark_splash_seen': {
        rule: loggedIn,
        about: async (fixtures) => ({ form: { splash_id: await splashOf(fixtures) } })
    },
    'get /settings/splash': { rule: pageHolding('ss_admin_all') },
    'get /settings/splash/new': { rule: pageHolding('ss_admin_all') },
    'post /settings/splash/new': {
        rule: pageHolding('ss_admin_all'),
        about: () => ({ form: { title: 'News' } })
    },
    'get /settings/splash/{id}': {
        rule: pageHolding('ss_admin_all'),
        about: async (fixtures) => ({ params: { id: await splashOf(fixtures) } })
    },
    'post /settings/splash/{id}': {
        rule: pageHolding('ss_admin_all'),
        about: async (fixtures) => ({
            params: { id: await splashOf(fixtures) },
            form: { title: 'News' }
        })
    },
    'get /rest/svc/v1/splash': { rule: administrator },
    'post /rest/svc/v1/splash': {
        rule: administrator,
        done: 201,
        about: () => ({ json: { title: 'News' } })
    },
    'patch /rest/svc/v1/splash/{id}': {
        rule: administrator,
        about: async (fixtures) => ({ params: { id: await splashOf(fixtures) }, json: { title: 'Old news' } })
    }
};

let made = 0;

async function itemOf({ testApp: { store, now } }: Fixtures, ownerId: number) {
    const title = `Item number ${(made += 1)}.`;
    const contact = { contactName: 'Ada', contactEmail: 'ada@example.test' };
    const body = { title, company: '', message: '', ...contact };
    return store.write((tx) => createIntake(tx, body, { ownerId, by: { name: 'public' }, at: now() }));
}

async function markedItem(fixtures: Fixtures, owner: number): Promise<About> {
    return { mark: (await itemOf(fixtures, owner)).title };
}

function itemInPath(json?: object) {
    return async (fixtures: Fixtures, owner: number): Promise<About> => ({
        params: { id: (await itemOf(fixtures, owner)).id },
        ...(json && { json })
    });
}

async function splashOf({ testApp: { store, now } }: Fixtures) {
    const texts = { title: 'News', subtitle: '', content: '', ctaText: '', ctaLink: '', imageUrl: '' };
    return (
        await store.write((tx) =>
            createSplash(tx, { ...texts, published: true }, { by: { name: 'test' }, at: now() })
        )
    ).id;
}
