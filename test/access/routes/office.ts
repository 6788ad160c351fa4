// Intake and banners.
import { createIntake } from '../../../db/sales/intake.ts';
import { createSplash } from '../../../db/sales/splashes.ts';
import type { About, Table } from '../calls.ts';
import type { Fixtures } from '../fixtures.ts';

const root = '/rest/svc/v1/intake';
const written = { title: 'A call', contact_name: 'Ada', contact_email: 'ada@example.test' };

export const intake: Table = {
    [`get ${root}`]: { about: markedItem },
    [`post ${root}`]: { sent: { json: written } },
    [`post ${root}/public`]: { sent: { json: { ...written, recaptcha_token: 'x' } } },
    [`post ${root}/toggle-checklist`]: {
        about: async (fixtures, owner) => ({
            json: { item_id: (await itemOf(fixtures, owner)).id, step: 'reviewed' }
        })
    },
    [`post ${root}/{id}/take`]: {
        about: async (fixtures) => ({ params: { id: (await itemOf(fixtures, null)).id }, json: {} })
    },
    [`post ${root}/{id}/answer`]: { about: itemInPath({ text: 'Yes.' }) },
    [`post ${root}/{id}/convert`]: { about: itemInPath({}) },
    [`post ${root}/{id}/close`]: { about: itemInPath({ status: 'intake_closed' }) },
    [`post ${root}/{id}/checklist`]: { about: itemInPath({ step: 'reviewed', done: true }) },
    [`post ${root}/spam`]: { sent: { json: { ids: [1] } } },
    [`post ${root}/restore`]: { sent: { json: { ids: [1] } } },
    'get /intake': { about: markedItem },
    'get /intake/{id}': { about: itemInPath() },
    [`post ${root}/{id}/assign`]: {
        about: async (fixtures, owner) => ({
            params: { id: (await itemOf(fixtures, owner)).id },
            json: { owner_id: fixtures.client('salesRep').user.id }
        })
    }
};

export const notices: Table = {
    'post /_actions/svc_mark_splash_seen': {
        about: async (fixtures) => ({ form: { splash_id: await splashOf(fixtures) } })
    },
    'post /settings/splash/new': { sent: { form: { title: 'News' } } },
    'get /settings/splash/{id}': {
        about: async (fixtures) => ({ params: { id: await splashOf(fixtures) } })
    },
    'post /settings/splash/{id}': {
        about: async (fixtures) => ({
            params: { id: await splashOf(fixtures) },
            form: { title: 'News' }
        })
    },
    'post /rest/svc/v1/splash': { sent: { json: { title: 'News' } } },
    'patch /rest/svc/v1/splash/{id}': {
        about: async (fixtures) => ({ params: { id: await splashOf(fixtures) }, json: { title: 'Old news' } })
    }
};

let made = 0;

async function itemOf({ testApp: { store, now } }: Fixtures, ownerId: number | null) {
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
