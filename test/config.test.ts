import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ConfigError, loadConfig, settingNames } from '../config/index.ts';
import { drawSecrets, openSecrets } from '../db/installation/secrets.ts';
import { folderFor } from './support/runs/folder.ts';

test('without any setting everything has its default', (t) => {
    const config = loadConfig({});
    t.like(config, {
        host: '127.0.0.1',
        port: 3000,
        baseUrl: 'http://localhost:3000',
        demoData: true,
        buildCredits: 1
    });
    t.is(config.paths.ajax, '/rest/svc/v1/admin/admin-ajax.php');
});

test('a wrong setting is named with what it holds and what it may hold', (t) => {
    for (const [name, value] of Object.entries({
        PORT: '99999',
        LOG_LEVEL: 'loud',
        TIME_ZONE: 'Mars/Base',
        CURRENCY: 'eur',
        BASE_URL: 'http://a.b/c?d',
        REST_ROOT: 'a/b',
        SAGE_ACCESS: 'some',
        TRUSTED_PROXIES: '10.0.0.0/99',
        ALLOWED_ORIGINS: 'https://*.example.com'
    })) {
        const error = t.throws(() => loadConfig({ [name]: value }), { instanceOf: ConfigError });
        t.true(error.message.includes(name), error.message);
        t.true(error.message.includes(value), error.message);
    }
});

test('a currency is a code of ISO 4217 with two decimals, and there is no default', (t) => {
    t.is(loadConfig({}).currency, undefined);
    t.is(loadConfig({ CURRENCY: '' }).currency, undefined);
    t.is(loadConfig({ CURRENCY: 'EUR' }).currency, 'EUR');
    const refused = (CURRENCY: string) => t.throws(() => loadConfig({ CURRENCY }))?.message;
    for (const unknown of ['eur', 'EURO', '€', 'ABC', ' EUR'])
        t.is(
            refused(unknown),
            `CURRENCY: must be a currency of ISO 4217, as three capital letters. Current value: "${unknown}".`
        );
    for (const other of ['JPY', 'KWD'])
        t.is(refused(other), `CURRENCY: must be a currency with two decimals. Current value: "${other}".`);
});

test('other origins are taken as browsers write them, and one by one', (t) => {
    const { origins, otherOrigins } = loadConfig({
        ALLOWED_ORIGINS: 'https://Desk.Example:443/, http://b:81'
    });
    t.deepEqual(otherOrigins, ['https://desk.example', 'http://b:81']);
    t.deepEqual(origins, ['http://localhost:3000', ...otherOrigins]);
    t.deepEqual(loadConfig({}).otherOrigins, []);
    for (const wrong of ['*', 'null', 'desk.example', 'ftp://desk.example', 'https://desk.example/path'])
        t.throws(() => loadConfig({ ALLOWED_ORIGINS: wrong }), { message: /ALLOWED_ORIGINS/ }, wrong);
});

test('BASE_URL can have a path, which is not part of the origin; any other part is refused', (t) => {
    const of = (BASE_URL: string) => {
        const { baseUrl, basePath, origins } = loadConfig({ BASE_URL });
        return [baseUrl, basePath, origins[0]];
    };
    t.deepEqual(of('https://Desk.Example:443'), ['https://desk.example', '', 'https://desk.example']);
    t.deepEqual(of('https://desk.example/'), ['https://desk.example', '', 'https://desk.example']);
    const below = ['https://desk.example:81/a/B-1', '/a/B-1', 'https://desk.example:81'];
    t.deepEqual(of('https://desk.example:81/a/B-1'), below);
    t.deepEqual(of('https://desk.example:81/a/B-1/'), below, 'a slash at the end is taken off');
    t.deepEqual(loadConfig({}).basePath, '');
    const { baseUrl, basePath } = loadConfig({ PORT: '80' });
    t.deepEqual([baseUrl, basePath], ['http://localhost', ''], 'the usual port is in no link');
    for (const wrong of [
        'https://desk.example/a?b',
        'https://desk.example?b',
        'https://desk.example/a#b',
        'https://desk.example#b',
        'https://user:pass@desk.example/a',
        'https://desk.example/a//b',
        'https://desk.example//a',
        'https://desk.example/a//',
        'https://desk.example/a/../b',
        'https://desk.example/./a',
        'https://desk.example/.hidden',
        'https://desk.example/a%2Fb',
        'https://desk.example/a b',
        'https://desk.example/a\\b',
        'https://desk.example/a"b',
        'https://*.example/a',
        'ftp://desk.example/a',
        'desk.example/a',
        '/a'
    ])
        t.throws(() => loadConfig({ BASE_URL: wrong }), { message: /^BASE_URL/ }, wrong);
});

