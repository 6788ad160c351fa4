// The formats of settings. When a check throws, its message follows the setting's name.
import Joi from 'joi';

/** One of these words. */
export const oneOf = <const Word extends string>(...words: readonly Word[]) =>
    Joi.string<Word>().valid(...words);

/** What settings with these schemas are once they are read. */
export type ValuesOf<Schemas> = {
    [Name in keyof Schemas]: Schemas[Name] extends Joi.AnySchema<infer Value> ? Value : never;
};

/** A setting that may be left out. */
export const optional = <T>(schema: Joi.AnySchema<T>) => schema as Joi.AnySchema<T | undefined>;

export const integer = (least = 0) => Joi.number().integer().min(least);

/** A part of a path, between two slashes. */
export const pathSegment = Joi.string().pattern(/^[a-z0-9][a-z0-9_-]*$/i, 'letters, digits, - and _');

const webAddress = Joi.string().uri({ scheme: ['http', 'https'] });
/** An address without a user and a password in it. */
export const plainAddress = webAddress.custom(assertNoUser);
/** A proxy for calls to other services. Without a scheme it is http, as other programs read it. */
export const proxyAddress = Joi.string().custom((value: string) => {
    try {
        const url = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`);
        decodeURIComponent(url.username + url.password);
        if (/^https?:$/.test(url.protocol) && url.pathname + url.search + url.hash === '/') return url.href;
    } catch {}
    throw new Error(
        'must be a proxy of http or https like http://proxy.example:3128, with its password percent-encoded; no other kind can be used'
    );
});
const list = Joi.string().allow('').default('');

/** Origins as browsers write them: in lower case and without the usual port. */
export const origins = list.custom((value: string) => itemsOf(value).map(bareOrigin).join(' '));
/** Where people find the service: an origin, and below it a path. The usual port is left out. */
export const siteAddress = webAddress.custom(originAndPath);
/** Origins whose pages may frame one of ours, as a policy of ours can name them. */
export const frameOrigins = list.custom((value: string) => itemsOf(value).map(frameOrigin).join(' '));
export const networks = list.custom(assertNetworks);
export const hostsWithPorts = list.custom(lowerCaseHosts);
export const timeZone = Joi.string().custom(canonicalTimeZone);
export const currency = Joi.string().custom(assertCurrency);

/** The items of a list, which commas or spaces separate. */
export function itemsOf(list: string) {
    return list.split(/[\s,]+/).filter((item) => item !== '');
}

export const mailAddress = Joi.string().email({ tlds: false });

/** Whom emails are from: one address, alone or in angle brackets behind a name. */
export const sender = Joi.string().custom((value: string) => {
    const address = /^[^<>]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
    if (Joi.string().email({ tlds: false, minDomainSegments: 1 }).validate(address).error)
        throw new Error('must have one email address, like Council <council@example.org>');
    return value;
});

function bareOrigin(value: string) {
    const { protocol, hostname, href, origin } = new URL(value);
    if (!/^https?:$/.test(protocol) || hostname.includes('*') || href !== `${origin}/`)
        throw new Error('must be an origin without a path, like https://desk.example');
    return origin;
}

/** A part of the path does not start with a dot and has no characters that a browser or a proxy would rewrite. */
function originAndPath(value: string) {
    const [, start = '', path = ''] = /^(https?:\/\/[^/]+)((?:\/[\w~-][\w.~-]*)*)\/?$/i.exec(value) ?? [];
    try {
        return bareOrigin(start) + path;
    } catch {
        throw new Error(
            'must be an origin, or an origin and a path of letters, digits and . _ ~ -, like https://desk.example/council'
        );
    }
}

const loopback = /^(localhost|[a-z0-9.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether only this machine answers to the host name of an address; browsers trust it without TLS. */
export const isLoopback = (hostname: string) => loopback.test(hostname);

function frameOrigin(value: string) {
    const { protocol, hostname } = URL.parse(value) ?? {};
    const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname ?? ''));
    if (!isSafe || !/^[a-z0-9.-]+$/.test(hostname ?? ''))
        throw new Error('must be origins like https://www.example, or http://localhost:8080');
    return bareOrigin(value);
}

function assertNetworks(value: string) {
    for (const item of itemsOf(value)) Joi.assert(item, Joi.string().ip({ cidr: 'optional' }));
    return value;
}

function lowerCaseHosts(value: string) {
    for (const item of itemsOf(value)) {
        if (!/^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):\d{1,5}$/i.test(item))
            throw new Error('must be host:port, host:port, ...');
    }
    return value.toLowerCase();
}

/** A password in an address would end up in errors and logs. */
function assertNoUser(value: string) {
    const { username, password } = new URL(value);
    if (username || password) throw new Error('must not contain a user or a password');
    return value;
}

function canonicalTimeZone(value: string) {
    return new Intl.DateTimeFormat('en-US', { timeZone: value }).resolvedOptions().timeZone;
}

/** Amounts are stored with two decimals: a currency that is written with others would show another price. */
function assertCurrency(value: string) {
    if (!Intl.supportedValuesOf('currency').includes(value))
        throw new Error('must be a currency of ISO 4217, as three capital letters');
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: value });
    if (format.resolvedOptions().maximumFractionDigits !== 2)
        throw new Error('must be a currency with two decimals');
    return value;
}
