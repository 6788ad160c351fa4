// The compose file, without Docker: its two services, and that its settings are accepted with a model and without.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { loadConfig } from '../config.ts';

const text = readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8');

/** The part below a service. */
const service = (name: string) =>
    new RegExp(`^ {4}${name}:\\n((?: {8,}.*\\n|\\n)+)`, 'm').exec(text)?.[1] ?? '';

/** Fills in `${NAME:-default}` and `${NAME:+instead}` from the innermost outwards, as compose does. */
function filled(value: string, env: Readonly<Record<string, string>>): string {
    const next = value.replace(
        /\$\{(\w+):([-+])([^${}]*)\}/,
        (_, name: string, sign: string, word: string) => {
            const given = env[name] ?? '';
            return (sign === '-') === (given !== '') ? given : sign === '+' && given === '' ? '' : word;
        }
    );
    return next === value ? value : filled(next, env);
}

function settings(env: Readonly<Record<string, string>>) {
    const lines = service('sage-council').matchAll(/^ {12}([A-Z_]+): (.+)$/gm);
    const given = Object.fromEntries(
        Array.from(lines, ([, name = '', value = '']) => [name, filled(value, env)])
    );
    return loadConfig({ NODE_ENV: 'test', DATA_DIR: '/data', ...given });
}

test('without a model the service asks none', (t) => {
    const config = settings({});
    t.is(config.llm, undefined);
    t.is(config.baseUrl, 'http://localhost:3000');
});

test('a named model is asked at the server beside it, and candidates read who runs it', (t) => {
    const config = settings({ LLM_MODEL: 'a-model' });
    t.like(config.llm, {
        baseUrl: 'http://model:11434/v1',
        model: 'a-model',
        operator: 'ourselves, on this server'
    });
    t.deepEqual([...config.allowPrivate], ['model:11434']);
});

test('the model stands behind its profile, and both keep their data in volumes', (t) => {
    t.regex(service('model'), /^ {8}profiles: \[model\]$/m);
    t.regex(service('model'), /^ {8}healthcheck:$/m);
    t.regex(service('model'), /^ {12}- models:\/root\/\.ollama$/m);
    t.notRegex(service('model'), /^ {8}ports:/m, 'it is not reachable from outside');
    t.notRegex(service('sage-council'), /profiles|depends_on/);
    t.regex(service('sage-council'), /^ {12}- data:\/data$/m);
    t.regex(text, /^volumes:\n {4}data:\n {4}models:\n/m);
    t.regex(readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8'), /^HEALTHCHECK /m);
});
