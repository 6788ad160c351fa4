// The candidates' own pages, and what is done about those who were erased.
import { randomUUID } from 'node:crypto';
import { findByLink, startDemo, startScreen } from '../../../db/screens/answering.ts';
import { changeDemoKey } from '../../../db/council/status.ts';
import { erasures } from '../../../db/erasing/erasures.ts';
import { installation } from '../../../db/installation/installation.ts';
import { findSage } from '../../../db/sages/sages.ts';
import type { About, Table } from '../calls.ts';
import type { Fixtures } from '../fixtures.ts';
import { draftOf, invited } from './screens.ts';

const consent = { consent: '1' };
const answer = { criterion: 'debugging', text: 'I reproduced it first.' };

/** A link or a key is all that is needed, with any login or none. */
export const candidates: Table = {
    'get /screen/{token}': { secret: 'token', about: invitation() },
    'post /screen/{token}/start': { secret: 'token', about: invitation(consent) },
    'post /screen/{token}/answer': { secret: 'token', about: visit(answer) },
    'post /screen/{token}/submit': { secret: 'token', about: visit({}) },
    'post /screen/{token}/person': { secret: 'token', about: visit({ confirm: '1' }) },
    'post /screen/{token}/stop': { secret: 'token', about: visit({ confirm: '1' }) },
    'get /screen/demo/{key}': {
        secret: 'key',
        about: async (fixtures) => ({ params: await demoKey(fixtures) })
    },
    'post /screen/demo/{key}/start': {
        secret: 'key',
        about: async (fixtures) => ({ params: await demoKey(fixtures), form: consent })
    },
    'post /screen/demo/{key}/answer': { secret: 'key', about: demonstration(answer) },
    'post /screen/demo/{key}/submit': { secret: 'key', about: demonstration({}) }
};

export const erasing: Table = {
    'post /rest/svc/v1/screens/{id}/erase': {
        about: async (fixtures) => ({ params: { id: await ofSomeone(fixtures) } })
    },
    'post /rest/svc/v1/retention/confirm': { about: unconfirmed },
    'post /rest/svc/v1/mentions/decide': { about: doubted }
};

/** A person of their own, so that erasing them erases no other candidate. */
const ofSomeone = (fixtures: Fixtures) =>
    draftOf(fixtures, fixtures.stranger.id, { name: 'Someone', email: `${randomUUID()}@example.test` });

/** A trace that may mean an erased candidate. */
async function doubted(fixtures: Fixtures): Promise<About> {
    const { store, now } = fixtures.testApp;
    const screenId = await ofSomeone(fixtures);
    const traits = { name: 'Someone', email: '', texts: [], doubts: [{ in: 'traces', key: screenId }] };
    await store.write((tx) =>
        tx.insert(erasures).values({ screenId, at: now(), by: 'test', traits, searchedAt: now() })
    );
    return { json: { id: `traces:${screenId}`, choice: 'keep' } };
}

/** As in a store that an earlier version has made. */
async function unconfirmed({ testApp: { store } }: Fixtures): Promise<About> {
    await store.write((tx) => tx.update(installation).set({ retainsSince: null }));
    return {};
}

function invitation(form?: Record<string, string>) {
    return async (fixtures: Fixtures): Promise<About> => {
        const { token } = await invited(fixtures, fixtures.stranger.id);
        return { params: { token }, ...(form && { form }) };
    };
}

/** A candidate who has begun. */
function visit(form: Record<string, string>) {
    return async (fixtures: Fixtures): Promise<About> => {
        const { store, now } = fixtures.testApp;
        const { token } = await invited(fixtures, fixtures.stranger.id);
        const screen = await findByLink(store.read, token);
        if (!screen) throw new Error('the link opens nothing');
        await store.write((tx) => startScreen(tx, screen, { minutes: 60, notice: null, at: now() }));
        return { params: { token }, form };
    };
}

async function demoKey(fixtures: Fixtures): Promise<{ key: string }> {
    const { store, now } = fixtures.testApp;
    const { id } = await fixtures.provedSage();
    const { demoKey: key } = (await findSage(store.read, id)) ?? { demoKey: null };
    if (key !== null) return { key };
    const by = { name: 'user:0', address: '' };
    await store.write((tx) => changeDemoKey(tx, id, 'toggle', { by, at: now() }));
    return demoKey(fixtures);
}

/** A visitor who has started: known by a cookie and the key. */
function demonstration(form: Record<string, string>) {
    return async (fixtures: Fixtures): Promise<About> => {
        const { store, now } = fixtures.testApp;
        const params = await demoKey(fixtures);
        const sage = await findSage(store.read, (await fixtures.provedSage()).id);
        if (!sage) throw new Error('the sage is gone');
        const token = randomUUID();
        await store.write((tx) => startDemo(tx, sage, { token, minutes: 60, notice: null, at: now() }));
        return { params, form, cookie: `svc_demo=${token}` };
    };
}
