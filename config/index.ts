// All settings, from the environment, read once. Nothing else reads process.env.
import './oldest-node.js'; // first: before any native module is loaded
import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import Joi from 'joi';
import { backupOf, backupSchemas } from './backup.ts';
import { databaseOf, databaseSchemas } from './database.ts';
import { editsSchemas, judgingOf } from './edits.ts';
import {
    currency,
    frameOrigins,
    hostsWithPorts,
    integer,
    isLoopback,
    itemsOf,
    mailAddress,
    sender,
    networks,
    oneOf,
    optional,
    origins,
    pathSegment,
    plainAddress,
    proxyAddress,
    siteAddress,
    timeZone,
    type ValuesOf
} from './formats.ts';
import { goneIn } from './gone.ts';
import { inForce, unknownIn } from './in-force.ts';
import { llmSchemas } from './llm.ts';
import { mailProblems } from './mail.ts';
import { organisationOf, organisationSchemas } from './organisation.ts';
import { program, settingPath } from './program.ts';
import { ratesOf, rateSchemas } from './rates.ts';
import { alsoSchemas, secretSchemas, secretsOf } from './secrets.ts';

export type Config = Readonly<ReturnType<typeof loadConfig>>;

/** A setting that cannot be used. Its message is one line for the person who starts the program. */
export class ConfigError extends Error {
    override readonly name = 'ConfigError';
}

const withRecaptcha = optional(Joi.string().when('HUMAN_CHECK', { is: 'recaptcha', then: Joi.required() }));

