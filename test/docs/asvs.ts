// docs/asvs.csv: what is met of OWASP ASVS 5.0.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

export const root = join(import.meta.dirname, '../..');

export const states = ['not met', 'partly', 'operator', 'met', 'not applicable'] as const;

export interface Requirement {
    id: string;
    level: '1' | '2';
    requirement: string;
    state: (typeof states)[number];
    /** How it is met, or why it is not. */
    how: string;
    /** A file, or a test file and the title of a test in it: `test/a.test.ts: a title`. */
    shown: string;
    also: string;
}

export const readRequirements = () =>
    parse<Requirement>(readFileSync(join(root, 'docs/asvs.csv'), 'utf8'), { columns: true });

/** The file of a reference, and the title of the test where it names one. */
export function partsOf(reference: string): { file: string; title: string | undefined } {
    const [, file = '', title] = /^([^:]+)(?:: (.*))?$/s.exec(reference) ?? [];
    return { file, title };
}

export const referencesOf = ({ shown, also }: Requirement) => [shown, also].filter((one) => one !== '');