test('data that a relative folder named from another working folder are not left behind', (t) => {
    const folder = folderFor(t);
    const DATA_DIR = 'data-of-earlier';
    const load = (given = DATA_DIR) => loadConfig({ DATA_DIR: given }, () => folder);
    const { dataDir } = load();
    mkdirSync(join(folder, DATA_DIR));
    writeFileSync(join(folder, DATA_DIR, 'app.db'), '');
    const { message } = t.throws(() => load(), { instanceOf: ConfigError });
    for (const path of [dataDir, join(folder, DATA_DIR)]) t.true(message.includes(path), message);
    t.is(load(join(folder, DATA_DIR)).dataDir, join(folder, DATA_DIR));
});

test('every secret can come from a file', (t) => {
    const folder = folderFor(t);
    const file = join(folder, 'smtp');
    writeFileSync(file, 'smtp://user:secret@mail.example\n');
    const { mail, settingWarnings: none, inForce } = loadConfig({ SMTP_URL_FILE: file, TRACE_TOKEN: '' });
    t.is(mail.url, 'smtp://user:secret@mail.example');
    t.notRegex(none.join(), /_FILE/);
    const found = (name: string) => inForce.find((one) => one.name === name);
    t.like(found('SMTP_URL'), { isSet: true, value: null, source: 'file' });
    t.like(found('TRACE_TOKEN'), { isSet: false, source: 'default' });
    const bytes = Buffer.from([...Buffer.from('k'.repeat(32)), 255, 10]);
    writeFileSync(file, bytes);
    const { backup, settingWarnings } = loadConfig({ BACKUP_SECRET_FILE: file });
    t.is(backup.secret, `${'k'.repeat(32)}\u{FFFD}`, 'as it always was');
    t.regex(settingWarnings.join(), /^BACKUP_SECRET_FILE is not text/);
    t.throws(() => loadConfig({ SMTP_URL_FILE: join(folder, 'missing') }), { message: /SMTP_URL_FILE/ });
});

test('demo data is on by default and off in production', (t) => {
    t.false(loadConfig({ NODE_ENV: 'production' }).demoData);
    t.true(loadConfig({ NODE_ENV: 'production', DEMO_DATA: 'on' }).demoData);
});

test('an administrator needs a login and a password; the address has a default', (t) => {
    t.throws(() => loadConfig({ ADMIN_LOGIN: 'ada' }), { message: /ADMIN_PASSWORD/ });
    t.is(
        loadConfig({ ADMIN_LOGIN: 'ada', ADMIN_PASSWORD: 'a long enough secret' }).admin?.email,
        'ada@localhost'
    );
});

test('who runs a model is a setting of a server, and a setting of an earlier version stops the start', (t) => {
    t.throws(() => loadConfig({ LLM_OPERATOR: 'ourselves' }), { message: /LLM_OPERATOR is not allowed/ });
    for (const LLM_OPERATOR of ['', 'ourselves'])
        t.throws(() => loadConfig({ LLM_FILE: 'judge.gguf', LLM_OPERATOR }), {
            instanceOf: ConfigError,
            message: /^LLM_FILE .*LLM_BASE_URL/
        });
});

test('a setting that is no longer one is named at the start, and another one sets what it did', (t) => {
    const { settingWarnings, rates } = loadConfig({ RATE_TOOLS: '1', JWT_TTL: '10', RATE_ACTIONS: '3' });
    t.deepEqual(
        settingWarnings.map((line) => line.split(' ')[0]),
        ['RATE_TOOLS', 'JWT_TTL']
    );
    t.like(rates, { actions: 3, polls: 1200, backend: 600, tools: 600 });
    t.like(loadConfig({ RATE_ACTIONS: '0' }).rates, { actions: 0, polls: 0, backend: 0, tools: 0 });
});

test('an endpoint of OpenTelemetry is named, unless some package sends spans', (t) => {
    const named = (env: Record<string, string>) => loadConfig(env).settingWarnings;
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
    t.deepEqual(named({ OTEL_SERVICE_NAME: 'council' }), []);
    t.regex(named({ OTEL_EXPORTER_OTLP_ENDPOINT }).join(), /^OTEL_EXPORTER_OTLP_ENDPOINT /);
    const registered = Symbol.for('opentelemetry.js.api.1'); // as the API does it
    Object.assign(globalThis, { [registered]: {} });
    t.teardown(() => Reflect.deleteProperty(globalThis, registered));
    t.deepEqual(named({ OTEL_EXPORTER_OTLP_ENDPOINT }), []);
});

test('a mail server with links or a sender of this machine is named at the start', (t) => {
    const named = (env: Record<string, string>) =>
        loadConfig(env).settingWarnings.map((line) => line.split(' ')[0]);
    const [SMTP_URL, BASE_URL] = ['smtp://mail.example.test', 'https://council.example.test'];
    t.deepEqual(named({}), []);
    t.deepEqual(named({ SMTP_URL }), ['BASE_URL', 'MAIL_FROM']);
    t.deepEqual(named({ SMTP_URL, BASE_URL }), ['MAIL_FROM']);
    t.deepEqual(named({ SMTP_URL, BASE_URL, MAIL_FROM: 'council@example.test' }), []);
});