const schemas = {
    NODE_ENV: oneOf('development', 'production', 'test').default('development'),
    HOST: Joi.string().hostname().default('127.0.0.1'),
    PORT: Joi.number().port().default(3000),
    BASE_URL: optional(siteAddress),
    DATA_DIR: Joi.string().default('./data'),
    LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent').default('info'),
    TIME_ZONE: timeZone.default('UTC'),
    CURRENCY: optional(currency),
    REST_ROOT: pathSegment.invalid('tools', 'pl', 'mcp', 'public').default('rest'),
    ADMIN_AREA: pathSegment.default('admin'),
    TRUSTED_PROXIES: networks,
    CONNECTIONS_PER_ADDRESS: integer().default(250),
    ALLOWED_ORIGINS: origins,
    INTAKE_FRAME_ORIGINS: frameOrigins,
    SMTP_URL: optional(Joi.string().uri({ scheme: ['smtp', 'smtps'] })),
    MAIL_FROM: sender.default('Sage Council <no-reply@localhost>'),
    ...organisationSchemas,
    ...databaseSchemas,
    ADMIN_LOGIN: optional(Joi.string().pattern(/^[A-Za-z0-9._@+-]{1,60}$/, 'letters, digits and . _ @ + -')),
    ADMIN_PASSWORD: optional(Joi.string()), // held against the rule for passwords when it is set
    ADMIN_EMAIL: optional(mailAddress),
    DEMO_DATA: optional(oneOf('on', 'off')),
    SAGE_ACCESS: oneOf('all', 'owner').default('all'),
    FIRST_CREDITS: integer().max(1_000_000).default(20),
    BUILD_CREDITS: integer().default(1),
    SCREEN_CREDITS: integer().default(1),
    SCREEN_DAYS: integer(1).default(14),
    SCREEN_MINUTES: integer().default(60),
    UNDO_MINUTES: integer().max(1440).default(5),
    HUMAN_CHECK: oneOf('local', 'recaptcha', 'off').default('local'),
    RECAPTCHA_SITE_KEY: withRecaptcha,
    RECAPTCHA_SECRET: withRecaptcha,
    AVATAR_GRAVATAR: oneOf('on', 'off').default('off'),
    TOKEN_IN_QUERY: oneOf('on', 'off').default('on'),
    STORAGE_ALIASES: optional(Joi.string()), // the storage plugin parses it
    TRACE_DRIVER: oneOf('local', 'http', 'loki').default('local'),
    TRACE_URL: optional(
        plainAddress.when('TRACE_DRIVER', { is: 'local', then: Joi.optional(), otherwise: Joi.required() })
    ),
    TRACE_TOKEN: optional(Joi.string().pattern(/^[!-~]+$/, 'characters that are valid in an HTTP header')),
    TRACE_TENANT: optional(
        Joi.string().pattern(/^[\w!.*'()-]{1,150}$/, "a tenant of Loki: letters, digits and ! - _ . * ' ( )")
    ),
    CMS_URL: optional(plainAddress),
    ALLOW_PRIVATE: hostsWithPorts,
    HTTP_PROXY: optional(proxyAddress),
    HTTPS_PROXY: optional(proxyAddress),
    NO_PROXY: Joi.string().default(''),
    KEEP_DAYS: integer().default(90),
    KEEP_CANDIDATES_DAYS: integer().default(180),
    KEEP_JOBS_DAYS: integer().default(730),
    ...backupSchemas,
    WEB_FAILURE_STATUS: oneOf('exact', '200').default('exact'),
    ...llmSchemas,
    ...editsSchemas,
    ...rateSchemas,
    ...secretSchemas,
    ...alsoSchemas
};

type Settings = ValuesOf<typeof schemas>;

const settings = Joi.object<Settings>(schemas)
    .and('ADMIN_LOGIN', 'ADMIN_PASSWORD')
    .with('DATABASE_URL', Object.keys(secretSchemas)) // drawn ones would be another node's own
    .prefs({
        errors: { wrap: { label: false } },
        messages: {
            'object.with': 'With {#main} every node needs the same secrets: set {#peer}',
            'any.custom': '{#label}: {#error.message}',
            'string.pattern.name': '{#label} must be {#name}' // joi's own would repeat a secret
        }
    });

/** Settings whose value is never shown, not even in an error. Each can also be read from a file that NAME_FILE names. */
const hiddenSettings = [
    ...Object.keys(secretSchemas),
    ...Object.keys(alsoSchemas),
    'BACKUP_SECRET',
    'BACKUP_SECRET_ALSO',
    'BACKUP_PASSPHRASE',
    'ADMIN_PASSWORD',
    'SMTP_URL',
    'DATABASE_URL',
    'JOBS_DATABASE_URL',
    'STORAGE_ALIASES',
    'TRACE_URL',
    'TRACE_TOKEN',
    'CMS_URL',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'RECAPTCHA_SECRET',
    'LLM_BASE_URL',
    'LLM_API_KEY'
];

export const settingNames = Object.keys(settings.describe()['keys'] as object);

const screensOf = (value: Settings) => ({
    credits: value.SCREEN_CREDITS,
    days: value.SCREEN_DAYS,
    minutes: value.SCREEN_MINUTES,
    undoMs: value.UNDO_MINUTES * 60_000
});

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks the settings. Throws a ConfigError that names the setting, its value and the allowed values. */
export function loadConfig(given: Environment = process.env, workingFolder = () => process.cwd()) {
    const env = withProxies(given);
    const { input, warns } = inputFrom(env);
    const { value, error } = settings.validate(input);
    if (error) throw new ConfigError(explain(error, env));
    const address = addressOf(value);
    const restUrl = `/${value.REST_ROOT}/svc/v1`;
    return Object.freeze({
        program,
        host: value.HOST,
        port: value.PORT,
        ...address,
        paths: { rest: restUrl, ajax: `${restUrl}/${value.ADMIN_AREA}/admin-ajax.php` },
        dataDir: dataFolder(value.DATA_DIR, workingFolder),
        logLevel: value.LOG_LEVEL,
        currency: value.CURRENCY,
        trustedProxies: itemsOf(value.TRUSTED_PROXIES),
        connectionsPerAddress: value.CONNECTIONS_PER_ADDRESS,
        otherOrigins: itemsOf(value.ALLOWED_ORIGINS),
        intakeFrameOrigins: itemsOf(value.INTAKE_FRAME_ORIGINS),
        organisation: organisationOf(value),
        database: databaseOf(value),
        jobsDatabaseUrl: value.JOBS_DATABASE_URL,
        admin: adminOf(value),
        demoData: (value.DEMO_DATA ?? (value.NODE_ENV === 'production' ? 'off' : 'on')) === 'on',
        sageAccess: value.SAGE_ACCESS,
        firstCredits: value.FIRST_CREDITS,
        buildCredits: value.BUILD_CREDITS,
        screens: screensOf(value),
        plainFailures: value.WEB_FAILURE_STATUS === '200',
        rates: ratesOf(value),
        humanCheck: {
            driver: value.HUMAN_CHECK,
            /** How much work the check `local` is. */
            bits: 16,
            siteKey: value.RECAPTCHA_SITE_KEY,
            secret: value.RECAPTCHA_SECRET
        },
        gravatar: value.AVATAR_GRAVATAR === 'on',
        tokenInQuery: value.TOKEN_IN_QUERY === 'on',
        storageAliases: value.STORAGE_ALIASES,
        ...otherServicesOf(value),
        keepDays: value.KEEP_DAYS,
        keepJobsDays: value.KEEP_JOBS_DAYS,
        ...backupOf(value),
        ...judgingOf(value),
        secrets: secretsOf(value),
        /** What is said of the settings at the start. */
        settingWarnings: [...goneIn(env).warns, ...warns, ...Object.values(mailProblems(address)).flat()],
        unknownSettings: unknownIn(env, settingNames, hiddenSettings),
        inForce: inForce(settingNames, { value, env, hidden: hiddenSettings })
    });
}

const proxySettings = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/** Other programs read these in small letters too. */
function withProxies(env: Environment): Environment {
    const inherited = proxySettings.flatMap((name) =>
        env[name] || env[`${name}_FILE`] ? [] : [[name, env[name.toLowerCase()]] as const]
    );
    return { ...env, ...Object.fromEntries(inherited) };
}

function otherServicesOf(value: Settings) {
    const { HTTP_PROXY: http, HTTPS_PROXY: https, NO_PROXY: none } = value;
    return {
        traces: {
            driver: value.TRACE_DRIVER,
            url: value.TRACE_URL,
            token: value.TRACE_TOKEN,
            tenant: value.TRACE_TENANT
        },
        wordpress: value.CMS_URL,
        outgoing: {
            allowed: itemsOf(value.ALLOW_PRIVATE),
            proxies: http === undefined && https === undefined ? undefined : { http, https, none }
        }
    };
}

function addressOf(value: Settings) {
    const baseUrl = value.BASE_URL ?? new URL(`http://localhost:${value.PORT}`).origin; // without a usual port
    const { origin, hostname, protocol } = new URL(baseUrl);
    const secure = protocol === 'https:';
    return {
        mail: { url: value.SMTP_URL, from: value.MAIL_FROM },
        baseUrl,
        /** What a proxy may take off: `/council`, or empty. */
        basePath: baseUrl.slice(origin.length),
        secure,
        /** Others on the network can read along. */
        plainOnNetwork: !secure && !isLoopback(hostname),
        origins: [origin, ...itemsOf(value.ALLOWED_ORIGINS)]
    };
}

/** Earlier versions took a relative folder from the working folder: data there would be left behind for an empty store. */
function dataFolder(given: string, workingFolder: () => string) {
    const folder = settingPath(given);
    if (isAbsolute(given) || existsSync(join(folder, 'app.db'))) return folder;
    const former = resolve(workingFolder(), given);
    if (!existsSync(join(former, 'app.db'))) return folder;
    throw new ConfigError(
        `DATA_DIR: a relative folder starts in the folder of the program. There are data in ${former}, and none in ${folder}. Set DATA_DIR to the one that is right.`
    );
}

/** The administrator that the first start creates, while there is no user. */
function adminOf({ ADMIN_LOGIN: login, ADMIN_PASSWORD: password = '', ADMIN_EMAIL: email }: Settings) {
    return login ? { login, password, email: email ?? `${login}@localhost` } : undefined;
}

/** The settings that are not empty. A hidden setting is read from its file where NAME_FILE names one. */
function inputFrom(env: Environment) {
    const [gone] = goneIn(env).stops;
    if (gone) throw new ConfigError(gone);
    const fromFiles = hiddenSettings.flatMap((name) => {
        const file = env[`${name}_FILE`];
        return file ? [{ name, ...secretFile(name, file) }] : [];
    });
    const fromEnv = settingNames.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
    const values = fromFiles.map(({ name, value }) => [name, value] as const);
    return {
        input: Object.fromEntries([...values, ...fromEnv]),
        warns: fromFiles
            .filter(({ isText }) => !isText)
            .map(({ name }) => `${name}_FILE is not text in UTF-8. Write a secret of letters and digits.`)
    };
}

/** Without a byte order mark. Of bytes that are no text, each is read as before: they may have signed something already. */
function secretFile(name: string, file: string) {
    try {
        const bytes = readFileSync(settingPath(file));
        const isText = isUtf8(bytes);
        const text = isText ? new TextDecoder().decode(bytes) : bytes.toString();
        return { value: text.trimEnd(), isText };
    } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        throw new ConfigError(`${name}_FILE names ${file}, which is not readable (${code}).`);
    }
}

function explain(error: Joi.ValidationError, env: Environment) {
    const name = String(error.details[0]?.path[0] ?? '');
    const shown = hiddenSettings.includes(name) ? 'set, but not shown' : JSON.stringify(env[name]);
    const holds = name === '' ? '' : ` Current value: ${env[name] ? shown : 'not set'}.`;
    return `${error.message}.${holds}`;
}
