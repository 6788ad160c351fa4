// Secrets and texts that are unique, and the places where they are found.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type Canaries = ReturnType<typeof makeCanaries>;

/** Each begins with a mark that nothing else holds, and is long enough to be a secret. */
export function makeCanaries() {
    const mark = `canary${randomBytes(6).toString('hex')}`;
    const needles = new Map<string, string>(formsOf(mark).map((form) => [form, 'a canary']));
    return {
        canary: (name: string) => `${mark}-${name}-of-the-proof-of-secrets`,
        /** A secret that the service itself has drawn. */
        remember: (name: string, secret: string) => {
            if (secret.length < 10) throw new Error(`${name} is too short to be told from other text`);
            needles.set(secret, name);
        },
        /** What this output contains, with some of the text around it. */
        findIn: (where: string, output: Buffer | string) =>
            Array.from(needles).flatMap(([needle, name]) => {
                const at = output.indexOf(needle);
                return at < 0 ? [] : [`${name} in ${where}: ${textAround(output, at)}`];
            })
    };
}

/** As it is, and as base64 has it, wherever in the text that begins. */
const formsOf = (mark: string) => [
    mark,
    ...[0, 1, 2].map((before) =>
        Buffer.from('x'.repeat(before) + mark)
            .toString('base64')
            .slice(before === 0 ? 0 : before + 1, -4)
    )
];

const textAround = (output: Buffer | string, at: number) => {
    const [from, to] = [Math.max(0, at - 80), at + 80];
    return typeof output === 'string' ? output.slice(from, to) : output.toString('latin1', from, to);
};

/** Every file below a folder, by its name in it. */
export function* filesBelow(folder: string): Generator<[name: string, bytes: Buffer]> {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const path = join(folder, name);
        if (statSync(path).isFile()) yield [name, readFileSync(path)];
    }
}
