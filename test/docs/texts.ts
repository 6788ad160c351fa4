// The texts that people read, out of the code: pages, emails, refusals, commands and descriptions, and the words of words/.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, type Node } from 'oxc-parser';
import { root } from './asvs.ts';

export interface Text {
    file: string;
    line: number;
    text: string;
}

const code = '{server.ts,{plugins,jobs,db,cli,config}/**/*.{ts,js}}';
const commented = '{*.ts,{plugins,jobs,db,cli,config,words,test,.ci}/**/*.{ts,js}}';
/** What candidates might say, what evidence is searched for, and the prompts, of which every version is kept: no words of ours. */
const isLeftOut = new RegExp(
    [
        '^db/(?:migrations|council/templates)/',
        '^db/sages/(?:template-versions|words)\\.ts$',
        '^jobs/build/fixtures/',
        '^jobs/evaluation/(?:evidence/|model/messages\\.ts$)',
        '^plugins/surfaces/public/vendor/'
    ].join('|')
);
const isStatement = (text: string) => /^begin (?:exclusive|immediate|isolation)/i.test(text);

/** Every text of the code that reads like one: several words, or one that begins with a capital letter. */
export function textsOfCode(): Text[] {
    return globSync(code, { cwd: root })
        .filter((file) => !isLeftOut.test(file))
        .toSorted()
        .flatMap((file) => textsIn(file, readFileSync(join(root, file), 'utf8')));
}

/** The texts of a language, whose keys are no part of them. */
export function textsOfWords(language: 'en' | 'de'): Text[] {
    return [`words/${language}.json`, `words/legal/${language}.json`].flatMap((file) => {
        const lines = readFileSync(join(root, file), 'utf8').split('\n');
        return lines.flatMap((line, place) => {
            const [, text] = /^\s*"[^"]+": (".*"),?$/.exec(line) ?? [];
            return text === undefined
                ? []
                : [{ file, line: place + 1, text: plain(JSON.parse(text) as string) }];
        });
    });
}

/** Every line of every comment of the product and its tests. */
export function commentsOfCode(): Text[] {
    return globSync(commented, { cwd: root })
        .filter((file) => !/(?:^|\/)(?:node_modules|vendor)\//.test(file))
        .toSorted()
        .flatMap((file) => commentsIn(file, readFileSync(join(root, file), 'utf8')));
}

/** Without what is quoted in backticks: names of the code follow other rules. */
export function commentsIn(file: string, source: string): Text[] {
    return parseSync(file, source).comments.flatMap(({ start, value }) => {
        const first = source.slice(0, start).split('\n').length;
        return value.split('\n').map((text, place) => ({
            file,
            line: first + place,
            text: plain(text.replaceAll(/`[^`]*`/g, ''))
        }));
    });
}

/** Every line of the docs but of the page about words, which names the others too. */
export const linesOfDocs = () =>
    ['README.md', ...globSync('docs/**/*.md', { cwd: root })]
        .filter((file) => file !== 'docs/contribute/voice.md')
        .flatMap((file) =>
            readFileSync(join(root, file), 'utf8')
                .split('\n')
                .map((text, index): Text => ({ file, line: index + 1, text }))
        );

export function textsIn(file: string, source: string): Text[] {
    const found: Text[] = [];
    const put = (start: number, raw: string) => {
        const text = plain(raw);
        if ((isProse(text) || isWord(text)) && !isStatement(text))
            found.push({ file, line: source.slice(0, start).split('\n').length, text });
    };
    const walk = (node: Node, tag = '') => {
        if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return;
        if (node.type === 'TaggedTemplateExpression')
            return walkTemplate(node.quasi, source.slice(node.tag.start, node.tag.end));
        if (node.type === 'TemplateLiteral') return walkTemplate(node, tag);
        if (node.type === 'Literal' && typeof node.value === 'string') put(node.start, node.value);
        for (const child of childrenOf(node)) walk(child);
    };
    const walkTemplate = ({ start, quasis, expressions }: Template, tag: string) => {
        const raw = quasis.map(({ value }) => value.cooked ?? value.raw).join('{}');
        if (!tag.startsWith('sql'))
            for (const part of tag === 'html' ? partsOf(raw) : [raw]) put(start, part);
        for (const expression of expressions) walk(expression);
    };
    walk(parseSync(file, source).program);
    return found;
}

interface Template {
    start: number;
    quasis: { value: { raw: string; cooked: string | null } }[];
    expressions: Node[];
}

export function childrenOf(node: Node): Node[] {
    return Object.values(node).flatMap((value: unknown) =>
        (Array.isArray(value) ? value : [value]).filter(
            (one: unknown): one is Node => typeof one === 'object' && one !== null && 'type' in one
        )
    );
}

const withinLine = /<\/?(?:strong|em|b|a|code|time|span|kbd|small)\b[^<>]*>/g;
const shownAttribute = /(?:title|aria-label|placeholder|alt)="([^"]*)"/g;

/** The text between tags, which belong to a sentence or end it, and in the attributes that are shown or read out. */
const partsOf = (html: string) => [
    ...html.replaceAll(withinLine, '').split(/<[^<>]*>/),
    ...Array.from(html.matchAll(shownAttribute), ([, text = '']) => text)
];

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const isProse = (text: string) => /[A-Za-zÀ-ž]{2}/.test(text) && /[\w,.;:}] +[\w{"“(]/.test(text);
const isWord = (text: string) => /^[A-Z][a-z’'-]+[.…?!]?$/.test(text);