test('every setting is documented in docs/reference/settings.md', (t) => {
    const manual = readFileSync(join(import.meta.dirname, '../docs/reference/settings.md'), 'utf8');
    for (const name of settingNames) t.true(manual.includes(`\`${name}\``), name);
});

test('a secret of the data folder that is too short stops the start, and is not shown', (t) => {
    const folder = folderFor(t);
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ jwt: '12345' }));
    drawSecrets(folder, {});
    const error = t.throws(() => openSecrets(folder, {}));
    t.is(error?.message, 'The secret jwt has fewer than 32 characters. See secrets.json.');
});

test('a damaged secrets file is named and never replaced, and a lost one is drawn by a start alone', (t) => {
    const folder = folderFor(t);
    const file = join(folder, 'secrets.json');
    t.true(t.throws(() => openSecrets(folder, {})).message.startsWith(`${file} is missing`));
    t.false(existsSync(file));
    t.is(drawSecrets(folder, {}).length, 5);
    const good = readFileSync(file, 'utf8');
    for (const damaged of ['', good.slice(0, 40), '[]', 'null', '{"jwt":5}', '\u{FEFF}{"links":null}']) {
        writeFileSync(file, damaged);
        for (const open of [openSecrets, drawSecrets])
            t.true(t.throws(() => open(folder, {})).message.startsWith(`${file} is damaged`), damaged);
        t.is(readFileSync(file, 'utf8'), damaged);
    }
    writeFileSync(file, `\u{FEFF}${good}`);
    t.deepEqual(drawSecrets(folder, {}), []);
    t.is(openSecrets(folder, {}).jwt, (JSON.parse(good) as { jwt: string }).jwt);
    rmSync(file);
    mkdirSync(file);
    const { message } = t.throws(() => drawSecrets(folder, {}));
    t.true(message.startsWith(`${file} cannot be read (EISDIR)`));
    t.false(message.includes('move it away'), 'it may be whole');
});

test('an address with a password and an invalid token stop the start and are not shown', (t) => {
    for (const setting of [
        { TRACE_DRIVER: 'http', TRACE_URL: 'https://user:canary@log.example' },
        { CMS_URL: 'https://user:canary@cms.example' },
        { TRACE_TOKEN: 'can\ncanary' },
        { HTTPS_PROXY: 'http://user:canary/w@proxy.example:3128' },
        { HTTP_PROXY: 'socks5://user:canary@proxy.example' }
    ]) {
        const error = t.throws(() => loadConfig(setting), { instanceOf: ConfigError });
        t.regex(error?.message ?? '', /Current value: set, but not shown\./);
        t.false(error?.message.includes('canary'), error?.message);
    }
});

test('proxies are read by the names of other programs, in capitals first, and with or without a scheme', (t) => {
    const of = (env: Record<string, string>) => loadConfig(env).outgoing.proxies;
    t.is(of({ NO_PROXY: 'a.example' }), undefined);
    t.deepEqual(of({ https_proxy: 'user:p%40@proxy.example:3128', no_proxy: 'a.example', HTTPS_PROXY: '' }), {
        http: undefined,
        https: 'http://user:p%40@proxy.example:3128/',
        none: 'a.example'
    });
    const { outgoing, inForce } = loadConfig({
        HTTP_PROXY: 'https://one.example',
        http_proxy: 'http://two.example'
    });
    t.is(outgoing.proxies?.http, 'https://one.example/');
    t.like(
        inForce.find(({ name }) => name === 'HTTP_PROXY'),
        { value: null, isSecret: true, source: 'environment' }
    );
});

test('a database of several nodes wants every secret given, and names the one that is not', (t) => {
    const names = ['CHALLENGE_SECRET', 'JWT_SECRET', 'LINKS_SECRET', 'NONCE_SECRET', 'POSTGRES_SECRET'];
    const all = Object.fromEntries(names.map((name) => [name, name.repeat(4)]));
    const env = { DATABASE_URL: 'postgres://council:a-password@db.example.org/council', ...all };
    t.is(loadConfig(env).database?.url, env.DATABASE_URL);
    for (const name of names) {
        const error = t.throws(() => loadConfig({ ...env, [name]: '' }), { instanceOf: ConfigError });
        t.is(error.message, `With DATABASE_URL every node needs the same secrets: set ${name}.`);
    }
    t.notThrows(() => loadConfig({ DATABASE_URL: '' }));
});

test('MAIL_FROM is one address, with or without a name', (t) => {
    for (const from of [
        'council@firm.example',
        'Acme, Inc <council@firm.example>',
        'Räte GmbH <a@localhost>'
    ])
        t.is(loadConfig({ MAIL_FROM: from }).mail.from, from);
    for (const from of [
        'Acme Inc',
        'council.firm.example',
        'Acme <>',
        'a@b.example, c@d.example',
        '<a@b.example> x'
    ])
        t.throws(() => loadConfig({ MAIL_FROM: from }), { message: /MAIL_FROM/ }, from);
});
