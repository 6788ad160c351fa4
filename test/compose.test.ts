// The compose file, without Docker: its services, and that its settings are accepted with a model, without, and on nodes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import ipaddr from 'ipaddr.js';
import { parse } from 'yaml';
import { loadConfig, settingNames } from '../config/index.ts';

const text = readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8');

interface Pool {
    subnet: string;
    ip_range?: string;
    gateway?: string;
}

interface Service {
    image: string;
    read_only?: boolean;
    cap_drop?: string[];
    security_opt?: string[];
    profiles?: string[];
    env_file?: { path: string; required: boolean }[];
    environment?: Record<string, string | number | null>;
    networks?: string[] | Record<string, { ipv4_address?: string } | null>;
}

const { services, networks, configs } = parse(text, { merge: true }) as {
    services: Record<string, Service>;
    configs: Record<string, { content: string }>;
    networks: Record<string, { ipam: { config: Pool[] } }>;
};

/** The part below a service. */
const service = (name: string) =>
    new RegExp(`^ {4}${name}:\\n((?: {8,}.*\\n|\\n)+)`, 'm').exec(text)?.[1] ?? '';

type Env = Readonly<Record<string, string>>;

/** Fills in `${NAME:-default}` and `${NAME:+instead}` from the innermost outwards, as compose does. */
function filled(value: string, env: Env): string {
    const next = value.replace(
        /\$\{(\w+):([-+])([^${}]*)\}/,
        (_, name: string, sign: string, word: string) => {
            const given = env[name] ?? '';
            return (sign === '-') === (given !== '') ? given : sign === '+' && given === '' ? '' : word;
        }
    );
    return next === value ? value : filled(next, env);
}

/** What the process of a service is given: its file of settings, and over it what `environment` contains. */
function environmentOf(name: string, env: Env) {
    const { env_file: files = [], environment = {} } = services[name] ?? {};
    const given = files.some(({ path }) => path === '.env') ? env : {};
    const over = Object.entries(environment).flatMap(([setting, value]) => {
        const text = value === null ? env[setting] : filled(String(value), env);
        return text === undefined ? [] : [[setting, text]];
    });
    return { ...given, ...(Object.fromEntries(over) as Env) };
}

/** As the service reads them, of a file `.env` with this. */
const settings = (env: Env, name = 'sage-council') => loadConfig(environmentOf(name, env));

const secrets = Object.fromEntries(
    ['CHALLENGE', 'JWT', 'LINKS', 'NONCE', 'POSTGRES'].map((name) => [`${name}_SECRET`, name.repeat(40)])
);

/** What a file of settings cannot change, and why. */
const pinned: Record<string, string[]> = {
    'the image is made for it: its folder, its health check and the ports that lead to it': [
        'NODE_ENV',
        'HOST',
        'PORT',
        'DATA_DIR'
    ],
    'the profile nodes is this database, this volume and this proxy': [
        'DATABASE_URL',
        'STORAGE_SHARED',
        'TRUSTED_PROXIES'
    ],
    'each node needs another one, and its server would get PGPASSWORD': ['JOBS_DATABASE_URL']
};

const ours = Object.keys(services).filter((name) => services[name]?.image === 'sage-council');

test('every setting in .env reaches each service, except the pinned ones', (t) => {
    const [image = [], nodes = [], none = []] = Object.values(pinned);
    t.deepEqual(ours, ['sage-council', 'node-a', 'node-b']);
    for (const name of ours) {
        const kept = settingNames.filter((setting) => {
            const { [setting]: value } = environmentOf(name, { [setting]: 'as given' });
            t.is(value === '', name !== 'sage-council' && none.includes(setting), `${setting} of ${name}`);
            return value !== 'as given';
        });
        t.deepEqual(
            kept.toSorted(),
            [...image, ...(name === 'sage-council' ? [] : [...nodes, ...none])].toSorted(),
            name
        );
    }
    t.like(settings({ BACKUP_EVERY: '24', KEEP_DAYS: '7' }), { backup: { every: 24 }, keepDays: 7 });
    t.is(
        environmentOf('node-a', { SMTP_URL_FILE: '/run/secrets/smtp' })['SMTP_URL_FILE'],
        '/run/secrets/smtp'
    );
});

