// A candidate with a text in every place that can have one, and what looks whether anything is left.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sha256 } from '../../../db/accounts/tokens.ts';
import { keepForm } from '../../../db/accounts/short-lived/kept-forms.ts';
import { finishErasures } from '../../../jobs/upkeep/erasing/index.ts';
import { agentOf } from '../machines/agent.ts';
import { withActiveSage } from './council.ts';
import { levelsOf } from './judged.ts';
import { ask, encode } from '../people/roles.ts';
import { rowsOf } from '../stores/whole-store.ts';
import type { TestApp } from '../servers/test-app.ts';

export const name = 'Zephyrine Quetzal';
export const email = 'zephyrine@quetzal.test';
export const debugging =
    'The export hung. My hypothesis was the heliotrope lock, so I reproduced it and measured every query of it.';
const draft =
    'At first I thought of the amaranthine cache, which was wrong, and I wrote more and more about it.';
export const teamwork =
    'We write down the options on one page, and the vermilion decision record looked back on them.';
const canaries = ['zephyrine', 'quetzal', 'heliotrope', 'amaranthine', 'vermilion'];

export const hasCanary = (text: string) => canaries.some((one) => text.toLowerCase().includes(one));

/** The rows that contain anything of the candidate, by table. */
export async function found({ store }: TestApp) {
    const rows = [...(await rowsOf(store))].filter(hasCanary);
    return [...new Set(rows.map((row) => row.slice(0, row.indexOf(' '))))].sort();
}

export function filesWithCanary(folder: string): string[] {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((path) => join(folder, path))
        .filter(
            (path) => hasCanary(path) || (statSync(path).isFile() && hasCanary(readFileSync(path, 'latin1')))
        );
}

type Council = Awaited<ReturnType<typeof withActiveSage>>;

export async function invite({ council, sage }: Council, candidate = { name, email }) {
    const body = { sage_id: sage.id, candidate, invite: true };
    const { data } = (await council.send('POST', '/screens', body)).body;
    return { id: String(data.screen.id), path: new URL(data.link).pathname };
}

export async function answer({ server }: TestApp, path: string, answers: readonly [string, string][]) {
    const post = (step: string, fields: Record<string, string>) =>
        ask(server, {
            method: 'POST',
            url: `${path}/${step}`,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: encode(fields)
        });
    await post('start', { consent: '1' });
    const before = new Map<string, string>();
    for (const [criterion, text] of answers) {
        const shown = sha256(before.get(criterion) ?? ''); // as the page does that they are typed into
        await post('answer', { criterion, text, shown });
        before.set(criterion, text);
    }
    return post('submit', {});
}

/** A candidate with a text in every place that can have one. */
export async function planted(testApp: TestApp) {
    const fixtures = await withActiveSage(testApp);
    const { council, sage } = fixtures;
    const other = await invite(fixtures, { name: 'Somebody Else', email: 'else@example.test' });
    await council.send('POST', `/screens/${other.id}/cancel`, { reason: `No match for ${name}` });
    const { id, path } = await invite(fixtures);
    await council.send('POST', `/screens/${id}/remind`, {});
    await answer(testApp, path, [
        ['debugging', draft],
        ['debugging', debugging],
        ['teamwork', teamwork]
    ]);
    await testApp.drain();
    const levels = levelsOf('strong', 'absent').map((one) => ({ ...one, reason: `${name} said so` }));
    await council.send('POST', `/screens/${id}/levels`, { levels });
    const items = [{ criterion: 'debugging', text: debugging, level: 'strong' }];
    await council.send('POST', `/sages/${sage.id}/gold`, { items });
    const override = { criterion_id: 'teamwork', level: 'partial', reason: `${name} was unlucky` };
    await council.send('POST', `/screens/${id}/override`, override);
    await council.send('POST', `/screens/${id}/decide`, { decision: 'advanced', note: `${name} is good.` });
    await plantWords(testApp);
    return { ...fixtures, id, path };
}

/** What people and programs write freely. */
async function plantWords(testApp: TestApp) {
    const admin = await testApp.as('administrator');
    await admin.send('PUT', '/tasks', {
        crm_id: '7',
        title: `Call ${name}`,
        url: `https://crm.test/?q=${email}`
    });
    await testApp.store.write((tx) =>
        keepForm(tx, {
            id: 'form',
            typed: { typed: { note: `About ${email}` } },
            endsAt: testApp.now() + 1e6
        })
    );
    const agent = await agentOf(testApp);
    const trace = { run_id: 'r1', actor: 'scout', routine: 'mails', cadence: 'daily', status: 'ok' };
    await agent.call('emit_trace', {
        ...trace,
        notes: `Wrote to ${email.toUpperCase()} about “${debugging}”`
    });
    const put = (key: string, content: Buffer) =>
        agent.call('write_storage_object', { name: key, content_base64: content.toString('base64') });
    await put('all.csv', Buffer.from(`name,text\n${name},${teamwork}\nSomebody Else,nothing\n`));
    await put(`people/${email}.txt`, Buffer.from('a note'));
    await put('book.bin', Buffer.concat([Buffer.from([0xff, 0xfe, 0x00]), Buffer.from(email)]));
}

/** Where an installation without settings keeps its data, and what it signs erasures with. */
export const placeIn = (folder: string) => ({
    dataDir: folder,
    backupDir: join(folder, 'backups'),
    backup: { secret: undefined }
});

/** A council administrator has all places deleted in which an erased person may be meant, and they go. */
export async function eraseMentions(testApp: TestApp) {
    const council = await testApp.as('councilAdmin');
    const { items } = (await council.get('/mentions')).body.data;
    for (const { id } of items) await council.send('POST', '/mentions/decide', { id, choice: 'erase' });
    await finish(testApp);
    return items as { id: string; context: string[] }[];
}

export const finish = ({ store, folder, now }: TestApp, yieldNow: () => Promise<void> = setImmediate) =>
    finishErasures({ store, now, yieldNow, ...placeIn(folder) });
