import test from 'ava';
import { loadConfig } from '../../config/index.ts';
import { greeting } from '../../db/installation/greeting.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('the start warns of a BASE_URL on plain HTTP, except on this machine itself', async (t) => {
    const { app } = await createTestApp(t);
    const said = (baseUrl: string) =>
        greeting(app.store, {
            config: { ...app.config, plainOnNetwork: loadConfig({ BASE_URL: baseUrl }).plainOnNetwork },
            now: app.now,
            isWithDemo: false,
            isTerminal: true
        });
    for (const url of ['http://council.lan:3000', 'http://192.168.1.5/council'])
        t.regex(await said(url), /^BASE_URL is http/m, url);
    for (const url of ['https://council.lan', 'http://localhost:3000', 'http://127.0.0.1:3000'])
        t.notRegex(await said(url), /^BASE_URL/m, url);
});
