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
    /** A file that does it, or whose tests show it. */
    shown: string;
    also: string;
}

export const readRequirements = () =>
    parse<Requirement>(readFileSync(join(root, 'docs/asvs.csv'), 'utf8'), { columns: true });

export const referencesOf = ({ shown, also }: Requirement) => [shown, also].filter((one) => one !== '');