test('without a file .env everything starts, and nothing in it for others is taken for a setting', (t) => {
    for (const name of ours) {
        t.deepEqual(services[name]?.env_file, [{ path: '.env', required: false }]);
        const others = Array.from(text.matchAll(/\$\{(\w+):/g), ([, setting = '']) => setting);
        const unknown = others.filter((setting) => !settingNames.includes(setting));
        t.true(unknown.includes('DATABASE_PASSWORD') && unknown.includes('SITE'));
        const given = Object.fromEntries(unknown.map((setting) => [setting, 'given']));
        t.deepEqual([...settings({ ...given, ...secrets }, name).unknownSettings], [], name);
        t.is(settings(secrets, name).dataDir, '/data');
    }
});

test('without a model in the settings the service calls no model', (t) => {
    const config = settings({});
    t.is(config.llm, undefined);
    t.is(config.baseUrl, 'http://localhost:3000');
});

test('a named model is called at the bundled server, and candidates see who runs it', (t) => {
    const config = settings({ LLM_MODEL: 'a-model' });
    t.like(config.llm, {
        baseUrl: 'http://model:11434/v1',
        model: 'a-model',
        operator: 'ourselves, on this server'
    });
    t.deepEqual([...config.outgoing.allowed], ['model:11434']);
});

test('the model service has its own profile, and both services store data in volumes', (t) => {
    t.regex(service('model'), /^ {8}profiles: \[model\]$/m);
    t.regex(service('model'), /^ {8}healthcheck:$/m);
    t.regex(service('model'), /^ {12}- models:\/root\/\.ollama$/m);
    t.notRegex(service('model'), /^ {8}ports:/m, 'it is not reachable from outside');
    t.notRegex(service('sage-council'), /profiles|depends_on/);
    t.regex(service('sage-council'), /^ {12}- data:\/data$/m);
    t.regex(text, /^volumes:\n {4}data:\n {4}models:\n/m);
    t.regex(readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8'), /^HEALTHCHECK /m);
});

test('nodes have the settings of one installation: a database, shared storage, a trusted proxy', (t) => {
    const given = { DATABASE_PASSWORD: 'p@s/w#r', ...secrets };
    const { database, trustedProxies } = settings(given, 'node-a');
    t.is(environmentOf('node-a', given)['PGPASSWORD'], given.DATABASE_PASSWORD, 'as it is');
    const { jobsDatabaseUrl } = settings(
        { ...given, JOBS_DATABASE_URL: 'postgres://jobs@elsewhere/jobs' },
        'node-a'
    );
    t.is(jobsDatabaseUrl, undefined, 'it would get PGPASSWORD too');
    t.deepEqual(database, {
        url: 'postgres://council@postgres:5432/council',
        named: true,
        sharesStorage: true
    });
    t.regex(text, new RegExp(`subnet: ${String(trustedProxies).replaceAll('.', '\\.')}`));
    t.throws(() => settings({ DATABASE_PASSWORD: 'a-password' }, 'node-a'), { message: /_SECRET/ });
});

test('every image has an exact version, and services have read-only files and no capabilities', (t) => {
    for (const [name, { image, read_only, cap_drop, security_opt }] of Object.entries(services)) {
        if (image !== 'sage-council')
            t.regex(
                filled(image, {}),
                /^[a-z/]+:\d+\.\d+(\.\d+)?$/,
                `${name}: no latest, no version that moves`
            );
        t.true(read_only, name);
        t.deepEqual([cap_drop, security_opt], [['ALL'], ['no-new-privileges:true']], name);
    }
    t.is(
        filled(services['postgres']?.image ?? '', { POSTGRES_VERSION: '18.4@sha256:0' }),
        'postgres:18.4@sha256:0'
    );
});

test('each node has its own data folder, nodes share objects, and only the proxy is reachable', (t) => {
    for (const name of ['a', 'b']) {
        const part = service(`node-${name}`);
        t.regex(part, /^ {8}<<: \*node$/m);
        t.regex(part, new RegExp(`^ {12}- data-${name}:/data$`, 'm'));
        t.regex(part, /^ {12}- storage:\/data\/storage$/m);
        t.regex(part, /^ {12}- backups:\/data\/backups$/m);
        t.notRegex(part, /ports/);
    }
    for (const name of ['node-a', 'node-b', 'postgres', 'proxy'])
        t.deepEqual(services[name]?.profiles, ['nodes'], name);
    t.notRegex(service('postgres'), /ports/);
    t.regex(service('postgres'), /pg_isready .*-h 127/, 'the one that fills a new volume has only a socket');
    t.regex(service('postgres'), /POSTGRES_INITDB_ARGS: --locale=C --encoding=UTF8/);
    t.regex(text, /health_uri \/readyz/);
});

test('the proxy waits for a frozen node only as long as for the slowest tool, then retries a GET', (t) => {
    const caddyfile = configs['caddyfile']?.content ?? '';
    const seconds = (setting: string) =>
        Array.from(caddyfile.matchAll(new RegExp(`${setting} (\\d+)s`, 'g')), ([, time]) => Number(time));
    const waits = seconds('response_header_timeout');
    const [slowestModel = 0, forAll = 0] = waits;
    t.is(waits.length, caddyfile.split('reverse_proxy ').length - 1);
    t.true(forAll > 15 && forAll < 20);
    t.true(slowestModel * 1000 > Number(settings({ LLM_MODEL: 'a-model' }).llm?.timeout));
    t.true(Number(seconds('lb_try_duration')[0]) > forAll);
    t.notRegex(caddyfile, /lb_retry_match/, 'a write that was sent is never sent twice');
});

test('what a service mounts, uses or waits for is declared', (t) => {
    const names = (part: RegExp) => Array.from(text.matchAll(part), ([, name = '']) => name);
    const [, volumes = ''] = /^volumes:\n((?: {4}.*\n)+)/m.exec(text) ?? [];
    for (const volume of names(/^ {12}- ([a-z-]+):\//gm))
        t.true(volumes.includes(`    ${volume}:\n`), volume);
    for (const waited of names(/^ {8,12}([a-z-]+):\n {12,16}condition: /gm))
        t.not(service(waited), '', waited);
});

/** The reserved addresses of a network: its gateway, and those of services. */
function fixedIn(network: string) {
    const { gateway } = networks[network]?.ipam.config[0] ?? {};
    const given = Object.values(services).flatMap(({ networks: joined = [] }) =>
        Array.isArray(joined) ? [] : (joined[network]?.ipv4_address ?? [])
    );
    return gateway === undefined || given.length === 0 ? given : [gateway, ...given];
}

test('a fixed address is never assigned automatically, and the trusted proxy has it', (t) => {
    const isIn = (address: string, range: string) => ipaddr.parse(address).match(ipaddr.parseCIDR(range));
    for (const [name, { ipam }] of Object.entries(networks)) {
        const [{ subnet, ip_range: handedOut = subnet } = { subnet: '' }] = ipam.config;
        const fixed = fixedIn(name);
        t.is(new Set(fixed).size, fixed.length, name);
        for (const address of fixed) {
            t.true(isIn(address, subnet), `${address} of ${name}`);
            t.false(isIn(address, handedOut), `${address} of ${name} may be another's already`);
        }
    }
    t.deepEqual(fixedIn('tls'), ['10.89.78.1', ...settings({}).trustedProxies]);
});

test('the release step finds every image that has a version', (t) => {
    const script = readFileSync(join(import.meta.dirname, '../.ci/pin-images'), 'utf8');
    const versioned = Array.from(
        text.matchAll(/^ *image: [a-z/]*:\$\{[A-Z]*_VERSION:-[^}]*\}$/gm),
        ([line]) => line
    );
    const others = Array.from(text.matchAll(/^ *image: .*$/gm), ([line]) => line.trim());
    t.deepEqual(
        others.filter((line) => !versioned.some((one) => one.trim() === line)),
        ['image: sage-council']
    );
    t.regex(script, /set -eu/);
});
