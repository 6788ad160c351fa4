// docs/asvs.csv, the one source of what is met of OWASP ASVS 5.0, and the text of docs/asvs.md that is made of it.
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

const chapters: Record<string, string> = {
    V1: 'Encoding and sanitization',
    V2: 'Validation and business logic',
    V3: 'Web frontend security',
    V4: 'API and web service',
    V5: 'File handling',
    V6: 'Authentication',
    V7: 'Session management',
    V8: 'Authorization',
    V9: 'Self-contained tokens',
    V10: 'OAuth and OIDC',
    V11: 'Cryptography',
    V12: 'Secure communication',
    V13: 'Configuration',
    V14: 'Data protection',
    V15: 'Secure coding and architecture',
    V16: 'Security logging and error handling',
    V17: 'WebRTC'
};

const chapterOf = ({ id }: Requirement) => id.slice(0, id.indexOf('.'));

const meanings: Record<Requirement['state'], string> = {
    'not met': 'it is not, and why',
    partly: 'most of it is, and what is missing',
    operator: 'whoever runs the service does it, as the docs say',
    met: 'by what is named',
    'not applicable': 'there is nothing that it is about'
};

/** The text of docs/asvs.md. */
export function asvsPage(all: readonly Requirement[]): string {
    const open = all.filter(({ state }) => state === 'not met');
    const partly = all.filter(({ state }) => state === 'partly');
    const byChapter = Map.groupBy(all, chapterOf);
    return `# OWASP ASVS 5.0, levels 1 and 2

Every requirement of the [Application Security Verification Standard](https://github.com/OWASP/ASVS/tree/v5.0.0) 5.0.0 of these
levels, in our words, with what came of it. It is our own reading: nobody from outside has looked at it. This page is
made of [asvs.csv](asvs.csv) by \`npm run write\`; a test holds that each requirement stands there once and that each test
that is named exists.

| State | Means | Level 1 | Level 2 |
| --- | --- | --- | --- |
${states.map((state) => `| ${state} | ${meanings[state]} | ${countOf(all, state, '1')} | ${countOf(all, state, '2')} |`).join('\n')}

## Not met

${table(open)}
## Met in part

${table(partly)}
${Array.from(byChapter, ([chapter, some]) => `## ${chapter} ${chapters[chapter] ?? ''}\n\n${table(some)}`).join('\n')}`;
}

const countOf = (all: readonly Requirement[], state: string, level: string) =>
    all.filter((one) => one.state === state && one.level === level).length;

const table = (
    some: readonly Requirement[]
) => `| Id | Level | Requirement | State | How, or why not | Shown by |
| --- | --- | --- | --- | --- | --- |
${some.map(line).join('\n')}
`;

const line = (one: Requirement) =>
    `| ${[one.id, one.level, one.requirement, one.state, one.how, referencesOf(one).map(shownAs).join('; ')].map(cell).join(' | ')} |`;

function shownAs(reference: string) {
    const { file, title } = partsOf(reference);
    return title === undefined ? `\`${file}\`` : `\`${file}\`: ${title.replaceAll('`', '')}`;
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll(/__(\w)/g, String.raw`\_\_$1`);
